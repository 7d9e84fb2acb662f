import { expect, test } from 'vitest'
import { askPlaces } from './unsettled.ts'

const log = { debug: () => undefined }
/** As kafkajs fails on a reply without the topic. */
const unsettled = () => {
  const [first] = [] as { partitions: number[] }[]
  const { partitions } = first!
  return partitions
}

test('what an old client does not find is asked of a fresh one, as often as it takes, and each is let go', async () => {
  const told: string[] = []
  let made = 0
  const clientOf = (name: string) => ({
    connect: async () => void told.push(`${name} connects`),
    disconnect: async () => void told.push(`${name} goes`),
    ask: async () => (name === 'fresh 2' ? [7] : unsettled()),
  })
  const parts = { admin: clientOf('old'), brisk: { admin: () => clientOf(`fresh ${++made}`) }, log }
  expect(await askPlaces(parts, 'a', (admin) => admin.ask())).toEqual([7])
  expect(told).toEqual(['fresh 1 connects', 'fresh 1 goes', 'fresh 2 connects', 'fresh 2 goes'])
})

test('a failure that is no matter of places is told at once', async () => {
  const admin = { connect: async () => undefined, disconnect: async () => undefined }
  const parts = { admin, brisk: { admin: () => admin }, log }
  const question = () => Promise.reject(new Error('refused'))
  await expect(askPlaces(parts, 'a', question)).rejects.toThrow('refused')
})
