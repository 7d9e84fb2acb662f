import { expect, test } from 'vitest'
import { caseOf } from './cases.ts'

const record = (response_payload: Record<string, unknown> | undefined, feedback_text?: string) => ({
  user_id: 'u',
  session_id: 's',
  response_id: 'r-1',
  rating: -1,
  created_at: '',
  updated_at: '',
  ...(response_payload ? { response_payload } : {}),
  ...(feedback_text === undefined ? {} : { feedback_text }),
})

test('a rating with what was expected', () => {
  const expected = { expected_answer: ' In the meadow. ', expected_documents: ['plan.pdf'], note: 'page 3' }
  const payload = { question: 'Where to gather?', filter: "doc_type eq 'plan'", evaluation_case: expected }
  expect(caseOf(record(payload, 'Wrong place.'))).toEqual({
    id: 'r-1',
    question: 'Where to gather?',
    expected_documents: ['plan.pdf'],
    expected_answer: 'In the meadow.',
    filter: "doc_type eq 'plan'",
    note: 'Wrong place. page 3',
  })
})

test('a bare question is a case, what does not fit is left out', () => {
  expect(caseOf(record({ question: 'Where?' }))).toEqual({ id: 'r-1', question: 'Where?' })
  const odd = { question: 'Where?', filter: 7, evaluation_case: { expected_answer: '', expected_documents: [], note: 3 } }
  expect(caseOf(record(odd))).toEqual({ id: 'r-1', question: 'Where?' })
  expect(caseOf(record({ question: 'Where?', evaluation_case: 'x' }))).toEqual({ id: 'r-1', question: 'Where?' })
})

test('the question may be put so that it stands alone', () => {
  const payload = { question: 'And in winter?', evaluation_case: { question: 'Is the mill open in winter?' } }
  expect(caseOf(record(payload))?.question).toBe('Is the mill open in winter?')
})

test.each([[undefined], [{}], [{ question: '' }], [{ question: 5 }]])('no case of %j', (payload) => {
  expect(caseOf(record(payload))).toBeUndefined()
})
