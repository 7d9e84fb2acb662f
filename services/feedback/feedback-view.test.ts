import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evolveFeedback, type FeedbackState } from './feedback-view.ts'

const given = fc.record({
  feedback: fc.record({
    user_id: fc.constantFrom('a', 'b'),
    session_id: fc.constant('s'),
    response_id: fc.constant('r'),
    rating: fc.constantFrom(-1, 0, 1),
  }),
  at: fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z', '2026-01-02T00:00:00.000Z'),
})
type Given = Parameters<typeof evolveFeedback>[1]
const fold = (events: readonly Given[]) => events.reduce<FeedbackState | undefined>(evolveFeedback, undefined)

test('the same ratings give the same row in any order and however often they come', () => {
  const shuffled = fc
    .array(given, { minLength: 1, maxLength: 6 })
    .chain((events) => fc.tuple(fc.constant(events), fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 })))
  fc.assert(
    fc.property(shuffled, ([events, again]) => {
      expect(JSON.stringify(fold(again))).toBe(JSON.stringify(fold(events)))
    }),
  )
})

test('the latest by its own time holds, and the first tells since when', () => {
  const rate = (rating: number, at: string): Given => ({ feedback: { user_id: 'u', session_id: 's', response_id: 'r', rating }, at })
  const state = fold([rate(1, '2026-01-02T00:00:00Z'), rate(-1, '2026-01-03T00:00:00Z'), rate(0, '2026-01-01T00:00:00Z')])
  expect(state).toMatchObject({
    feedback: { rating: -1 },
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-03T00:00:00.000Z',
  })
})
