import { expect, test } from 'vitest'
import { readPassage } from './read-passage.ts'
import { supportChecker } from './support.ts'

test('a passage is read once, and forgotten after many others', () => {
  const first = readPassage('The wheel was built of oak.')
  expect(readPassage('The wheel was built of oak.')).toBe(first)
  expect(first.flat).toBe('the wheel was built of oak.')
  for (let i = 0; i < 127; i++) readPassage(`Mill ${i} grinds.`)
  expect(readPassage('The wheel was built of oak.')).toBe(first)
  for (let i = 0; i < 128; i++) readPassage(`Mill ${i} stands still.`)
  expect(readPassage('The wheel was built of oak.')).not.toBe(first)
})

test('a very long passage is not kept', () => {
  const text = 'The mill grinds. '.repeat(1000)
  expect(readPassage(text)).not.toBe(readPassage(text))
})

test('what opens a sentence is a name only beside passages that have it as one', () => {
  const opening = { text: 'Rivers feed the mill.' }
  const beside = supportChecker([opening, { text: 'It was built by Rivers in spring.' }])
  // as a name it must stand there; as a word of four it may be missing
  const claim = 'Rivers feed the old mill. '
  expect(beside(claim, [0]).supported).toBe(true)
  const fed = 'Rivers turn the wheel beside the brook.'
  const other = { text: 'Streams turn the wheel beside the brook.' }
  expect(supportChecker([other])(fed).supported).toBe(true)
  expect(supportChecker([other, { text: 'It was built by Rivers in spring.' }])(fed, [0])).toEqual({
    supported: false,
    missing: ['Rivers'],
  })
  expect(supportChecker([other])(fed).supported).toBe(true)
})

test('quotes come from behind what is not the document’s own', () => {
  const text = 'Name | Year\nThe mill was built. It stands.'
  expect(
    readPassage(text)
      .quotable(12)
      .map(({ start, end }) => text.slice(start, end)),
  ).toEqual(['The mill was built.', 'It stands.'])
})
