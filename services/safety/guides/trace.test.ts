import { describe, expect, it, test } from 'vitest'
import { judgeSentences } from './sample/judge-sentences.ts'
import { tracer } from './trace.ts'

const at = (text: string, headings: string[] = []) => ({ text, headings })
const elements = [
  at('Teachers lock the doors of rooms 101 to 108 within 45 seconds.', ['During']),
  at('Do not touch, move or cover a suspicious object.'),
  at('The nurse calls 911 and the teacher leads the class to gate A on Birch Street.'),
]
const trace = tracer(elements)

describe('a sentence of a guide comes from the element that says it', () => {
  it.each([
    ['Lock the doors of rooms 101 to 108 within 45 seconds.', 0],
    ['Teachers secure doors.', 0],
    ['During: lock doors.', 0],
    ['Do not cover a suspicious object.', 1],
    ['The nurse calls 9-1-1.', 2],
    ['Guide the class to Birch Street.', 2],
  ])('%s', (sentence, element) => {
    expect(trace(sentence)).toBe(element)
  })

  it.each([
    'Lock the doors of rooms 101 to 109.',
    'Unlock the doors.',
    'Cover a suspicious object.',
    'The teacher calls 911.',
    'Lead the class to Cedar Lane.',
    'Lock the doors and hide behind the piano.',
    'Principals lock the doors.',
    'Lead the class to gate B.',
    'Stay calm.',
    '',
  ])('and no element says: %s', (sentence) => {
    expect(trace(sentence)).toBeUndefined()
  })

  it('takes no time for hostile text', () => {
    const many = Array.from({ length: 3000 }, (_, i) => at(`Room ${i} or not ${'or '.repeat(30)}`))
    expect(tracer(many)('not a '.repeat(20_000))).toBeUndefined()
  })
})

test.each([
  'known',
  'held_out',
] as const)('of sentences written for the sample plan, %s: invented ones are flagged, true ones are not', (half) => {
  const { counts, wrong } = judgeSentences(half)
  expect(counts.invented + counts.true).toBeGreaterThan(150)
  expect(wrong.invented.length / counts.invented).toBeLessThanOrEqual(0.05)
  expect(wrong.true.length / counts.true).toBeLessThanOrEqual(0.02)
})
