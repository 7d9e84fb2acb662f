import { expect, test } from 'vitest'
import { readPassages } from '../reading.ts'

const manual = [
  'The combat manager and the dice simulator open from the Tools menu.',
  'Keyboard\n\nCtrl+B: Combat manager\n\nCtrl+D: Dice simulator\n\nCtrl+Shift+S: Save as',
].map((text, i) => ({ id: `${i}`, document: 'd', order: i, title: 'assistant guide', text }))
const read = (question: string) => readPassages(question, manual, 1)

test('who asks for keys is told keys, not where else to click', () => {
  expect(read('Which key combination opens the combat manager?')).toMatchObject({
    kind: 'answer',
    texts: [expect.stringContaining('Ctrl+B')],
  })
  expect(read('What is the shortcut for the dice simulator?').texts[0]).toContain('Ctrl+D')
})

test('what is said of other keys says nothing of these', () => {
  expect(read('What does Ctrl+D do?').texts[0]).toContain('Dice simulator')
  expect(read('What does Ctrl+X do?').kind).not.toBe('answer')
})
