import { expect, test } from 'vitest'
import type { Passage } from '../llm.ts'
import { readPassages } from './reading.ts'

const passage = (text: string, title = 'Notes'): Passage => ({ id: text.slice(0, 9), text, title })
const read = (question: string, ...texts: string[]) =>
  readPassages(
    question,
    texts.map((text) => passage(text)),
    1,
  )

const STAGES = [
  'A stage I tumour is less than 2 cm in diameter and has not spread.',
  'A stage II tumour is 2 to 5 cm in diameter and has spread to the lymph nodes.',
]

test.each([
  ['How large is a stage I tumour?', 'less than 2 cm', STAGES],
  ['How large is a stage II tumour?', '2 to 5 cm', STAGES],
  ['Who wrote Silent Spring?', 'Rachel Carson', ['But in 1962, Rachel Carson published Silent Spring, which argued against pesticides.']],
  ['When did Jefferson become President?', '1801', ['In 1801, Jefferson was made President; he was busy then.']],
  [
    'How far in advance is the trustee told about a review?',
    'two weeks',
    ['The trustee will be advised of the review at least two weeks in advance.'],
  ],
  [
    'Where does the mill keep its old accounts?',
    'a tin box',
    ['In the mill a clerk adds up its old accounts.', 'Old accounts of the mill are stored in a tin box.'],
  ],
  ['How much time is there for comments altogether?', '30 minutes', ['The total time for comments is limited to 30 minutes.']],
  [
    'What number do I call with questions about cancer?',
    '13 11 20',
    ['If you or your family have any questions, call Cancer Council 13 11 20.'],
  ],
  ['Who can I ring if I have questions about cancer?', '13 11 20', ['Cancer questions? Call Cancer Council 13 11 20.']],
  [
    'On what website can I get LayoutParser?',
    'layout-parser.github.io',
    ['LayoutParser reads pages. The library is available at https://layout-parser.github.io.'],
  ],
  [
    'How long does a breast ultrasound take?',
    '15–20 minutes',
    [
      'Women cannot come back for five years, so a doctor will organise breast ultrasounds.',
      'Breast ultrasound\n\nThe ultrasound scan is painless and takes about 15–20 minutes.',
    ],
  ],
])('%s: %s', (question, wanted, texts) => {
  const { kind, texts: said } = read(question, ...texts)
  expect({ kind, said: said[0] }).toEqual({ kind: 'answer', said: expect.stringContaining(wanted) })
})

test.each([
  ['How high is the tower?', 'The tower of the mill is 12 metres wide.'],
  ['What does the trustee earn per hour?', 'The salary ranges of the trustee should reflect the market for the same number of hours.'],
  ['Which school did Hiawatha attend?', 'Hiawatha had a canoe. He used it when he attended the general council of the tribes.'],
  ['What do you call a mage possessed by a demon?', 'A demon always attempts to possess a mage when it meets one.'],
  ['When does the special meeting start?', 'Whoever needs special help should call two days before the special meeting starts.'],
])('%s: not by "%s"', (question, text) => {
  expect(read(question, text).kind).not.toBe('answer')
})

test('what a list is about, its beginning or one of its items has to say', () => {
  const notes =
    '“PROPERTY”\n\n1. Letter from Thomas Jefferson to Isaac McPherson, 1813.\n2. As the realists taught law, all property rights are intangible.'
  expect(read('Which instrument did Jefferson learn?', notes).kind).not.toBe('answer')
})

test.each([
  [
    'Who restarted pump 7?',
    '2026-03-02T10:09:44Z INFO pump 7 restarted by Ana [1]',
    '2026-03-02T10:04:10Z ERROR pump 7 lost pressure\n2026-03-02T10:09:44Z INFO pump 7 restarted by Ana\n2026-03-02T11:30:00Z WARN pump 9 runs hot',
  ],
  [
    'How many seats does the Swan have?',
    'boat: Swan; seats: 6; keeper: Ulf Berg [1]',
    'boat: Kingfisher\nseats: 4\n\nboat: Swan\nseats: 6\nkeeper: Ulf Berg',
  ],
])('a record of a log or of data answers alone: %s', (question, said, text) => {
  expect(read(question, text).texts).toEqual([said])
})

const MAILS = [
  'Broken pump in hall 2\n\nFrom: Olga Brandt <olga@mill.example>\nTo: team@mill.example\nDate: Mon, 3 Mar 2025 09:12\n\nThe pump in hall 2 is broken again.',
  'Summer party\n\nFrom: Piet Visser <piet@mill.example>\nTo: Olga Brandt <olga@mill.example>\nDate: Tue, 4 Mar 2025 10:12\n\nShall we have the summer party on 12 July?',
]
test.each([
  ['Who wrote about the broken pump?', 'From: Olga Brandt <olga@mill.example>; To: team@mill.example'],
  ['Who sent the mail about the summer party?', 'From: Piet Visser'],
  ['When was the mail about the broken pump sent?', 'Date: Mon, 3 Mar 2025'],
])("a message's header says who wrote it, and when: %s", (question, says) => {
  expect(read(question, ...MAILS)).toMatchObject({ kind: 'answer', texts: [expect.stringContaining(says)] })
})
