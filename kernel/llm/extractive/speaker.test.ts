import { expect, test } from 'vitest'
import { readPassages } from './reading.ts'

const passages = [
  { id: 'a', text: 'Tomasz Varga: Two days and a new hinge. I will have the sluice gate repaired by 27 March.' },
  { id: 'b', text: 'Ilse Marchetti: Good evening. Three points tonight.' },
]
const read = (question: string) => readPassages(question, passages, 1).texts[0]

test('who says "I" is named where somebody is asked for, and not where the day is', () => {
  expect(read('Who will have the sluice gate repaired?')).toBe('Tomasz Varga: I will have the sluice gate repaired by 27 March. [1]')
  expect(read('When will the sluice gate be repaired?')).toBe('I will have the sluice gate repaired by 27 March. [1]')
})
