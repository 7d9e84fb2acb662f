import { expect, test } from 'vitest'
import { readQuestion } from '../question/question.ts'
import { tableAnswer } from './table-answer.ts'

const answer = (table: readonly string[], question: string) => {
  const lines = table.map((row) => `| ${row} |`)
  const text = [lines[0], lines[0]!.replace(/[^|]+/g, ' --- '), ...lines.slice(1)].join('\n')
  return tableAnswer(readQuestion(question), [{ id: 'a', document: 'd', title: 'yes-vote-figures.csv', text }])?.text
}

test.each([
  [
    'letters of its words',
    ['Country | HDI Rank | GNP', 'Avon | 8 | 3', 'Bredon | 4 | 9'],
    'Where does Avon rank in human development?',
    'HDI Rank: 8',
  ],
  [
    'beginnings of its words',
    ['Council | COUTAX | GDP', 'Avon_City | 920 | 3', 'Bredon | 410 | 9'],
    'What is the council tax in Avon City?',
    'COUTAX: 920',
  ],
  [
    'a word that stands beside another that may stand for it',
    ['Feature | Release Status | Introduced', 'mill for rye | stable | 16.1', 'weir | new | 18.2'],
    'In which version was the mill for rye introduced?',
    'Introduced: 16.1',
  ],
])('a column is named by %s', (_, table, question, said) => expect(answer(table, question)).toContain(said))

test('a place is known without the word for what it is', () => {
  expect(answer(['Council | YES', 'Avon_City | 62', 'Bredon_Isles | 68'], 'What was the yes vote in Avon?')).toContain('62')
})

test('the column that is asked for names the row, not its code', () => {
  const table = [
    'District code | County | District | Expenditure',
    '61 | Avon | Mill | 12',
    '62 | Avon | Weir | 30',
    '63 | Bredon | Ford | 21',
  ]
  expect(answer(table, 'Which district has the highest expenditure?')).toMatch(/^Weir/)
  const trials = ['Rate | Inhibitor concentration (g) | Loss of metal', '1.2E-05 | 5 | 40', '1.3E-05 | 7 | 12', '1.4E-05 | 9 | 31']
  expect(answer(trials, 'Which inhibitor concentration gives the lowest loss of metal?')).toMatch(/^7 /)
  const codes = ['Name | STATE_FIPS | 2009', 'Avon | 9 | 52', 'Bredon | 4 | 31', 'Corve | 1 | 40']
  expect(answer(codes, 'Which state had the highest yes vote in 2009?')).toMatch(/^Avon/)
})

test('keys are known as they stand', () => {
  const keys = ['Keys | What they do', 'Ctrl+I | Insert file', 'Ctrl+O | Other editor', 'Ctrl+S | Send later']
  expect(answer(keys, 'What does Ctrl+I do?')).toContain('Insert file')
  expect(answer(keys, 'What does Ctrl+K do?')).toBeUndefined()
})
