import { expect, test } from 'vitest'
import { kindAsked } from './kind-asked.ts'
import { readQuestion } from './question.ts'
import { readPassages } from './reading.ts'

const kindOf = (question: string, text: string) => readPassages(question, [{ id: 'p', text, title: 'notes.txt' }], 1).kind

test('a kind of thing is said by a word for such a thing, or by a name that may be one', () => {
  const kind = kindAsked(readQuestion('What tool loosens the stuck sluice?'))
  expect(kind?.names('A hammer loosens it.')).toBe(true)
  expect(kind?.names('The rain loosens it.')).toBe(false)
  expect(kindAsked(readQuestion('Who loosens the sluice?'))).toBeUndefined()
})

test('what is an amount has no name: a sentence without one does not answer', () => {
  const text = 'In the Bronto project two project leaders were elected, Anna Brix and Ulf Tamm.'
  expect(kindOf('What salary does the Bronto project leader get?', text)).not.toBe('answer')
  expect(kindOf('What salary does the Bronto project leader get?', 'The Bronto project leader gets a salary of 900 euros.')).toBe('answer')
})
