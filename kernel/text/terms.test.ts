import { expect, test } from 'vitest'
import { contentStems, stemsOf } from './terms.ts'

test.each([
  ['discovered', 'discovers'],
  ['Oxygen', 'oxygen'],
  ['café', 'cafe'],
  ['маяк', 'маяка'],
  ['الكتاب', 'كتاب'],
  ['ＡＢＣ', 'abc'],
])('%s and %s are one word', (a, b) => {
  expect(stemsOf(a)).toEqual(stemsOf(b))
})

test.each([
  ['war', 'ware'],
  ['1849', '1859'],
  ['маяк', 'маска'],
])('%s and %s are two', (a, b) => {
  expect(stemsOf(a)).not.toEqual(stemsOf(b))
})

test('what a question is about, without the words that only ask, each once', () => {
  expect(contentStems('When was the lighthouse, the old lighthouse, built?')).toEqual(stemsOf('lighthouse old built'))
  expect(contentStems('¿Cuándo fue construido el faro?')).toEqual(stemsOf('construido faro'))
  expect(contentStems('日本的首都是哪里？')).toEqual(expect.arrayContaining(stemsOf('日本')))
})

test('a question of function words alone keeps them', () => {
  expect(contentStems('Who are you?').length).toBeGreaterThan(0)
  expect(contentStems('?!')).toEqual([])
})
