import { setTimeout as delay } from 'node:timers/promises'
import { seededRandom } from '../../../scripts/seeded-random.ts'
import type { Fleet } from '../fleet.ts'
import { followAll, judgeAll, sendUntilAccepted, type Verdict } from './sent-documents.ts'

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

/** What became of the documents. */
export interface CrashResult extends Verdict {
  readonly kills: number
  readonly seconds: number
  /** Id of every upload by the file's name. */
  readonly uploads: ReadonlyMap<string, string>
}

/** Uploads under way at the same time: enough that every stage has something in hand when its process dies. */
const SENDERS = 4

async function sendAll(fleet: Fleet, names: readonly string[]): Promise<Map<string, string>> {
  const uploads = new Map<string, string>()
  const left = [...names]
  const sender = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) uploads.set(name, await sendUntilAccepted(fleet.url, name))
  }
  await Promise.all(Array.from({ length: SENDERS }, sender))
  return uploads
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
    await followAll(fleet.url, uploads, () => performance.now() > end)
    return uploads
  })()
  // A process that does not start again fails the run at once.
  const uploads = await Promise.race([following, striking.then(() => following)]).finally(() => (settled = true))
  await striking
  quietSince = performance.now()
  const last = await followAll(fleet.url, uploads, overdue)
  const seconds = (performance.now() - started) / 1000
  return { kills, seconds, uploads, ...(await judgeAll(fleet.url(), uploads, last)) }
}
