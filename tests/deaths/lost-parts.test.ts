import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { chunksOf, entityOf, listEntities, sendText, settled, until } from '../support/http-client.ts'
import { ownDatabase, ownInstallation } from '../support/own-database.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'

let dir: string
let running: ServerProcess[]
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'millrace-lost-'))
  running = []
})
afterEach(async () => {
  await Promise.all(running.map((server) => server.kill()))
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
})

async function start(env: Record<string, string>, services: readonly string[] = []): Promise<ServerProcess> {
  const server = await startProcess({ DATA_DIR: dir, ...env }, services)
  running.push(server)
  return server
}

const script = (name: string, env: Record<string, string>) =>
  promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', fileURLToPath(new URL(`../../scripts/log/${name}`, import.meta.url))],
    {
      env: { PATH: process.env.PATH ?? '', DATA_DIR: dir, ...env },
    },
  )

test('a log that is gone beside its views stops the start until it is adopted; what was under way can be tried again', async () => {
  const first = await start({}, ['edge', 'projector'])
  const waiting = await sendText(first.url, 'waiting.txt', 'No parser runs that could read this.')
  await first.stop()
  for (const end of ['', '-wal', '-shm']) rmSync(join(dir, `log.db${end}`), { force: true })
  await expect(start({})).rejects.toThrow(/DATA_DIR: the log \(log\.db\) began anew[^\n]*npm run adopt-log/)
  expect((await script('adopt-log.ts', {})).stdout).toContain('1 uploads')
  const { url } = await start({})
  const ended = await settled(url, waiting.id)
  expect([ended.status, ended.errors.at(-1)?.code]).toEqual(['error', 'internal'])
  expect((await fetch(`${url}/api/v2/upload/${waiting.id}/retry`, { method: 'POST' })).status).toBe(202)
  expect((await settled(url, waiting.id)).status).toBe('complete')
  expect((await settled(url, (await sendText(url, 'after.txt', 'Work goes on.')).id)).status).toBe('complete')
})

const [kafkaBrokers, databaseUrl] = [inject('kafkaBrokers'), inject('databaseUrl')]
const present = kafkaBrokers !== undefined && databaseUrl !== undefined
if (!present) console.log(`skipped: lost parts on Kafka and PostgreSQL (${inject('skipped')})`)

async function emptied(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  const client = new pg.Client({ connectionString: url.replace(/\/[^/]*$/, '/postgres') })
  await client.connect()
  await client.query(`drop database ${name} with (force)`)
  await client.query(`create database ${name}`)
  await client.end()
}

const settingsSchema = z.object({ version: z.number(), settings: z.array(z.looseObject({ key: z.string() })) })

const readiness = async ({ url }: ServerProcess) => (await fetch(`${url}/api/health/ready`).catch(() => undefined))?.status

describe.skipIf(!present)('on Kafka and PostgreSQL', { timeout: 240_000 }, () => {
  test('a second installation on the topics of the first does not start', async () => {
    const env = await ownInstallation(kafkaBrokers ?? '', databaseUrl ?? '')
    await start(env, ['edge', 'projector'])
    const second = { ...env, DATABASE_URL: await ownDatabase(databaseUrl ?? ''), DATA_DIR: join(dir, 'second') }
    await expect(start(second)).rejects.toThrow(/KAFKA_PREFIX: [^\n]*another installation/)
    const third = await start({ ...second, KAFKA_PREFIX: `${env.KAFKA_PREFIX}third.` }, ['edge', 'projector'])
    expect(await listEntities(third.url)).toEqual([])
  })

  test('an empty log beside a kept database stops the start until it is adopted, and what comes then is seen', async () => {
    const env = await ownInstallation(kafkaBrokers ?? '', databaseUrl ?? '')
    const first = await start(env)
    const before = await sendText(first.url, 'before.txt', 'This was there before.')
    await settled(first.url, before.id)
    await first.stop()
    // Topics that nobody has written to, as after the loss of the cluster.
    const empty = { ...env, KAFKA_PREFIX: `${env.KAFKA_PREFIX}anew.` }
    await expect(start(empty)).rejects.toThrow(/KAFKA_BROKERS: the log began anew/)
    await script('adopt-log.ts', empty)
    const { url } = await start(empty)
    expect((await entityOf(url, before.id)).status).toBe('complete')
    expect((await settled(url, (await sendText(url, 'after.txt', 'This came after.')).id)).status).toBe('complete')
    expect((await listEntities(url)).map(({ filename }) => filename).sort()).toEqual(['after.txt', 'before.txt'])
  })

  test('a lost database frees no name and repeats no generation; settings and prompts hold again', async () => {
    const env = await ownInstallation(kafkaBrokers ?? '', databaseUrl ?? '')
    const roles = [['edge'], ['parse', 'chunk', 'embed', 'index', 'projector']]
    let [edge, workers] = await Promise.all(roles.map((role) => start(env, role)))
    const json = (path: string, body: object) =>
      fetch(`${edge?.url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    const texts = ['one', 'two']
    for (const text of texts) await settled(edge!.url, (await sendText(edge!.url, 'a.txt', text, { replace_existing: 'true' })).id)
    expect((await json('/api/v2/settings', { 'llms.defaults.params.temperature': 0.7 })).status).toBe(200)
    const prompt = { new_prompt_name: 'kept', new_prompt_type: 'system', new_prompt_content: 'Be short.' }
    expect((await json('/api/v2/prompts', prompt)).status).toBe(200)

    await emptied(env.DATABASE_URL)
    expect(await readiness(edge!)).not.toBe(200)
    const during = await sendText(edge!.url, 'a.txt', 'too soon', { replace_existing: 'true' }).catch(() => undefined)
    expect(during?.code).not.toBe(202)
    // Each process ends by itself, so that its supervisor starts it.
    await until(async () => !edge?.alive() && !workers?.alive(), 'the processes ending')

    edge = await start(env, ['edge'])
    expect((await sendText(edge.url, 'a.txt', 'too soon')).code).toBe(503)
    workers = await start(env, roles[1])
    await until(async () => (await listEntities(edge!.url)).length === 2, 'the views being folded again')
    expect((await sendText(edge.url, 'a.txt', 'too late')).code).toBe(409)
    const third = await sendText(edge.url, 'a.txt', 'three', { replace_existing: 'true' })
    expect((await settled(edge.url, third.id)).status).toBe('complete')
    expect((await chunksOf(edge.url, 'a.txt')).map(({ text }) => text)).toEqual(['three'])
    const settings = settingsSchema.parse(await (await fetch(`${edge.url}/api/v2/settings`)).json())
    expect(settings).toMatchObject({ version: 1 })
    expect(settings.settings.find(({ key }) => key === 'llms.defaults.params.temperature')).toMatchObject({
      value: 0.7,
      is_set: true,
    })
    const prompts = await fetch(`${edge.url}/api/v2/prompts`, { headers: { accept: 'application/json' } })
    expect(await prompts.text()).toContain('system/kept@')
  })
})
