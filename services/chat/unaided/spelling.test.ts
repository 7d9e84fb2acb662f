import { expect, test } from 'vitest'
import { askedRight } from './spelling.ts'

test.each([
  ['Whch zone had the lowst sales?', 'Which zone had the lowest sales?'],
  ['wich fields are new?', 'which fields are new?'],
  ['That mill, when was it built?', 'That mill, when was it built?'],
  ['how many visitors in septmber', 'how many visitors in september'],
  ['Then who paid?', 'Then who paid?'],
  ['What is the longest way?', 'What is the longest way?'],
])('%s', (asked, meant) => expect(askedRight(asked)).toBe(meant))
