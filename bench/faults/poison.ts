import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { type Entity, sendText, until } from '../../tests/support/http-client.ts'
import { followAll } from '../../tests/support/load/sent-documents.ts'
import { countedByMetrics, unaccounted } from './accounted.ts'
import { startEmbeddings } from './embeddings-double.ts'
import { type Figures, type Gate, none, onInstallation, type Stage } from './gate.ts'

const DOCUMENTS = 2000
const ONE_IN = 100
const SENDERS = 8
const PATIENCE_MS = 600_000
const BAD = 'a word that breaks the endpoint'

const listSchema = z.looseObject({ pagination: z.looseObject({ total_items: z.number() }) })
const letters = async (url: string, state: 'open' | 'resolved'): Promise<number> =>
  listSchema.parse(await (await fetch(`${url}/admin/dlq?state=${state}`)).json()).pagination.total_items

async function poisoned(stage: Stage): Promise<Figures> {
  let broken = true
  const endpoint = await startEmbeddings((texts) => (broken && texts.some((text) => text.includes(BAD)) ? { status: 400 } : undefined))
  try {
    return await onInstallation(stage, [[]], endpoint.settings, async (fleet, env) => {
      const url = fleet.url()
      const count = Math.round(DOCUMENTS * stage.scale)
      const isBad = (n: number) => n % ONE_IN === stage.seed % ONE_IN
      const uploads = new Map<string, string>()
      let next = 0
      const sender = async () => {
        for (let n = next++; n < count; n = next++) {
          const name = `record-${n}.txt`
          uploads.set(name, (await sendText(url, name, `Matter ${n} of the mill. ${isBad(n) ? BAD : 'All is well.'}`)).id)
        }
      }
      await Promise.all(Array.from({ length: SENDERS }, sender))
      const end = performance.now() + PATIENCE_MS
      const over = () => performance.now() > end
      const before = await followAll(fleet.url, uploads, over)
      const ended = (seen: ReadonlyMap<string, Entity>, bad: boolean, status: string) =>
        [...uploads.keys()].filter((name) => isBad(Number(/\d+/.exec(name)?.[0])) === bad && seen.get(name)?.status === status).length
      const bad = Array.from({ length: count }, (_, n) => n).filter(isBad).length
      await until(async () => (await letters(url, 'open')) >= bad, 'the dead letters being listed', 60_000)
      const given = await letters(url, 'open')
      broken = false
      const from = performance.now()
      const reply = await fetch(`${url}/admin/dlq/redrive`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ consumer: 'embed', error_code: 'embedding_failed', reason: 'the endpoint is mended' }),
      })
      if (!reply.ok) throw new Error(`the redrive was answered with ${reply.status}: ${await reply.text()}`)
      while ((await letters(url, 'resolved')) < given && !over()) await delay(100)
      const [drained, left] = [(performance.now() - from) / 1000, given - (await letters(url, 'resolved'))]
      const spoilt = new Map([...uploads].filter(([name]) => before.get(name)?.status !== 'complete'))
      const isWhole = async () => ended(await followAll(fleet.url, spoilt, over), true, 'complete') === bad
      await until(isWhole, 'what was poisoned being complete', 60_000).catch(() => undefined)
      const after = new Map([...before, ...(await followAll(fleet.url, spoilt, over))])
      const sums = await countedByMetrics(url)
      await fleet.stop()
      const { checked, differ } = await unaccounted(env, sums)
      for (const line of differ) console.error(line)
      return {
        ...{ documents: count, poisoned: bad, 'dead letters': given },
        'others not complete': count - bad - ended(before, false, 'complete'),
        'poisoned complete before': ended(before, true, 'complete'),
        'not resolved by the redrive': left,
        'drained in, s': drained,
        'not complete at the end': count - ended(after, false, 'complete') - ended(after, true, 'complete'),
        'consumers and topics': checked,
        'whose counts differ': differ.length,
      }
    })
  } finally {
    await endpoint.close()
  }
}

export const poisonGates: readonly Gate[] = [
  {
    ...{ name: 'poison', fault: `1 in ${ONE_IN} of ${DOCUMENTS} documents breaks the embeddings` },
    bar: 'no other is affected; mended, a redrive by filter drains to 0; records read = handled + skipped + dead-lettered',
    held: (figures) =>
      none(
        figures,
        'others not complete',
        'poisoned complete before',
        'not resolved by the redrive',
        'not complete at the end',
        'whose counts differ',
      ) && figures['dead letters'] === figures.poisoned,
    run: poisoned,
  },
]
