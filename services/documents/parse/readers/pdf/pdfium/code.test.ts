import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { ENGINE_FLAGS } from '../../../../../../kernel/cell/engine-flags.ts'
import { isPdfiumCodeKept } from './code.ts'

const run = promisify(execFile)
const node = async (...args: string[]) => (await run(process.execPath, args, { cwd: import.meta.dirname })).stdout.trim()
const reads = `import('./code.ts').then(({ readPdfiumCode }) => console.log(String(readPdfiumCode())))`

beforeAll(() => node(fileURLToPath(new URL('./keep-code.ts', import.meta.url))), 60_000)

test('what PDFium compiles to is kept, and taken back under the flags of the processes that read files', async () => {
  expect(isPdfiumCodeKept()).toBe(true)
  const flags = [...ENGINE_FLAGS, '--max-old-space-size=720', '--permission', '--allow-fs-read=*', '--disable-warning=SecurityWarning']
  expect(await node(...flags, '-e', reads)).toBe('[object WebAssembly.Module]')
})

test('under other flags PDFium compiles anew', async () => {
  expect(await node('--no-opt', '-e', reads)).toBe('undefined')
})
