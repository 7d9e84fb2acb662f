import { setTimeout as delay } from 'node:timers/promises'
import kafkajs, { type Admin } from 'kafkajs'
import { messageOf } from '../../runtime/errors.ts'
import type { Logger } from '../../runtime/log.ts'

/** Tries of a question whose partition or group changes its place just now: a new topic, a fresh broker, one that comes or goes. */
const PLACE_TRIES = 60
const PLACE_PAUSE_MS = 250

/** The cluster answers, but has not yet settled who leads the partition or coordinates the group. */
export const isUnsettled = (error: unknown): boolean =>
  // kafkajs 2.2.4 takes the first topic of a reply in which a topic that was just made is not there yet.
  (error instanceof TypeError && error.message.includes("'partitions'")) ||
  error instanceof kafkajs.KafkaJSGroupCoordinatorNotFound ||
  (error instanceof kafkajs.KafkaJSProtocolError && error.retriable) ||
  (error instanceof kafkajs.KafkaJSNonRetriableError && isUnsettled(error.cause))

/** Asks again for as long as the cluster is still settling. */
export async function whileUnsettled<T>(log: Pick<Logger, 'debug'>, about: object, question: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await question()
    } catch (error) {
      if (!isUnsettled(error) || attempt === PLACE_TRIES) throw error
      log.debug({ ...about, attempt, error: messageOf(error) }, 'the cluster is still settling')
      await delay(PLACE_PAUSE_MS)
    }
  }
}

type Asked = Pick<Admin, 'connect' | 'disconnect'>

/**
 * A question about the places of a topic's records. An admin client that knows an old leader keeps asking it (kafkajs refreshes on an
 * unknown topic only), so that a further try is made by a fresh one.
 */
export async function askPlaces<T, A extends Asked>(
  { admin, brisk, log }: { readonly admin: A; readonly brisk: { admin(): A }; readonly log: Pick<Logger, 'debug'> },
  topic: string,
  question: (admin: A) => Promise<T>,
): Promise<T> {
  try {
    return await question(admin)
  } catch (error) {
    if (!isUnsettled(error)) throw error
  }
  await delay(PLACE_PAUSE_MS)
  return whileUnsettled(log, { topic }, async () => {
    const fresh = brisk.admin()
    try {
      await fresh.connect()
      return await question(fresh)
    } finally {
      await fresh.disconnect()
    }
  })
}
