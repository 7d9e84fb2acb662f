import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendText, settled } from '../support/http-client.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'

const SECRET = 'an-operators-secret-of-some-length'
let dir: string
let server: ServerProcess
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-log-commands-'))
  server = await startProcess({ DATA_DIR: dir, ADMIN_PROXY_SECRET: SECRET })
})
afterAll(async () => {
  await server?.stop()
  await rm(dir, { recursive: true, force: true })
})

/** What a command of an operator prints, and how it ends. */
async function run(command: 'dlq' | 'replay' | 'offsets' | 'topics' | 'rebuild-views', ...args: readonly string[]) {
  const script = fileURLToPath(new URL(`../../scripts/log/${command}.ts`, import.meta.url))
  return runIn({ MILLRACE_URL: server.url, DATA_DIR: dir }, script, ...args)
}

async function runIn(where: Record<string, string>, script: string, ...args: readonly string[]) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, MILLRACE_ADMIN_SECRET: SECRET, ...where }
  const { promise, resolve } = Promise.withResolvers<{ code: number; out: string }>()
  execFile(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], { env }, (error, stdout, stderr) =>
    resolve({ code: error ? Number(error.code) : 0, out: stdout + stderr }),
  )
  return promise
}

test('dead letters are seen, sent again and discarded from a terminal', async () => {
  const good = await sendText(server.url, 'mill.txt', 'The wheel turns.')
  const bad = await sendText(server.url, 'broken.pdf', '%PDF-1.7 and nothing that follows from it')
  await settled(server.url, good.id)
  await settled(server.url, bad.id)

  await expect.poll(async () => (await run('dlq')).out, { timeout: 60_000 }).toMatch(/parse[\s\S]*1 open, page 1 of 1/)
  const id = /^(\S+) .*parse/m.exec((await run('dlq')).out)?.[1] ?? ''
  expect((await run('dlq', 'groups')).out).toMatch(/count +states +code/)
  expect(JSON.parse((await run('dlq', 'show', id)).out)).toMatchObject({ id })
  expect(await run('dlq', 'redrive', '--consumer', 'parse', '--dry-run')).toEqual({ code: 0, out: '1 would be redriven\n' })
  expect(await run('dlq', 'redrive')).toEqual({ code: 1, out: expect.stringMatching(/^redrive what\? .*--id.*--code/) })
  expect(await run('dlq', 'discard', '--id', id, '--reason', 'no PDF')).toEqual({ code: 0, out: '1 of 1 discarded\n' })
  expect(await run('dlq', 'redrive', '--id', id)).toEqual({ code: 0, out: expect.stringContaining('0 of 0 redriven\nOnly open ones') })
  expect((await run('dlq', 'nonsense')).code).toBe(2)
  expect((await run('dlq', '--code', 'no_such_code')).out).toMatch(/^No dead letter is open that these filters fit\. .*groups/)
  expect(await run('dlq', 'redrive', '--kind', 'terminl')).toEqual({ code: 1, out: expect.stringMatching(/^--kind: /) })
}, 180_000)

test('a topic is replayed, and views are folded anew, while the server serves', async () => {
  const range = ['--topic', 'document.received', '--into', 'replay.terminal']
  expect((await run('replay', ...range, '--dry-run')).out).toMatch(/2/)
  expect((await run('replay', ...range)).code).toBe(0)
  expect(await run('replay', ...range, '--filter', '{"where":{"file.index":"nowhere"}}')).toEqual({
    code: 0,
    out: expect.stringMatching(/completed: 2 of 2 read, 0 written\nNone of them fits the filter/),
  })
  expect(await run('replay', '--topic', 'document.received', '--into', 'document.parsed')).toEqual({
    code: 1,
    out: expect.stringMatching(/^--into: document\.parsed is no target/),
  })
  expect(await run('rebuild-views', 'uploads', 'dead_letters')).toEqual({
    code: 0,
    out: expect.stringMatching(/^uploads, dead_letters: folded anew from [1-9]\d* records\n$/),
  })
  expect(await run('topics')).toEqual({
    code: 0,
    out: expect.stringMatching(/document\.received +6 +2 +\d+[\s\S]* topics in the embedded log/),
  })
  expect((await run('offsets')).out).toMatch(/chunk +document\.parsed +\d/)
  expect((await run('offsets', '--group', 'chunk')).out).toMatch(/document\.parsed +0 +\d+ +\d+ +\d/)
  expect(await run('offsets', '--group', 'chunk', '--topic', 'document.parsed', '--to', 'beginning')).toEqual({
    code: 1,
    out: expect.stringMatching(/only while they rest: stop it first/),
  })
}, 180_000)

test('views are folded anew by the server that is named, and a folder without an installation does not become one', async () => {
  const script = fileURLToPath(new URL('../../scripts/log/rebuild-views.ts', import.meta.url))
  const empty = join(dir, 'empty')
  const byServer = await runIn({ MILLRACE_URL: server.url, DATA_DIR: empty }, script, 'uploads')
  expect(byServer).toEqual({ code: 0, out: expect.stringMatching(/^uploads: folded anew/) })
  expect(await runIn({ PORT: new URL(server.url).port, DATA_DIR: empty }, script, 'uploads')).toEqual(byServer)
  expect(await runIn({ DATA_DIR: empty }, script)).toEqual({
    code: 1,
    out: expect.stringMatching(/empty holds no installation: .*--server/),
  })
  await expect(readdir(empty)).rejects.toThrow(/ENOENT/)
}, 180_000)

test('groups are moved, and views folded anew by the command itself, once the server has stopped', async () => {
  await server.stop()
  const script = fileURLToPath(new URL('../../scripts/log/rebuild-views.ts', import.meta.url))
  expect(await runIn({ DATA_DIR: dir, PORT: '9' }, script, 'uploads')).toEqual({
    code: 0,
    out: expect.stringMatching(/^uploads: folded anew from [1-9]\d* records\n$/),
  })
  expect((await run('offsets', '--group', 'chunk')).out).toMatch(/document\.parsed +0/)
  const move = ['--group', 'chunk', '--topic', 'document.parsed', '--to', 'beginning']
  expect(await run('offsets', ...move, '--dry-run')).toMatchObject({ code: 0, out: expect.stringMatching(/nothing was moved/) })
  expect(await run('offsets', ...move)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/chunk on document\.parsed: partition 0 to 0/),
  })
  expect(await run('offsets', '--group', 'nobody')).toMatchObject({
    code: 1,
    out: expect.stringMatching(/there is no consumer group nobody/),
  })
}, 180_000)
