import { EventEmitter } from 'node:events'
import kafkajs, { type Consumer, type Kafka } from 'kafkajs'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { followHeartbeats, keepJoined, subscribeKafka } from './kafka-subscription.ts'

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

test('a member of which its group has not heard for four sessions joins anew; one that is heard, or is not in its group, does not', async () => {
  vi.useFakeTimers()
  try {
    const member = { rejoining: false, givenUp: false, running: true, stopping: false, crashes: 0, id: 'm', heardAt: performance.now() }
    let joined = 0
    const kept = keepJoined(member, async () => {
      joined++
      member.heardAt = performance.now()
    })
    for (let n = 0; n < 20; n++) {
      member.heardAt = performance.now()
      await vi.advanceTimersByTimeAsync(3_000)
    }
    expect(joined).toBe(0)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(joined).toBe(0)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(joined).toBe(1)
    member.running = false
    await vi.advanceTimersByTimeAsync(100_000)
    expect(joined).toBe(1)
    kept.end()
  } finally {
    vi.useRealTimers()
  }
})

test('a member that cannot join anew, because no broker answers, tries again', async () => {
  vi.useFakeTimers()
  try {
    const member = { rejoining: false, givenUp: false, running: true, stopping: false, crashes: 0, id: 'm', heardAt: performance.now() }
    let [tried, away] = [0, 2]
    const kept = keepJoined(member, async () => {
      tried++
      member.running = false
      if (away-- > 0) throw new Error('no broker answers')
    })
    await vi.advanceTimersByTimeAsync(300_000)
    expect(tried).toBe(3)
    kept.end()
  } finally {
    vi.useRealTimers()
  }
})

test('a member whose client gave up, because no broker told its coordinator, joins anew', async () => {
  vi.useFakeTimers()
  try {
    const emitter = new EventEmitter()
    let runs = 0
    const consumer = () =>
      ({
        on: emitter.on.bind(emitter),
        events: { REQUEST: 'request', HEARTBEAT: 'heartbeat', GROUP_JOIN: 'join', CRASH: 'crash' },
        connect: async () => undefined,
        subscribe: async () => undefined,
        disconnect: async () => undefined,
        stop: async () => undefined,
        run: async () => void emitter.emit('join', { payload: { memberId: `m${++runs}`, memberAssignment: {} } }),
      }) as unknown as Consumer
    const subscription = await subscribeKafka(
      { consumer } as unknown as Kafka,
      { group: 'g', topics: ['t'], handler: async () => undefined } as never,
      async () => new Map(),
      pino({ level: 'silent' }),
    )
    let over = false
    subscription.crashed.catch(() => (over = true))
    const cause = Reflect.construct(kafkajs.KafkaJSGroupCoordinatorNotFound, ['Failed to find group coordinator'])
    const error = Reflect.construct(kafkajs.KafkaJSNonRetriableError, [cause, { cause }])
    emitter.emit('crash', { payload: { error, restart: false } })
    await vi.advanceTimersByTimeAsync(10_000)
    expect([runs, over]).toEqual([2, false])
    await vi.advanceTimersByTimeAsync(20_000)
    expect(runs, 'once').toBe(2)
    emitter.emit('crash', { payload: { error: new kafkajs.KafkaJSNonRetriableError('the group is not allowed'), restart: false } })
    await vi.advanceTimersByTimeAsync(10_000)
    expect([runs, over], 'what no join mends ends it').toEqual([2, true])
    await subscription.stop(0)
  } finally {
    vi.useRealTimers()
  }
})
