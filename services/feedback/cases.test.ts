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

test('what does not fit is left out', () => {
  const expected = { expected_answer: 'Here.', expected_documents: [], note: 3 }
  const odd = { question: 'Where?', filter: 7, history: [{ role: 'system', content: 'x' }], evaluation_case: expected }
  expect(caseOf(record(odd))).toEqual({ id: 'r-1', question: 'Where?', expected_answer: 'Here.' })
})

test.each([
  [undefined],
  [{}],
  [{ note: 'bad' }],
  [{ question: 'Where in winter?' }],
  ['x'],
])('without an expectation (%j) there is no case', (of) => {
  expect(caseOf(record({ question: 'And Ohio?', ...(of === undefined ? {} : { evaluation_case: of }) }))).toBeUndefined()
})

test('a follow-up carries its conversation, unless the question is put so that it stands alone', () => {
  const history = [
    { role: 'user', content: 'How warm is Texas?', sources: [] },
    { role: 'assistant', content: 'Warm.' },
  ]
  const of = (more: object) => caseOf(record({ question: 'And Ohio?', history, evaluation_case: { expected_answer: 'Cold.', ...more } }))
  expect(of({})).toMatchObject({ question: 'And Ohio?', history: [{ role: 'user', content: 'How warm is Texas?' }, history[1]] })
  const alone = of({ question: 'How warm is Ohio?' })
  expect([alone?.question, alone?.history]).toEqual(['How warm is Ohio?', undefined])
})

test.each([[undefined], [{}], [{ question: '' }], [{ question: 5 }]])('no case of %j', (payload) => {
  expect(caseOf(record(payload))).toBeUndefined()
})
