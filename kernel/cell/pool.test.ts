import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { isAlive } from '../runtime/is-alive.ts'
import { startParserProcess } from './parser-process.ts'
import { createParserPool, type ParserPool } from './pool.ts'
import { FRESH, LOWERED } from './priority.ts'

const folder = mkdtempSync(join(tmpdir(), 'pool-test-'))
const path = join(folder, 'file')
writeFileSync(path, 'x')
afterAll(() => rmSync(folder, { recursive: true }))

const archive = { max_inflated_mb: 1, max_compression_ratio: 100, max_archive_entries: 10 }
const entry = new URL('./testing/misbehaving-child.ts', import.meta.url)
let pool: ParserPool
function start({ size = 1, timeout_ms = 20_000, memory_mb = 300 } = {}): ParserPool {
  pool = createParserPool({
    limits: { timeout_ms, memory_mb, ...archive },
    size,
    log: pino({ level: 'silent' }),
    entry,
  })
  return pool
}
afterEach(() => pool.close())

const run = async (fileType: string, signal?: AbortSignal) => {
  const result = await pool.parse({ path, fileType, signal })
  await result.dispose()
  return result.header
}

describe('the parser pool', () => {
  it('uses one warm process for many files', async () => {
    start()
    const first = await run('fine')
    expect((await run('fine')).reader).toBe(first.reader)
  })

  it('blames no file for a system that has no process to give, and goes on when it has', async () => {
    const node = process.execPath
    start()
    process.execPath = '/nowhere/node'
    try {
      for (const _ of [1, 2]) await expect(run('fine')).rejects.toMatchObject({ code: 'internal', retryable: true })
    } finally {
      process.execPath = node
    }
    expect((await run('fine')).reader).toMatch(/^\d+$/)
  })

  it('takes a full disk for trouble that passes', async () => {
    start()
    await expect(run('disk full')).rejects.toMatchObject({
      code: 'storage_failed',
      retryable: true,
      message: expect.not.stringContaining('secret'),
    })
  })

  it('blames no file that went away while it was read, or before', async () => {
    start()
    const lost = join(folder, 'lost')
    writeFileSync(lost, 'x')
    for (const fileType of ['lose the file', 'fine'])
      await expect(pool.parse({ path: lost, fileType, onProgress: () => rmSync(lost) })).rejects.toMatchObject({
        code: 'storage_failed',
        retryable: true,
        message: 'The file went away while it was read.',
      })
    expect((await run('fine')).reader).toMatch(/^\d+$/)
  })

  it.each([
    ['loop', 'timed_out', /longer than 0\.4 s|more than 0\.08 s/],
    ['slow', 'timed_out', /longer than 0\.4 s by the clock\. Retry it when the machine is less busy/],
  ])('kills a %s at the time limit, and the next file is read', async (act, code, message) => {
    start({ timeout_ms: 400 })
    const { reader } = await run('fine')
    const began = performance.now()
    await expect(run(act)).rejects.toMatchObject({ code, retryable: false, message: expect.stringMatching(message) })
    expect(performance.now() - began).toBeLessThan(5000)
    const next = await run('fine')
    expect(next.reader).not.toBe(reader)
    expect(isAlive(Number(reader))).toBe(false)
  })

  it('reads short files while four slow ones run and wait, whoever brought them', async () => {
    start({ size: 2, timeout_ms: 60_000 })
    const stop = new AbortController()
    const slow = Array.from({ length: 4 }, () => pool.parse({ path, fileType: 'slow', caller: 'key:a', signal: stop.signal }))
    const ended = Promise.allSettled(slow)
    await Promise.all(Array.from({ length: 12 }, (_, i) => pool.parse({ path, fileType: 'fine', caller: i < 6 ? 'key:a' : 'key:b' })))
    expect(await Promise.race([ended, 'still at work'])).toBe('still at work')
    stop.abort(new Error('enough'))
    expect(new Set((await ended).map((one) => one.status === 'rejected' && one.reason.message))).toEqual(new Set(['enough']))
  })

  it('lets its children run below itself, and further below when a file takes long', async () => {
    start({ size: 2, timeout_ms: 60_000 })
    const { reader } = await run('fine')
    const level = () => getPriority(Number(reader)) - getPriority()
    expect(level()).toBe(FRESH)
    const stop = new AbortController()
    const slow = run('loop', stop.signal).catch((e: unknown) => e)
    await vi.waitFor(() => expect(level()).toBe(LOWERED), { timeout: 20_000 })
    stop.abort(new Error('enough'))
    expect(await slow).toMatchObject({ message: 'enough' })
  })

  it('ends a reader that is busy beyond its processor time, which is less than its time', async () => {
    const process = startParserProcess(entry, folder, { timeout_ms: 100_000, memory_mb: 300 })
    const job = { id: 1, input: path, output: join(folder, 'out'), limits: archive }
    const limits = { timeoutMs: 100_000, processorMs: 300 }
    expect((await process.run({ ...job, fileType: 'fine' }, limits)).kind).toBe('done')
    expect(await process.run({ ...job, fileType: 'loop' }, limits)).toEqual({ kind: 'stopped', reason: 'busy_too_long' })
  })

  it.each(['buffers', 'heap'])('kills one that fills memory with %s, and the next file is read', async (act) => {
    start()
    await expect(run(act)).rejects.toMatchObject({ code: 'out_of_memory', retryable: false })
    await expect(run('fine')).resolves.toMatchObject({ characters: 0 })
  })

  it('does not hold up other files while one runs away', async () => {
    start({ size: 2, timeout_ms: 3000 })
    const runaway = run('loop').catch((e: unknown) => e)
    for (let i = 0; i < 5; i++) await run('fine')
    await expect(runaway).resolves.toMatchObject({ code: 'timed_out' })
  })

  it('tries a file whose reader crashed once more, then gives up', async () => {
    start()
    await expect(run('crash once')).resolves.toMatchObject({ characters: 0 })
    await expect(run('crash')).rejects.toMatchObject({ code: 'internal', retryable: false })
    await expect(run('fine')).resolves.toMatchObject({ characters: 0 })
  })

  it('passes on what a reader says, and replaces a process that failed for an unknown cause', async () => {
    start()
    const { reader } = await run('fine')
    await expect(run('refuse')).rejects.toMatchObject({ code: 'encrypted', message: 'It is protected.' })
    expect((await run('fine')).reader).toBe(reader)
    await expect(run('throw')).rejects.toMatchObject({ code: 'internal', message: expect.stringContaining('a bug') })
    expect((await run('fine')).reader).not.toBe(reader)
  })

  it('ends a file when the signal aborts, in work and in the queue', async () => {
    start()
    const first = new AbortController()
    const second = new AbortController()
    const working = run('slow', first.signal)
    const waiting = run('fine', second.signal)
    second.abort(new Error('second'))
    await expect(waiting).rejects.toThrow('second')
    first.abort(new Error('first'))
    await expect(working).rejects.toThrow('first')
    await expect(run('fine')).resolves.toMatchObject({ characters: 0 })
  })

  it('gives its children no environment, no eval and no way to write elsewhere', async () => {
    process.env.CANARY_SECRET = 'canary'
    start()
    expect((await run('environment')).warnings[0]?.split(' ')).not.toContain('CANARY_SECRET')
    await expect(run('evaluate')).rejects.toMatchObject({ message: expect.stringContaining('Code generation from strings disallowed') })
    await expect(run('write')).rejects.toMatchObject({ message: expect.stringMatching(/permission|restricted/i) })
    expect(existsSync(`${path}.stolen`)).toBe(false)
    delete process.env.CANARY_SECRET
  })

  it.each(['pool', 'thread'])('leaves no runaway child behind when its own process is killed: %s', async (who) => {
    start()
    const owner = spawn(process.execPath, [fileURLToPath(new URL('./testing/leave-child-running.ts', import.meta.url)), who])
    const [line] = await once(owner.stdout, 'data')
    const child = Number(String(line))
    expect(isAlive(child)).toBe(true)
    owner.kill('SIGKILL')
    await vi.waitFor(() => expect(isAlive(child)).toBe(false), { timeout: 60_000 })
  })

  it('leaves no process and refuses what waits when it closes', async () => {
    start()
    await run('fine')
    const pids = pool.pids()
    expect(pids).toHaveLength(1)
    const working = run('slow').catch((e: unknown) => e)
    const waiting = run('fine').catch((e: unknown) => e)
    await pool.close()
    expect(await waiting).toMatchObject({ retryable: true })
    expect(await working).toBeInstanceOf(Error)
    expect(pids.filter(isAlive)).toEqual([])
  })
})
