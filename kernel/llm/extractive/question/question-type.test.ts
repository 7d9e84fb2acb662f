import { expect, test } from 'vitest'
import { readQuestion } from './question.ts'
import { typeOf } from './question-type.ts'

test.each([
  ['Who keeps the mill?', 'person'],
  ['When was the mill built?', 'date'],
  ['In what year did the wheel break?', 'date'],
  ['What time does the mill open?', 'time'],
  ['Where is the mill?', 'place'],
  ['How many stones does it have?', 'number'],
  ['How long does grinding take?', 'duration'],
  ['How tall is the tower?', 'measure'],
  ['How much does a sack cost?', 'money'],
  ['What percentage of the grain is lost?', 'percent'],
  ['What is the phone number of the miller?', 'phone'],
  ['What is a quern?', 'definition'],
  ['What does RPM stand for?', 'definition'],
  ['What is the depth of the pond?', 'measure'],
  ['Why did the wheel stop?', 'reason'],
  ['Is the mill open on Sundays?', 'yes-no'],
  ['Which grains are milled here?', 'list'],
  ['What tool dresses the stones?', 'thing'],
  ['What might a high number of broken sacks indicate?', 'thing'],
  ['What is the number of sacks?', 'number'],
  ['What is the fine for a carter who steals?', 'thing'],
  ['What should a visitor whose pass is lost do?', 'thing'],
  ['How many people who live there vote?', 'number'],
  ['What is the name of the man who built it?', 'person'],
  ['What is a miller and who signs for him?', 'person'],
  ['What kind of grain does the mill take?', 'thing'],
  ['What kinds of grain does the mill take?', 'list'],
  ['Wann wurde die Mühle gebaut?', 'date'],
  ['Où est le moulin ?', 'place'],
  ['¿Quién construyó el molino?', 'person'],
])('%s asks for: %s', (question, type) => {
  expect(typeOf(question).type).toBe(type)
})

test.each([
  ['Which mill has the most stones?', 'greatest'],
  ['Which sack is the lightest, and which costs the least?', 'least'],
  ['What is the total weight of all sacks?', 'sum'],
  ['How many mills are there?', 'count'],
  ['Which had more stones, Aldermill or Brookmill?', 'compare'],
  ['Who keeps the mill?', undefined],
  ['Which mill has more stones?', 'greatest'],
  ['How long is a bigger stone kept?', undefined],
  ['How many stones does a mill need at least?', 'count'],
])('%s is to be worked out by: %s', (question, operation) => {
  expect(typeOf(question).operation).toBe(operation)
})

test('names and figures must be there, the head of "the … of" too, the kind of thing need not', () => {
  const roles = (question: string) => Object.fromEntries(readQuestion(question).terms.map(({ word, role }) => [word, role]))
  expect(roles('How do I schedule a cron job?')).not.toHaveProperty('a')
  expect(roles('What was the yield of Brook Mill in 1931?')).toEqual({ yield: 'focus', brook: 'name', mill: 'name', 1931: 'number' })
  expect(roles('What tool dresses the stones?')).toMatchObject({ tool: 'category', dresses: 'word', stones: 'word' })
  expect(roles('What is the result of zone NA?')).toMatchObject({ na: 'name' })
})

test('German, French and Spanish words stand for English ones', () => {
  const forms = (question: string) => readQuestion(question).terms.flatMap(({ forms }) => [...forms])
  expect(forms('Wer hat das Museum gegründet?')).toContain('foundr')
  expect(forms('Quand le pont a-t-il été construit ?')).toContain('built')
  expect(forms('¿Dónde nació la autora?')).toContain('born')
})

test.each([
  ['Where do we meet when the river reads 1.80 metres or more?', { type: 'place' }],
  ['Who decides if it rains?', { type: 'person' }],
  ['Do you know when the race begins?', { type: 'date' }],
])('%s asks for what its main clause asks for', (question, type) => {
  expect(typeOf(question)).toEqual(type)
})

test('the head of what is asked for is a category, unless it says nothing; what stands before it tells which', () => {
  const roleOf = (question: string, word: string) => readQuestion(question).terms.find((term) => term.word === word)?.role
  expect(roleOf('Which medical people should be there?', 'medical')).toBe('word')
  expect(roleOf('Which milling tool should be there?', 'milling')).toBe('word')
  expect(roleOf('Which milling tool should be there?', 'tool')).toBe('category')
})

test.each([
  'What is the material broadcast using?',
  'What is included with each packet?',
  'What is chloroplast DNA abbreviated as?',
  'What is the system that the mill uses?',
])('%s asks for no definition', (question) => expect(typeOf(question).type).toBe('thing'))
