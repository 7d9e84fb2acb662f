import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { seededRandom } from '../../scripts/seeded-random.ts'
import type { Fleet } from './fleet.ts'
import { chunksOf, type Entity, entityOf, sendText, until } from './http-client.ts'

export interface CrashRun {
  readonly fleet: Fleet
  /** File names begin with it. */
  readonly prefix: string
  readonly documents: number
  readonly seed: number
  /** Mean time between a process being ready and the next death. */
  readonly everyMs: number
  /** Deaths go on until all is done, and until there were this many. */
  readonly leastKills: number
  /**
   * Deaths end when there were this many. Without it they may come faster than a busy machine starts a parser, so that no life gets
   * anything done, and records are given up for being under way at every death.
   */
  readonly mostKills?: number
  /** How long all may take after the last death. */
  readonly patienceMs: number
}

/** What became of the documents; lost, duplicates and stuck must be empty. */
export interface CrashResult {
  readonly kills: number
  readonly seconds: number
  /** Id of every upload by the file's name. */
  readonly uploads: ReadonlyMap<string, string>
  /** Complete, but not wholly there, or of another upload; or ended in error. */
  readonly lost: readonly string[]
  /** With chunks more than once. */
  readonly duplicates: readonly string[]
  /** Not at an end. */
  readonly stuck: readonly string[]
}

/** Uploads under way at the same time: enough that every stage has something in hand when its process dies. */
const SENDERS = 4
const PARAGRAPHS = 6

const textOf = (name: string): string =>
  Array.from(
    { length: PARAGRAPHS },
    (_, i) => `Paragraph ${i} of ${name} tells of matter ${(i * 7919) % 9973}. ${'The wheel turns and the stones grind. '.repeat(20)}`,
  ).join('\n\n')

const conflictSchema = z.object({ error: z.object({ details: z.object({ upload_id: z.string() }) }) })

/** Sends a document until the server has said that it has it; gives the upload's id. */
async function send(fleet: Fleet, name: string): Promise<string> {
  return until(
    async () => {
      const reply = await sendText(fleet.url(), name, textOf(name))
      if (reply.code === 202) return reply.id
      if (reply.code !== 409) return false
      // The acknowledgement was lost with the process. The upload was not, if it is there now; else its name is free again soon.
      const { upload_id } = conflictSchema.parse(JSON.parse(reply.text)).error.details
      return (await entityOf(fleet.url(), upload_id)) && upload_id
    },
    `${name} being accepted`,
    150_000,
  )
}

async function sendAll(fleet: Fleet, names: readonly string[]): Promise<Map<string, string>> {
  const uploads = new Map<string, string>()
  const left = [...names]
  const sender = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) uploads.set(name, await send(fleet, name))
  }
  await Promise.all(Array.from({ length: SENDERS }, sender))
  return uploads
}

/** Follows uploads until each has ended or the time is over; gives the last that was seen of each. */
async function followAll(fleet: Fleet, uploads: ReadonlyMap<string, string>, over: () => boolean): Promise<Map<string, Entity>> {
  const seen = new Map<string, Entity>()
  const open = new Set(uploads.keys())
  while (open.size > 0 && !over()) {
    for (const name of [...open].slice(0, 20)) {
      const entity = await entityOf(fleet.url(), uploads.get(name) ?? '').catch(() => undefined)
      if (entity) seen.set(name, entity)
      if (entity?.status === 'complete' || entity?.status === 'error') open.delete(name)
    }
    await delay(100)
  }
  return seen
}

/** What the index shows of a document, judged against what was sent. */
async function judge(
  url: string,
  name: string,
  uploadId: string,
  entity: Entity | undefined,
): Promise<'right' | 'lost' | 'duplicate' | 'stuck'> {
  if (entity?.status !== 'complete') return entity?.status === 'error' ? 'lost' : 'stuck'
  const chunks = await chunksOf(url, name)
  const text = chunks.map((c) => c.text).join('\n')
  if (new Set(chunks.map((c) => `${c.upload_id}/${c.chunk_index}`)).size !== chunks.length) return 'duplicate'
  if (chunks.some((c) => c.upload_id !== uploadId)) return chunks.some((c) => c.upload_id === uploadId) ? 'duplicate' : 'lost'
  const whole = Array.from({ length: PARAGRAPHS }, (_, i) => `Paragraph ${i} of ${name} `).every((start) => text.includes(start))
  return whole && chunks.every((c, i) => c.chunk_index === i) && chunks.length === entity.chunks ? 'right' : 'lost'
}

/** Sends documents while processes are killed, until all are at their end; then looks at every one. */
export async function crashRun(options: CrashRun): Promise<CrashResult> {
  const { fleet, prefix, documents, seed, everyMs, leastKills, mostKills = Number.POSITIVE_INFINITY, patienceMs } = options
  const started = performance.now()
  const random = seededRandom(seed)
  let kills = 0
  let settled = false
  let quietSince = Number.POSITIVE_INFINITY
  const striking = (async () => {
    while (kills < leastKills || (!settled && kills < mostKills)) {
      await delay(everyMs * (0.5 + random()))
      await fleet.strike(random)
      kills++
    }
  })()
  const names = Array.from({ length: documents }, (_, i) => `${prefix}-${i}.txt`)
  const overdue = () => performance.now() > quietSince + patienceMs
  const following = (async () => {
    const uploads = await sendAll(fleet, names)
    const end = performance.now() + patienceMs
    await followAll(fleet, uploads, () => performance.now() > end)
    return uploads
  })()
  // A process that does not start again fails the run at once.
  const uploads = await Promise.race([following, striking.then(() => following)]).finally(() => (settled = true))
  await striking
  quietSince = performance.now()
  const last = await followAll(fleet, uploads, overdue)
  const seconds = (performance.now() - started) / 1000
  const verdicts = new Map<string, string>()
  for (const name of names) verdicts.set(name, await judge(fleet.url(), name, uploads.get(name) ?? '', last.get(name)))
  const of = (verdict: string) => names.filter((name) => verdicts.get(name) === verdict)
  return { kills, seconds, uploads, lost: of('lost'), duplicates: of('duplicate'), stuck: of('stuck') }
}
