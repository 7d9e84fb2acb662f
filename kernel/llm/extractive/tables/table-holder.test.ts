import { expect, test } from 'vitest'
import { readPassages } from '../reading.ts'

const people = [
  'Name | Role | Reports to | Office',
  '--- | --- | --- | ---',
  'Ada Krol | Clerk | Ben Lund | Room 12',
  'Ben Lund | Head of finance | Cora Meyn | Room 4',
  'Cora Meyn | Director | | Room 1',
]
const passages = [{ id: 'p', document: 'p', title: 'people.xlsx', text: people.map((row) => `| ${row} |`).join('\n') }]

test.each([
  ['Who reports to Ben Lund?', 'Ada Krol – Reports to: Ben Lund. [1]'],
  ['Who does Ada Krol report to?', 'Ada Krol: Role Clerk; Reports to Ben Lund; Office Room 12. [1]'],
])('%s', (question, told) => expect(readPassages(question, passages, 1)).toMatchObject({ kind: 'answer', texts: [told] }))
