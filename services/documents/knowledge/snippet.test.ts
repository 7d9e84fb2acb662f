import fc from 'fast-check'
import { expect, test } from 'vitest'
import { snippetOf } from './snippet.ts'

const filler = (n: number) => Array.from({ length: n }, (_, i) => `Filler${i} goes here.`).join(' ')

test('a short text is shown whole', () => expect(snippetOf(' The wheel turns. ', 'wheel')).toBe('The wheel turns.'))

test('the passage with the most of the words is shown', () => {
  const text = `${filler(40)} A wheel alone. ${filler(40)} The water drives the wheels of the mill. ${filler(40)}`
  const snippet = snippetOf(text, 'which water drives a mill wheel?')
  expect(snippet).toContain('The water drives the wheels of the mill.')
  expect(snippet.startsWith('… ') && snippet.endsWith(' …')).toBe(true)
})

test('a text without any of the words is shown from its beginning', () => {
  expect(snippetOf(filler(40), 'absent').startsWith('Filler0 goes here.')).toBe(true)
})

test('a word at the very end is in the snippet', () => {
  expect(snippetOf(`${filler(60)} qzwvx`, 'qzwvx').endsWith('qzwvx')).toBe(true)
})

test('words of a script without spaces are found', () => {
  const text = `${'水車は川の流れで回る。'.repeat(60)}会議は東京で開かれた。${'水車は川の流れで回る。'.repeat(60)}`
  expect(snippetOf(text, '東京の会議')).toContain('東京')
})

test('it is a piece of the text, never much longer than 300 characters, and never half a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 900 }), fc.string({ unit: 'grapheme', maxLength: 30 }), (text, query) => {
      const inner = snippetOf(text, query).replace(/^… /, '').replace(/ …$/, '')
      expect(text.includes(inner) || text.trim().includes(inner)).toBe(true)
      expect(inner.length).toBeLessThanOrEqual(301)
      expect(inner.isWellFormed() || !text.isWellFormed()).toBe(true)
    }),
  )
})
