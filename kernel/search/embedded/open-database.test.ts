import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

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
