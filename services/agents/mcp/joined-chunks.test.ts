import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinedChunks } from './joined-chunks.ts'
import { cursorOf, positionOf } from './list-cursor.ts'

test('chunks that overlap give back the text that they were cut from, whatever stands before each', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 200 }),
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 0, max: 20 }),
      fc.string(),
      (text, size, overlap, prefix) => {
        const chunks = []
        for (let from = 0; ; from += Math.max(1, size - overlap)) {
          const to = Math.min(text.length, from + size)
          chunks.push({ fields: { text: prefix + text.slice(from, to), char_start: from, char_end: to } })
          if (to === text.length) break
        }
        expect(joinedChunks(chunks)).toBe(text)
      },
    ),
  )
})

test('chunks with a gap between them, and those without places, stand apart', () => {
  const at = (text: string, from: number) => ({ fields: { text, char_start: from, char_end: from + text.length } })
  expect(joinedChunks([at('one', 0), at('two', 10)])).toBe('one\n\ntwo')
  expect(joinedChunks([{ fields: { text: 'one' } }, { fields: { text: 'two', char_start: null } }])).toBe('one\n\ntwo')
  expect(joinedChunks([])).toBe('')
})

test('a cursor is one of its own list alone', () => {
  expect(positionOf('prompts', cursorOf('prompts', { part: 2, skip: 40 }))).toEqual({ part: 2, skip: 40 })
  expect(positionOf('prompts', undefined)).toEqual({ part: 0, skip: 0 })
  for (const cursor of [cursorOf('resources', { part: 0, skip: 1 }), '', 'x', Buffer.from('["prompts",-1,0]').toString('base64url')])
    expect(positionOf('prompts', cursor)).toBeUndefined()
})
