import { EventEmitter } from 'node:events'
import type { Consumer } from 'kafkajs'
import { expect, test } from 'vitest'
import { followHeartbeats } from './kafka-subscription.ts'

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
