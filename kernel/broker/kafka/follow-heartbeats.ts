import type { Consumer } from 'kafkajs'

/**
 * Tells when the coordinator last knew this member: when the heartbeat that it answered was sent, in ms of the monotonic clock. The answer
 * may lie in the socket of a process that was stopped, and is as old as the stop then.
 */
export function followHeartbeats(consumer: Pick<Consumer, 'on' | 'events'>, heard: (at: number) => void): void {
  let sentAt: number | undefined
  consumer.on(consumer.events.REQUEST, ({ payload: { apiName, duration } }) => {
    if (apiName === 'Heartbeat') sentAt = performance.now() - duration
  })
  // Comes after its request's event, and only where the coordinator agreed.
  consumer.on(consumer.events.HEARTBEAT, () => heard(sentAt ?? performance.now()))
}
