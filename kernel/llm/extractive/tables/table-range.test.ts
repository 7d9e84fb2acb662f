import { expect, test } from 'vitest'
import { readQuestion } from '../question/question.ts'
import { isSure, tableAnswer } from './table-answer.ts'

const months = 'January February March April May June'.split(' ').map((month, i) => `| ${month} | ${100 + i} | ${200 + i} |`)
const passages = [{ id: 'v', text: `Visitors\n\n| Month | Visitors 2024 | Visitors 2025 |\n| --- | --- | --- |\n${months.join('\n')}` }]
const answer = (question: string) => {
  const found = tableAnswer(readQuestion(question), passages)
  return found && isSure(found) ? found.text : undefined
}

test.each([
  ['How many visitors came between March and May 2025?', 'Visitors 2025: 609, the sum of the 3 rows from March to May as I computed it'],
  [
    'How many visitors were there from January to April 2024?',
    'Visitors 2024: 406, the sum of the 4 rows from January to April as I computed it',
  ],
  [
    'How many visitors came in the first quarter of 2025?',
    'Visitors 2025: 603, the sum of the 3 rows from January to March as I computed it',
  ],
])('%s', (question, told) => {
  expect(answer(question)).toBe(told)
})

test('a quarter of which months are missing is not added up, and two months that are compared are not', () => {
  expect(answer('How many visitors came in the third quarter of 2025?')).toBeUndefined()
  expect(answer('How many more visitors came in 2025 than in 2024 from March to May?') ?? '').not.toContain('rows from')
})
