import { expect, test } from 'vitest'
import type { LimitedSearch } from '../../../kernel/access/limited-search.ts'
import { askedRight, respell } from './spelling.ts'

test.each([
  ['Whch zone had the lowst sales?', 'Which zone had the lowest sales?'],
  ['wich fields are new?', 'which fields are new?'],
  ['That mill, when was it built?', 'That mill, when was it built?'],
  ['how many visitors in septmber', 'how many visitors in september'],
  ['Who wrot the guide?', 'Who wrote the guide?'],
  ['How tal is the mill?', 'How tall is the mill?'],
  ['How much is the mill?', 'How much is the mill?'],
  ['Then who paid?', 'Then who paid?'],
  ['What is the longest way?', 'What is the longest way?'],
])('%s', (asked, meant) => expect(askedRight(asked)).toBe(meant))

const search = { wordsLike: async (_: string, word: string) => (word === 'silnt' ? ['silent'] : []) } as unknown as LimitedSearch

test('a word that no passage knows is spelt as the index has it, else as an everyday word', async () => {
  expect(await respell(search, 'i', 'Who wrot Silnt Sprng?', ['wrot', 'silnt'])).toBe('Who wrote Silent Sprng?')
  expect(await respell(search, 'i', 'Who bilt the weir?', ['bilt'])).toBe('Who built the weir?')
})
