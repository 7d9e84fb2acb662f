import { describe, expect, it, test } from 'vitest'
import { readAnnex } from './read-annex.ts'
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

it('reads numbers, doubled denials and the first cell of a row as people mean them', () => {
  const html =
    '<p>Students leave by the routes of the plan but to the far field, at least 1,000 feet from the building. Nobody leaves the shelter area until the principal gives the all clear. Lead the class to the hallway, away from windows.</p>' +
    '<table><tr><th>Who</th><th>What</th></tr><tr><td>Custodian</td><td>Shuts off the gas.</td></tr></table>'
  const trace = tracer(readAnnex(html), ['Custodian', 'Principal'])
  for (const said of [
    'Leave to the far field, at least 1,000 feet from the building.',
    'Stay in the shelter area until the principal gives the all clear.',
    'Stay away from windows.',
    'The custodian shuts off the gas.',
  ])
    expect([said, trace(said)]).toEqual([said, expect.any(Number)])
  for (const invented of [
    'Leave to the far field, at least 1,500 feet from the building.',
    'Leave the shelter area until the principal gives the all clear.',
    'The principal shuts off the gas.',
  ])
    expect([invented, trace(invented)]).toEqual([invented, undefined])
})
