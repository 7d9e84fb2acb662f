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
  /** When processes were killed, in ms since the epoch. */
  readonly deaths: readonly number[]
  readonly seconds: number
  /** Id of every upload by the file's name. */
  readonly uploads: ReadonlyMap<string, string>
}

/** Uploads under way at the same time: enough that every stage has something in hand when its process dies. */
const SENDERS = 4
/** A process dies within this time after a share of the documents began to be sent: however fast it is, it has work in hand then. */
const WORK_MS = 150

/** Some senders, which take what is handed to them. */
function openSenders(fleet: Fleet): { send(names: readonly string[]): void; sent(): Promise<Map<string, string>> } {
  const uploads = new Map<string, string>()
  const left: string[] = []
  const working = new Set<Promise<void>>()
  let failed: Error | undefined
  const sender = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) uploads.set(name, await sendUntilAccepted(fleet.url, name))
  }
  return {
    send(names) {
      left.push(...names)
      while (working.size < SENDERS) {
        const work: Promise<void> = sender()
          .catch((error: unknown) => void (failed ??= error instanceof Error ? error : new Error(String(error))))
          .finally(() => working.delete(work))
        working.add(work)
      }
    },
    async sent() {
      await Promise.all(working)
      if (failed) throw failed
      return uploads
    },
  }
}

/** Sends documents while processes are killed, until all are at their end; then looks at every one. */
export async function crashRun(options: CrashRun): Promise<CrashResult> {
  const { fleet, prefix, documents, seed, everyMs, leastKills, mostKills = Number.POSITIVE_INFINITY, patienceMs } = options
  const started = performance.now()
  const random = seededRandom(seed)
  const deaths: number[] = []
  const names = Array.from({ length: documents }, (_, i) => `${prefix}-${i}.txt`)
  const share = Math.ceil(documents / leastKills)
  const senders = openSenders(fleet)
  let settled = false
  let allSent: () => void = () => undefined
  const sending = new Promise<void>((resolve) => (allSent = resolve))
  const striking = (async () => {
    while (deaths.length < leastKills || (!settled && deaths.length < mostKills)) {
      await delay(everyMs * (0.5 + random()))
      senders.send(names.splice(0, share))
      if (names.length === 0) allSent()
      await delay(WORK_MS * random())
      deaths.push(Date.now())
      await fleet.strike(random)
    }
  })()
  const following = (async () => {
    await sending
    const uploads = await senders.sent()
    const end = performance.now() + patienceMs
    await followAll(fleet.url, uploads, () => performance.now() > end)
    return uploads
  })()
  // A process that does not start again fails the run at once.
  const uploads = await Promise.race([following, striking.then(() => following)]).finally(() => (settled = true))
  await striking
  const quietSince = performance.now()
  const overdue = () => performance.now() > quietSince + patienceMs
  const last = await followAll(fleet.url, uploads, overdue)
  const seconds = (performance.now() - started) / 1000
  return { deaths, seconds, uploads, ...(await judgeAll(fleet.url(), uploads, last)) }
}
