import { expect, test } from 'vitest'
import { definesSubject } from './definition.ts'
import { readQuestion } from './question/question.ts'

const defines = (question: string, text: string) => definesSubject(readQuestion(question), { text, kind: 'sentence' })

test.each([
  ['What does HER2 stand for?', 'The HER2 (human epidermal growth factor receptor 2) test looks for a protein.'],
  ['What does FSF stand for?', 'They assign it to the Free Software Foundation (FSF).'],
  ['What does NUT stand for?', 'NUT stands for Network UPS Tools.'],
  [
    'What does “shareable” mean for files in the standard?',
    '“Shareable” files are those that can be stored on one host and used on others.',
  ],
])('%s is said by: %s', (question, text) => expect(defines(question, text)).toBe(true))

test.each([
  ['What does GNU stand for?', 'If a new feature runs only on GNU (for instance, on GNU/Linux), it is acceptable.'],
  ['What does GNU stand for?', 'GNU packages need not be copyrighted by one body; this is up to their authors.'],
  ['What does “shareable” mean for files?', 'Most shareable files of this host lie below one folder.'],
])('%s is not said by: %s', (question, text) => expect(defines(question, text)).toBe(false))
