import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { closeDatabase, openDatabase, transact, transactUnflushed } from './open-database.ts'

const OPENER = `const { openDatabase } = await import(${JSON.stringify(new URL('open-database.ts', import.meta.url).href)})
process.on('message', (dir) => {
  try { openDatabase(dir).close(); process.send('opened') } catch (error) { process.send(String(error)) }
})
process.send('ready')`

const answer = async (child: ChildProcess): Promise<unknown> => (await once(child, 'message'))[0]

test('several processes that open a new index at once all get it', { timeout: 60_000 }, async () => {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-open-'))
  const children = Array.from({ length: 3 }, () =>
    spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', OPENER], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  )
  try {
    await Promise.all(children.map(answer))
    for (let n = 0; n < 20; n++) {
      const answers = children.map(answer)
      for (const child of children) child.send(join(dir, String(n)))
      expect(await Promise.all(answers)).toEqual(['opened', 'opened', 'opened'])
    }
  } finally {
    for (const child of children) child.kill('SIGKILL')
    await rm(dir, { recursive: true, force: true })
  }
})

test('while another process writes this one waits with its write, and goes on with everything else', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-wait-'))
  const [one, other] = [openDatabase(dir), openDatabase(dir)]
  try {
    const insert = () => one.prepare('INSERT INTO changes (index_id) VALUES (1)').run()
    other.exec('BEGIN IMMEDIATE; INSERT INTO changes (index_id) VALUES (2)')
    let written = 0
    const writes = [transact(one, insert), transactUnflushed(one, insert)].map((write) => write.then(() => written++))
    // The thread that waits is the one that ends the other's transaction.
    for (let turns = 0; turns < 100; turns++) await nextTurn()
    expect(written).toBe(0)
    expect(one.prepare('SELECT count(*) AS n FROM changes').get()).toMatchObject({ n: 0 })
    other.exec('COMMIT')
    await Promise.all(writes)
    expect(one.prepare('SELECT group_concat(index_id) AS ids FROM changes').get()).toMatchObject({ ids: '2,1,1' })
  } finally {
    await Promise.all([closeDatabase(one), closeDatabase(other)])
    await rm(dir, { recursive: true, force: true })
  }
})
