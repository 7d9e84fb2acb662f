import { expect, test } from 'vitest'
import type { AnswerType } from '../question/question-type.ts'
import { spansFor } from './typed-spans.ts'

const COMMON = new Set(['the', 'mill', 'however', 'stones', 'keeper'])
const found = (type: AnswerType, text: string) => spansFor(type, text, COMMON)?.map(({ start, end }) => text.slice(start, end).trim())

test.each<[AnswerType, string, string]>([
  ['date', 'The mill was built on 3 March 1849.', '3 March 1849'],
  ['date', 'It opened in the 1960s.', '1960s'],
  ['time', 'Doors open at 7:30 a.m. sharp.', '7:30 a.m.'],
  ['duration', 'Grinding takes 30–60 minutes.', '30–60 minutes'],
  ['duration', 'Each may speak for three (3) minutes.', 'three (3) minutes'],
  ['percent', 'About 12.5 % is lost.', '12.5 %'],
  ['money', 'A sack costs $2,900.', '$2,900'],
  ['measure', 'The tower is 6 ft high.', '6 ft'],
  ['email', 'Write to keeper@mill.example.', 'keeper@mill.example.'],
  ['phone', 'Call 619-555-7359 before noon.', '619-555-7359'],
  ['person', 'The keeper, Mirela Quandt, lives there.', 'Mirela Quandt'],
  ['address', 'It stands at 12 Long Mill Street.', '12 Long Mill Street'],
])('%s in: %s', (type, text, span) => {
  expect(found(type, text)).toContain(span)
})

test.each<[AnswerType, string, string, string[]]>([
  ['number', 'How often is the race cleaned?', 'A single man of 40 cleans the race every spring.', ['every']],
  ['number', 'How often do they meet?', 'They meet twice a year in groups of 12.', ['twice', 'a year']],
  ['number', 'How often is it read?', 'A single file is read by 3 people.', []],
  ['date', 'When does the vault open?', 'The vault opens at nine in the morning on Mondays.', ['at nine', 'Mondays']],
  ['date', 'When was the vault built?', 'The vault was built by one man on Mondays.', []],
  ['place', 'Where are the duties set forth?', 'The duties are set forth in 11 U.S.C. § 1302.', ['§ 1']],
  ['reason', 'Why is it higher?', 'Its height is increased to accommodate a collar.', ['to accommodate']],
  ['reason', 'Why does it dim?', 'Fog brings salt to the glass, which causes the lamp to dim.', [', which causes']],
])('%s, asked “%s”, in: %s', (type, asked, text, spans) => {
  expect(spansFor(type, text, COMMON, asked)?.map(({ start, end }) => text.slice(start, end))).toEqual(spans)
})

test('a word of the language at the beginning of a sentence is no name', () => {
  expect(found('person', 'However stones break.')).toEqual([])
})

test('what needs no type has none', () => {
  expect(spansFor('thing', 'Anything 1849', COMMON)).toBeUndefined()
})
