import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
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
let copies: string
beforeEach(() => {
  copies = mkdtempSync(join(folder, 'copies-'))
})
const taken = async (code = compiledCode(entry, limits, copies)) => {
  let copy: string | undefined
  await vi.waitFor(() => expect((copy ??= code.take())).toBeDefined(), { timeout: 40_000, interval: 50 })
  return copy!
}
const archive = { max_inflated_mb: 1, max_compression_ratio: 10, max_archive_entries: 10 }

it('is made once, and each child runs with a copy that it alone may write', async () => {
  const code = compiledCode(entry, limits, copies)
  expect(code.take()).toBeUndefined()
  const [own, another] = [await taken(code), await taken(code)]
  expect(another).not.toBe(own)
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
  await taken()
  const [name] = readdirSync(join(folder, 'kept'))
  const home = join(folder, 'kept', name!)
  writeFileSync(join(home, 'foreign'), '')
  chmodSync(home, 0o777)
  expect(readdirSync(await taken(), { recursive: true })).not.toContain('foreign')
  expect(statSync(home).mode & 0o777).toBe(0o700)
})
