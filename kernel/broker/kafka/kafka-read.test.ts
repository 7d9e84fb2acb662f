import kafkajs, { type Consumer, type Kafka } from 'kafkajs'
import { expect, onTestFinished, test } from 'vitest'
import { readKafka } from './kafka-read.ts'

const events = { CRASH: 'crash', GROUP_JOIN: 'join' }
const loading = Object.assign(new Error('The coordinator is loading and hence cannot process requests'), { retriable: true })

/** A client whose consumer does what the script says once it runs. */
function clientOf(
  script: (emit: (name: string, payload?: object) => void, deliver: (offsets: number[]) => Promise<void>) => Promise<void>,
) {
  const listeners = new Map<string, (event: { payload: object }) => void>()
  const seeks: string[] = []
  const consumer = {
    events,
    on: (name: string, listener: (event: { payload: object }) => void) => void listeners.set(name, listener),
    connect: async () => undefined,
    subscribe: async () => undefined,
    disconnect: async () => undefined,
    seek: ({ offset }: { offset: string }) => void seeks.push(offset),
    async run({ eachBatch }: Parameters<Consumer['run']>[0] & { eachBatch?: (given: never) => Promise<void> }) {
      const messages = (offsets: number[]) =>
        offsets.map((offset) => ({ offset: String(offset), timestamp: '0', key: null, value: Buffer.from('v'), headers: {} }))
      const deliver = async (offsets: number[]) =>
        eachBatch?.({ batch: { messages: messages(offsets) }, heartbeat: async () => undefined } as never)
      void script((name, payload = {}) => listeners.get(name)?.({ payload }), deliver)
    },
  }
  return { kafka: { consumer: () => consumer } as unknown as Kafka, seeks }
}

const read = async (kafka: Kafka, to: bigint) =>
  (await Array.fromAsync(readKafka(kafka, { topic: 't', partition: 0, from: 2n, to }))).map(({ offset }) => Number(offset))

test('a coordinator that is still loading is waited for, and what was read is not read again after another join', async () => {
  const { kafka, seeks } = clientOf(async (emit, deliver) => {
    emit(events.CRASH, { error: loading, restart: true })
    emit(events.GROUP_JOIN)
    await deliver([2, 3])
    emit(events.CRASH, { error: loading, restart: true })
    emit(events.GROUP_JOIN)
    await deliver([4, 5])
  })
  expect(await read(kafka, 6n)).toEqual([2, 3, 4, 5])
  expect(seeks).toEqual(['2', '4'])
})

test('a client that gives up is unavailable, and leaves nothing unhandled', async () => {
  const unhandled: unknown[] = []
  const listen = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', listen)
  onTestFinished(() => void process.off('unhandledRejection', listen))
  const { kafka } = clientOf(async (emit) => emit(events.CRASH, { error: loading, restart: false }))
  await expect(read(kafka, 6n)).rejects.toMatchObject({ code: 'unavailable', headers: { 'retry-after': '1' } })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(unhandled).toEqual([])
})

// The client's types leave its message out.
const noCoordinator: Error = Reflect.construct(kafkajs.KafkaJSGroupCoordinatorNotFound, ['Failed to find group coordinator'])

test('a cluster that does not say yet who coordinates a group is asked again by a fresh client, a few times', async () => {
  let [asked, unknown] = [0, 1]
  const { kafka } = clientOf(async (emit, deliver) => {
    asked++
    if (unknown-- > 0) return emit(events.CRASH, { error: noCoordinator, restart: false })
    emit(events.GROUP_JOIN)
    await deliver([2, 3])
  })
  expect(await read(kafka, 4n)).toEqual([2, 3])
  expect(asked).toBe(2)
  unknown = 9
  await expect(read(kafka, 4n)).rejects.toMatchObject({ code: 'unavailable' })
  expect(asked).toBe(5)
})
