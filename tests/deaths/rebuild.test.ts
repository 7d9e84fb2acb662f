import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { documentIdOf } from '../../kernel/runtime/ids.ts'
import { services } from '../../services/catalog.ts'
import { chunksOf, entityOf, listEntities, sendText, settled, until } from '../support/http-client.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'

let dir: string
let server: ServerProcess | undefined
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'millrace-rebuild-'))
})
afterEach(async () => {
  await server?.kill()
  rmSync(dir, { recursive: true, force: true })
})

/** Every row of every view, as bytes. */
function dumpViews(): string {
  const db = new DatabaseSync(join(dir, 'views.db'), { readOnly: true })
  const tables = services.flatMap((s) => s.views ?? []).map((v) => v.name)
  const dump = JSON.stringify(tables.map((name) => [name, db.prepare(`SELECT * FROM "${name}" ORDER BY key`).all()]))
  db.close()
  return dump
}

const removeViews = () => {
  for (const end of ['', '-wal', '-shm']) rmSync(join(dir, `views.db${end}`), { force: true })
}

test(
  'a lost store of views is folded again from the log, byte for byte, and the work is not done again',
  { timeout: 120_000 },
  async () => {
    server = await startProcess({ DATA_DIR: dir })
    const { url } = server
    const first = await sendText(url, 'first.txt', 'The first text tells of wheels.')
    await settled(url, first.id)
    const second = await sendText(url, 'first.txt', 'The second text tells of stones.', { replace_existing: 'true' })
    const broken = await sendText(url, 'broken.pdf', 'this is no PDF')
    const gone = await sendText(url, 'gone.txt', 'This one is deleted again.')
    const kept = await sendText(url, 'kept.txt', 'Only kept.', { process_mode: 'upload_only' })
    for (const { id } of [second, broken, gone, kept]) await settled(url, id)
    expect((await entityOf(url, broken.id)).status).toBe('error')
    await fetch(`${url}/api/v2/upload/${broken.id}/retry`, { method: 'POST' })
    await until(
      async () => (await entityOf(url, broken.id)).attempt === 2 && (await entityOf(url, broken.id)).status === 'error',
      'the second failure',
    )
    expect((await fetch(`${url}/api/v2/upload/${gone.id}`, { method: 'DELETE' })).status).toBe(200)
    expect(await server.stop()).toBe(0)
    const before = dumpViews()
    expect(before).toContain('kept.txt')

    removeViews()
    server = await startProcess({ DATA_DIR: dir })
    const again = server.url
    await until(async () => (await listEntities(again)).length === 4, 'the views being folded again')
    const { id: late } = await sendText(again, 'late.txt', 'Work goes on afterwards.')
    await settled(again, late)
    expect((await chunksOf(again, 'first.txt')).map((c) => c.text)).toEqual(['The second text tells of stones.'])
    expect(await server.stop()).toBe(0)
    const db = new DatabaseSync(join(dir, 'views.db'))
    for (const [table, column] of [
      ['uploads', 'key'],
      ['upload_timeline', 'upload_id'],
      ['documents', 'upload_id'],
    ] as const) {
      const has = db
        .prepare(`SELECT name FROM pragma_table_info('${table}')`)
        .all()
        .some((c) => c.name === column)
      if (has) db.prepare(`DELETE FROM "${table}" WHERE "${column}" = ?`).run(late)
    }
    db.prepare("DELETE FROM documents WHERE body LIKE '%late.txt%'").run()
    db.prepare('DELETE FROM document_usage WHERE key = ?').run(documentIdOf('documents', 'late.txt'))
    db.close()
    expect(dumpViews()).toBe(before)
  },
)

test('after the loss of the store a document is replaced under the next generation', async () => {
  server = await startProcess({ DATA_DIR: dir })
  for (const text of ['one', 'two']) await settled(server.url, (await sendText(server.url, 'a.txt', text, { replace_existing: 'true' })).id)
  expect(await server.stop()).toBe(0)
  removeViews()
  server = await startProcess({ DATA_DIR: dir })
  const { url } = server
  await until(async () => (await listEntities(url)).length === 2, 'the views being folded again')
  const third = await settled(url, (await sendText(url, 'a.txt', 'three', { replace_existing: 'true' })).id)
  expect(third.status).toBe('complete')
  expect((await chunksOf(url, 'a.txt')).map((c) => c.text)).toEqual(['three'])
})

test('a power failure that takes the views back behind the log frees no name and repeats no generation', async () => {
  const generations = () => {
    const db = new DatabaseSync(join(dir, 'views.db'), { readOnly: true })
    const rows = db.prepare('SELECT source_file, generation FROM document_claims ORDER BY source_file').all()
    db.close()
    return Object.fromEntries(rows.map((row) => [row.source_file, row.generation]))
  }
  server = await startProcess({ DATA_DIR: dir })
  await settled(server.url, (await sendText(server.url, 'a.txt', 'one')).id)
  expect(await server.stop()).toBe(0)
  copyFileSync(join(dir, 'views.db'), join(dir, 'before.db'))

  server = await startProcess({ DATA_DIR: dir })
  for (const [name, text] of [
    ['a.txt', 'two'],
    ['b.txt', 'three'],
  ] as const)
    await settled(server.url, (await sendText(server.url, name, text, { replace_existing: 'true' })).id)
  expect(await server.stop()).toBe(0)
  removeViews()
  renameSync(join(dir, 'before.db'), join(dir, 'views.db'))

  server = await startProcess({ DATA_DIR: dir })
  const { url } = server
  const at = await Promise.all(['a.txt', 'b.txt'].map((name) => sendText(url, name, 'too late')))
  expect(at.map(({ code }) => code)).toEqual([409, 409])
  await settled(url, (await sendText(url, 'a.txt', 'three', { replace_existing: 'true' })).id)
  expect(await server.stop()).toBe(0)
  expect(generations()).toEqual({ 'a.txt': 3 })
  const caughtUp = dumpViews()

  removeViews()
  server = await startProcess({ DATA_DIR: dir })
  expect(await server.stop()).toBe(0)
  expect(dumpViews()).toBe(caughtUp)

  server = await startProcess({ DATA_DIR: dir })
  for (const name of ['a.txt', 'b.txt'])
    await settled(server.url, (await sendText(server.url, name, 'four', { replace_existing: 'true' })).id)
  expect(await server.stop()).toBe(0)
  expect(generations()).toEqual({ 'a.txt': 4, 'b.txt': 2 })
})

test('a second process on the same data directory refuses to start and says why', async () => {
  server = await startProcess({ DATA_DIR: dir })
  await expect(startProcess({ DATA_DIR: dir })).rejects.toThrow(/DATA_DIR: .* is in use by process \d+/)
  // On Kafka, too, the views that lie there belong to one process.
  await expect(startProcess({ DATA_DIR: dir, KAFKA_BROKERS: '127.0.0.1:1' })).rejects.toThrow(/DATA_DIR: .* is in use by process \d+/)
})

test('a wrong variable stops the start with one line that names it', async () => {
  await expect(startProcess({ DATA_DIR: dir, PORT: 'many' })).rejects.toThrow(/^the server ended with 1 [^\n]*\nPORT: [^\n]*\n$/)
  await expect(startProcess({ DATA_DIR: dir, HOST: '0.0.0.0' })).rejects.toThrow(
    /HOST: 0\.0\.0\.0 is reachable from outside; set SUBSCRIPTION_KEYS/,
  )
})
