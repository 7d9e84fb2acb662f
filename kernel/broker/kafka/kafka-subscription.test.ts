import { EventEmitter } from 'node:events'
import kafkajs, { type Consumer, type Kafka } from 'kafkajs'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { followHeartbeats, subscribeKafka } from './kafka-subscription.ts'

test('an answer that lay in the socket while the process was stopped is as old as its request', () => {
  const emitter = new EventEmitter()
  const consumer = {
    on: emitter.on.bind(emitter),
    events: { REQUEST: 'request', HEARTBEAT: 'heartbeat' },
  } as unknown as Consumer
  const heard: number[] = []
  followHeartbeats(consumer, (at) => heard.push(at))
  emitter.emit('request', { payload: { apiName: 'Heartbeat', duration: 95_000 } })
  emitter.emit('request', { payload: { apiName: 'Fetch', duration: 500 } })
  emitter.emit('heartbeat')
  expect(performance.now() - heard[0]!).toBeGreaterThanOrEqual(95_000)
  emitter.emit('request', { payload: { apiName: 'Heartbeat', duration: 0 } })
  emitter.emit('heartbeat')
  expect(performance.now() - heard[1]!).toBeLessThan(95_000)
})

test.each([
  [Reflect.construct(kafkajs.KafkaJSGroupCoordinatorNotFound, ['Failed to find group coordinator']), 'joins by a fresh member'],
  [new kafkajs.KafkaJSNonRetriableError('the group is not allowed'), 'is told'],
])('%s before the first join %s', async (error, outcome) => {
  let made = 0
  const consumer = () => {
    const emitter = new EventEmitter()
    const first = ++made === 1
    return {
      on: emitter.on.bind(emitter),
      events: { REQUEST: 'request', HEARTBEAT: 'heartbeat', GROUP_JOIN: 'join', CRASH: 'crash' },
      connect: async () => undefined,
      subscribe: async () => undefined,
      disconnect: async () => undefined,
      run: async () => {
        if (first) emitter.emit('crash', { payload: { error, restart: false } })
        else emitter.emit('join', { payload: { memberId: 'm', memberAssignment: {} } })
      },
    } as unknown as Consumer
  }
  const joined = subscribeKafka(
    { consumer } as unknown as Kafka,
    { group: 'g', topics: ['t'], handler: async () => undefined } as never,
    async () => new Map(),
    pino({ level: 'silent' }),
  )
  if (outcome === 'is told') await expect(joined).rejects.toThrow('not allowed')
  else await (await joined).stop(0)
  expect(made).toBe(outcome === 'is told' ? 1 : 2)
})
