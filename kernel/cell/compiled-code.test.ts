import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { compiledCode } from './compiled-code.ts'
import { startParserProcess } from './parser-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'compiled-code-'))
vi.stubEnv('NODE_COMPILE_CACHE', join(folder, 'kept'))
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

const entry = new URL('./testing/misbehaving-child.ts', import.meta.url)
const limits = { timeout_ms: 60_000, memory_mb: 300 }
const made = async () => {
  const code = compiledCode(entry, limits)
  const own = mkdtempSync(join(folder, 'child-'))
  await vi.waitFor(() => expect(code.copyTo(own)).toBe(true), { timeout: 40_000, interval: 50 })
  return own
}
const archive = { max_inflated_mb: 1, max_compression_ratio: 10, max_archive_entries: 10 }

it('is made once, and each child runs with a copy that it alone may write', async () => {
  expect(compiledCode(entry, limits).copyTo(folder)).toBe(false)
  const own = await made()
  const another = await made()
  expect(readdirSync(own, { recursive: true }).length).toBeGreaterThan(20)
  const input = join(another, 'file')
  writeFileSync(input, '')
  const child = startParserProcess(entry, join(folder, 'work'), limits, own)
  const job = { id: 1, input, output: join(own, 'out'), limits: archive, fileType: 'fine' }
  expect((await child.run(job, { timeoutMs: 60_000 })).kind).toBe('done')
  expect(await child.run({ ...job, fileType: 'write' }, { timeoutMs: 60_000 })).toMatchObject({ kind: 'failed' })
  expect(existsSync(`${input}.stolen`)).toBe(false)
  await child.stop()
})

it('is made anew where somebody else could have put it there', async () => {
  await made()
  const [home] = readdirSync(join(folder, 'kept'))
  chmodSync(join(folder, 'kept', home!), 0o777)
  expect(compiledCode(entry, limits).copyTo(mkdtempSync(join(folder, 'child-')))).toBe(false)
  await made()
})
