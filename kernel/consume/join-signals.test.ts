import { expect, test } from 'vitest'
import { joinSignals } from './join-signals.ts'

test('the first signal aborts with its reason; after the end nothing does, and nothing listens', () => {
  const [first, second] = [new AbortController(), new AbortController()]
  const joined = joinSignals(first.signal, second.signal)
  const ended = joinSignals(first.signal, second.signal)
  ended.end()
  second.abort(new Error('over'))
  first.abort(new Error('later'))
  expect([joined.signal.aborted, joined.signal.reason.message]).toEqual([true, 'over'])
  expect(ended.signal.aborted).toBe(false)
})

test('a signal that is aborted already counts at once', () => {
  const joined = joinSignals(new AbortController().signal, AbortSignal.abort(new Error('before')))
  expect(joined.signal.reason.message).toBe('before')
})
