import { installationFounded } from '../../schemas/installation.ts'
import { isMissing } from '../broker/topic-differences.ts'
import { readTopics } from '../broker/topics.ts'
import type { Ports } from '../ports.ts'
import { messageOf } from '../runtime/errors.ts'
import { answersWithin, type Dependency, PROBE_TIMEOUT_MS } from '../runtime/health.ts'
import type { Logger } from '../runtime/log.ts'
import { type Installation, readMark } from './establish.ts'
import { readInstallation } from './store.ts'

const LOOK_EVERY_MS = 2_000
const ANSWER_MS = 1_000
const STRANGE_BLOBS =
  'the blobs know nothing of this installation: its files were lost, or another folder or container is in their place. ' +
  'Stop the processes that read files and put it back: what they cannot read ends in storage_failed (see docs/how-to/recover-lost-parts.md)'

export interface InstallationWatch {
  /**
   * Rejects when the store or the log that this process started with is gone. What is derived from them, in the database and in memory,
   * is brought up by a start: so the process ends, and its supervisor starts it, as soon as there is something to start on.
   */
  readonly lost: Promise<never>
  /**
   * For readiness: store and log are those that this process started with. Blobs that are not are told of, and stop nothing: what is
   * indexed is found without them.
   */
  readonly dependencies: readonly Dependency[]
  stop(): void
}

/** Watches that tables and topics stay those of the start. A database or a broker that does not answer has lost nothing yet. */
export function watchInstallation(
  { broker, database, blobs }: Pick<Ports, 'broker' | 'database' | 'blobs'>,
  { id, storeId }: Installation,
  log: Logger,
): InstallationWatch {
  const { promise: lost, reject } = Promise.withResolvers<never>()
  lost.catch(() => undefined)
  const isStoreLost = async () => (await readInstallation(database))?.store_id !== storeId
  const isLogLost = async () => {
    const asked = broker.partitions(installationFounded.name)
    const partitions = await answersWithin(ANSWER_MS, () => asked).catch(async () => {
      // Of a topic that is gone a cluster's client asks on for long, as of one that moves: a new cluster has no such topic.
      const missing = (await broker.ensureTopics(readTopics(), { dryRun: true })).filter(isMissing).map(({ topic }) => topic)
      if (missing.includes(installationFounded.name)) return []
      // One topic that was deleted keeps the client from asking for any.
      if (missing.length > 0) throw new Error(`${missing.join(', ')}: deleted on the broker; npm run topics makes them again, empty`)
      // What is there and busy answers yet: slow is not lost.
      return answersWithin(PROBE_TIMEOUT_MS - ANSWER_MS, () => asked)
    })
    return partitions.every(({ latest }) => latest < 1n)
  }
  const losses = [
    { name: 'store', isLost: isStoreLost, reason: 'the database lost its tables, or has others in their place' },
    { name: 'log', isLost: isLogLost, reason: 'the log began anew beside a store that was kept' },
  ]
  let looking = false
  const look = async () => {
    if (looking) return
    looking = true
    for (const { name, isLost, reason } of losses)
      await isLost().then(
        (gone) => gone && reject(new Error(reason)),
        (error) => log.debug({ name, error: messageOf(error) }, 'it cannot be told now whether this is lost'),
      )
    looking = false
  }
  const timer = setInterval(look, LOOK_EVERY_MS).unref()
  return {
    lost,
    dependencies: [
      ...losses.map(({ name, isLost, reason }) => ({
        name,
        required: true,
        async check() {
          if (await isLost()) throw new Error(reason)
        },
      })),
      {
        name: 'blobs',
        required: false,
        async check() {
          if ((await readMark(blobs))?.installation_id !== id) throw new Error(STRANGE_BLOBS)
        },
      },
    ],
    stop: () => clearInterval(timer),
  }
}
