import { expect, test } from 'vitest'

interface Upload {
  status: string
  message?: string
  queue?: { state: string; position: number; own: number; eta_seconds: number | null }
}
const load = (part: string) => import(new URL(`../../web/parts/${part}.js`, import.meta.url).href)
const { stateWords }: { stateWords(upload: Upload): string } = await load('documents/state-words')
const { placeWords }: { placeWords(upload: Upload): string } = await load('documents/place-words')

test('what is being done is told in units that people read', () => {
  const words = (message: string) => stateWords({ status: 'processing', message })
  expect(words('Parsing: 0 of 93549 bytes')).toBe('Parsing')
  expect(words('Parsing: 1200000 of 2600000 bytes')).toBe('Parsing: 1.2 MB of 2.6 MB')
  expect(words('Embedding: 3 of 9 chunks')).toBe('Embedding: 3 of 9 passages')
  expect(stateWords({ status: 'queued' })).toBe('')
})

test('what is being worked on waits behind nothing', () => {
  const queue = { state: 'moving', position: 1, own: 1, eta_seconds: 4 }
  expect(placeWords({ status: 'queued', queue })).toBe('1 upload ahead, all of the same uploader, about 4 s to go')
  expect(placeWords({ status: 'processing', queue })).toBe('About 4 s to go')
})
