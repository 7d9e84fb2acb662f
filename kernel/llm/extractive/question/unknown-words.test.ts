import { expect, test } from 'vitest'
import { unknownWords } from './unknown-words.ts'

const passages = [{ id: 'a', text: 'The mill of Avon grinds barley. Le moulin broie le seigle.' }]

test.each([
  ['How much barlex did the mill grind?', ['barlex']],
  // a right word is no mistake where no passage has it
  ['Who lifted the quernstone?', ['quernstone']],
  // what is shortened there is known
  ['Who is the millwright?', []],
  // what nobody translates is a word of another language
  ['Wer hat das Mühlrad gedengelt?', []],
  // the passages are in that language
  ['Quel moulin broie le seigel ?', ['seigel']],
])('%s', (question, unknown) => expect(unknownWords(question, passages)).toEqual(unknown))
