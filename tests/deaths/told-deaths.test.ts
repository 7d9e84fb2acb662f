import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openEmbeddedBroker } from '../../kernel/broker/embedded/embedded.ts'
import type { OutboxTables } from '../../kernel/outbox/outbox.ts'
import { runOutbox } from '../../kernel/outbox/run-outbox.ts'
import { openSqliteDatabase } from '../../kernel/store/sqlite.ts'
import { seededRandom } from '../../scripts/seeded-random.ts'
import { startProcess } from '../support/server-process.ts'

const log = pino({ level: 'silent' })
const LIVES = 3
const MANIFEST = 'manifest.json'
const answerSchema = z.looseObject({ response_id: z.string() })
const savedSchema = z.looseObject({ entry: z.looseObject({ id: z.string() }) })
const changeSchema = z.looseObject({ prompt_id: z.string() })
const manifestSchema = z.looseObject({ entries: z.array(z.looseObject({ id: z.string() })) })

async function post(url: string, path: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body), headers })
  if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
  return reply.json()
}

test(
  'every answer and every change of a prompt is told of, once, by a server that is killed again and again',
  { timeout: 240_000 },
  async () => {
    const dir = await mkdtemp(join(tmpdir(), 'millrace-told-'))
    const env = { DATA_DIR: dir, LLM_BASE_URL: '', EMBEDDINGS_BASE_URL: '' }
    const random = seededRandom(7)
    /** What clients were told. */
    const answered = new Set<string>()
    const saved = new Set<string>()
    try {
      for (let life = 1; life <= LIVES; life++) {
        const { url, kill } = await startProcess(env)
        const done = { chats: answered.size, prompts: saved.size }
        let alive = true
        /** What the death breaks off is no failure; anything else is. */
        const again = async (one: () => Promise<unknown>) => {
          while (alive)
            await one().catch((error: unknown) => {
              if (!(error instanceof TypeError)) throw error
            })
        }
        const asking = again(async () => {
          answered.add(answerSchema.parse(await post(url, '/api/v2/flexible-chat', { question: 'Where is the mill?' })).response_id)
        })
        const saving = again(async () => {
          const version = { new_prompt_name: `life-${life}`, new_prompt_type: 'system', new_prompt_content: 'You know the mill.' }
          saved.add(savedSchema.parse(await post(url, '/api/v2/prompts', version)).entry.id)
        })
        const enough = expect.poll(() => answered.size > done.chats + 1 && saved.size > done.prompts + 1, { timeout: 60_000, interval: 5 })
        try {
          await Promise.race([enough.toBe(true), asking, saving])
          await new Promise((resolve) => setTimeout(resolve, random() * 200))
        } finally {
          alive = false
          await kill()
        }
        await Promise.all([asking, saving])
      }
      const last = await startProcess(env)
      // Whatever was left is told before this one.
      await post(last.url, '/api/v2/prompts', { new_prompt_name: 'last', new_prompt_type: 'system', new_prompt_content: 'x' })
      await last.stop()
      const [broker, database] = [await openEmbeddedBroker({ dir, log }), await openSqliteDatabase({ dir })]
      const outbox = runOutbox({ database, broker, log })
      const left = () => database.tables<OutboxTables>().selectFrom('outbox').select('seq').execute()
      await expect.poll(left, { timeout: 60_000 }).toEqual([])
      await outbox.stop()
      const toldOn = async (topic: string) => {
        const read = ({ partition }: { partition: number }) => Array.fromAsync(broker.read({ topic, partition, from: 'beginning' }))
        const records = (await Promise.all((await broker.partitions(topic)).map(read))).flat()
        const ids = new Map(records.map(({ headers, value }) => [headers.ce_id, Buffer.from(value).toString()]))
        return [...ids.values()].map((text): unknown => JSON.parse(text))
      }
      const completed = (await toldOn('chat.completed')).map((value) => answerSchema.parse(value).response_id)
      const changed = (await toldOn('prompt.changed')).map((value) => changeSchema.parse(value).prompt_id)
      await Promise.all([broker.close(), database.close()])
      const { entries } = manifestSchema.parse(JSON.parse(await readFile(join(dir, 'prompts', MANIFEST), 'utf8')))
      expect([...answered].filter((id) => !completed.includes(id))).toEqual([])
      expect([...saved].filter((id) => !entries.some((entry) => entry.id === id))).toEqual([])
      expect(changed.toSorted()).toEqual(entries.map(({ id }) => id).sort())
      expect(new Set(completed).size).toBe(completed.length)
    } finally {
      await rm(dir, { recursive: true, force: true, maxRetries: 5 })
    }
  },
)
