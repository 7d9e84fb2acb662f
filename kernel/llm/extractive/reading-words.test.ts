import { expect, test } from 'vitest'
import type { Passage } from '../llm.ts'
import { readQuestion } from './question/question.ts'
import { readPassages } from './reading.ts'
import { isSure, tableAnswer } from './tables/table-answer.ts'

const alone = (text: string, question: string, title = 'notes.txt') => {
  const { kind, texts } = readPassages(question, [{ id: 'p', text, title }], 1)
  return { kind, text: texts[0] }
}
const answers = (said: string) => ({ kind: 'answer', text: expect.stringContaining(said) })

test('an amount of money is what something cost, whichever word the text has for it', () => {
  const text = 'The boiler was ordered for 18,400 euros from Vessel & Sons. The pump was ordered in May.'
  expect(alone(text, 'How much did the boiler cost?')).toEqual(answers('18,400 euros'))
  expect(alone(text, 'How much did the pump cost?').kind).not.toBe('answer')
})

test('who is of a country is of it by the word for what comes from there', () => {
  const text = 'French President Odile Brandt spoke first. The Dutch minister was late.'
  expect(alone(text, 'Who is the president of France?')).toEqual(answers('Odile Brandt'))
  expect(alone(text, 'Who is the president of Poland?').kind).not.toBe('answer')
})

test('of two dates the one that stands with what was done is told', () => {
  const text =
    'Officials stated on March 13 that the Admiralty is finalizing plans to send Bronto barges to Avon. They expect approvals, and the Admiralty could make a formal announcement as early as March 15.'
  expect(alone(text, 'When could the Admiralty announce the Bronto barges?').text).toMatch(/^They expect .*March 15/)
})

test('what is counted is the last word of its phrase, but for members and people', () => {
  const role = (question: string, word: string) => readQuestion(question).terms.find((term) => term.word === word)?.role
  expect(role('How many Australian men are treated each year?', 'men')).toBe('focus')
  expect(role('How many crew members does the barge have?', 'crew')).toBe('focus')
})

test('a row of figures is no sentence, and the number of a name does not stand for it', () => {
  expect(alone('Set Train Test\nMillQA 1,200 300', 'How many test questions does MillQA have?').kind).not.toBe('answer')
  expect(alone('Part II\n\nIt boasts over 100 million members.', 'How many members does Bronto II have?').kind).not.toBe('answer')
})

test('what lies where is asked for as a thing, not as a meaning', () => {
  const text = 'A wooden bench near the willow still held the newspaper under a stone. The pond is quiet.'
  expect(alone(text, 'What was on the wooden bench near the willow?')).toEqual(answers('newspaper'))
})

test('a column is named by the first letters of the words that are asked for', () => {
  const text =
    '| version | codename | release | eol | eol-server |\n| --- | --- | --- | --- | --- |\n| 20.04 | Focal Fox | 2020-04-23 | 2025-05-29 | 2026-01-01 |\n| 20.10 | Groovy Goat | 2020-10-22 | 2021-07-22 | |'
  const passages: Passage[] = [{ id: 't', text }]
  const found = tableAnswer(readQuestion('When does Focal Fox reach its end of life?'), passages)
  expect(found && isSure(found) ? found.text : undefined).toContain('2025-05-29')
})

test('a sentence that says what something is comes before a row that names it', () => {
  const text =
    'A keel repair is a type of joinery in which new planks are set.\n\n| Who | What they do |\n| --- | --- |\n| keel repairer | performs keel repair for boats that were stranded |'
  expect(alone(text, 'What is a keel repair?').text).toMatch(/type of joinery/)
})

test('who is named with an office is told by it, and how far by a distance', () => {
  const text =
    'Partisans attacked Avon Oblast Deputy Head Vitus Bulmer in his car. They also struck Kuplane (45km northwest of Svato) with rockets.'
  expect(alone(text, 'Who is Vitus Bulmer?')).toEqual(answers('Deputy Head'))
  expect(alone(text, 'How far is Kuplane from Svato?')).toEqual(answers('45km'))
})

test('where something can be got is told by an address, and one word does not tell which kind of thing is meant', () => {
  const text =
    'This paper introduces PlankParser, a library for reading planks in Avon. The PlankParser library is publicly available at https://plank.example.org.'
  expect(alone(text, 'Where can I get the PlankParser library?').text).toMatch(/^The PlankParser library is publicly available/)
  expect(
    alone('Install plankparser with npm. The plankparser token is checked.', 'Which module does plankparser make use of?').kind,
  ).not.toBe('answer')
})

test('entries of an index are nothing to say', () => {
  const text =
    'Seuss, Dr., 233, 234 Shakespeare, William, 29, 85, 316n sheet music, 17, 56 Mill Spring (Carver), 129 Simmons, The, 95–98 mills, 26'
  expect(alone(text, 'Who wrote Mill Spring?').kind).toBe('none')
})

test('a version is one word, and an address in brackets makes no entry of a bibliography', () => {
  const text =
    'Mill 3.1 (weir) was released on June 6th, 2005 for old wheels (formerly at https://mill.example.org). Mill 1.3 was released in July 1997.'
  expect(alone(text, 'When was Mill 3.1 released?')).toEqual(answers('2005'))
  expect(alone('Mill 1.3 was released in July 1997.', 'When was Mill 3.1 released?').kind).not.toBe('answer')
})

test('a sentence that a page cut off behind "by" goes on, and none that ends there answers', () => {
  const text = 'INTRODUCTION\n\nThe Bronto Sluice Act was signed into law by\n\nPresident Odile Brandt in 1998. It has five titles.'
  expect(alone(text, 'Who signed the Bronto Sluice Act into law?')).toEqual(answers('Odile Brandt'))
  expect(alone('INTRODUCTION\n\nThe Bronto Sluice Act was signed into law by', 'Who signed the Bronto Sluice Act into law?').kind).not.toBe(
    'answer',
  )
})

test('who only names a thing says not whether something may be done with it again', () => {
  const question = 'Can you use a Bronto nut again after taking it off?'
  expect(alone('The Bronto nut is of one piece, designed to hold tight.', question).kind).not.toBe('answer')
})

test('how large a fund is, an amount of money says', () => {
  const text = "Avon's 37.6 million dollar endowment is the greatest of all mills. The mill stands on a 21-acre field."
  expect(alone(text, "How large is Avon's endowment?")).toEqual(answers('37.6 million'))
})

test('what is named after it was told is told with what was said before', () => {
  const text = 'The pathogen changes what stands on its surface very fast. This is called antigenic variation.'
  expect(alone(text, 'What is antigenic variation?')).toEqual(answers('changes what stands on its surface'))
  expect(alone('Nothing else was said. It rained. This is called weather.', 'What is antigenic variation?').kind).not.toBe('answer')
})

test('who is in charge heads it, what delayed something is a reason, and a speed may be so many bits', () => {
  expect(
    alone(
      'A committee headed by Mirela Quandt recommended a vehicle in July 1961.',
      'Who was in charge of the committee set up in July 1961 to recommend a vehicle?',
    ),
  ).toEqual(answers('Quandt'))
  const hatch = 'First the crew noticed a strange odour, which delayed the sealing of the hatch.'
  expect(alone(hatch, 'Why was the sealing of the hatch delayed?')).toEqual(answers('odour'))
  const speed = 'After the deal with Level 3 the Internet2 network went from 10 Gbit/s to 100 Gbit/s.'
  expect(alone(speed, 'How fast did the Internet2 network become after the deal with Level 3?')).toEqual(answers('100 Gbit/s'))
})

test('a comparative that stands beside its thing asks for no greatest', () => {
  const text = 'For bigger changes, leave the request open for at least 48 hours.'
  expect(alone(text, 'How long should the request for a bigger change be left open?')).toEqual(answers('48 hours'))
  expect(alone('You need a Java runtime, version 6 or later.', 'Which version of Java do you need at least?')).toEqual(answers('version 6'))
})

test('what is said of another room says nothing of the one that is asked about, nor does a place that only repeats it', () => {
  const rooms = 'Meetings in room 3 have to be booked two days before. Room 7 is on the second floor.'
  const asked = (question: string) => readPassages(question, [{ id: 'r', text: rooms }], 1).kind
  expect(asked('Where is room 3?')).not.toBe('answer')
  expect(asked('Where is room 7?')).toBe('answer')
})

test('a German question sets planned beside actual', () => {
  const budget =
    '| Item | Budget 2024 | Actual 2024 |\n| --- | --- | --- |\n| Rent | 1,000 | 1,000 |\n| Power | 500 | 640 |\n| Books | 200 | 150 |'
  const reading = readPassages('Welche Posten liegen über dem Budget?', [{ id: 'b', document: 'b', title: 'budget.xlsx', text: budget }], 1)
  expect(reading).toMatchObject({ kind: 'answer', texts: [expect.stringContaining('Power (500 → 640)')] })
})
