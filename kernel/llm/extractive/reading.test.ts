import { describe, expect, test } from 'vitest'
import type { Passage } from '../llm.ts'
import { readPassages } from './reading.ts'

const texts = [
  'The lighthouse of Ardnamurchan was built in 1849 by Alan Stevenson. It is 36 metres tall and has 152 steps. The keeper, Mirela Quandt, lives there.',
  'Visits\n\nThe tower is closed in winter because storms damage the stairs. A visit takes 45 minutes. Tickets cost 12 euros. Dogs may not enter.',
  'Glossary\n\nFresnel lens: a lens of rings that carries light far. A lens like this may be removed and reused.',
  'Bring these:\n\n- warm clothes\n- sturdy shoes\n- a torch',
  'A site survey examines the buildings and the grounds. Pupils attend in groups of 20; groups attend on Mondays.',
  'Fog brings salt to the glass, which causes the lamp to dim. The mirror is cleaned by (1) water or (2) vinegar.',
]
const passages: Passage[] = texts.map((text, i) => ({ id: `${i}`, text, title: 'Ardnamurchan lighthouse', document: 'd', order: i }))
const read = (question: string) => readPassages(question, passages, 1)

test.each([
  ['Who keeps the lighthouse of Ardnamurchan?', 'Mirela Quandt'],
  ['When was the lighthouse built?', '1849'],
  ['How tall is the lighthouse?', '36 metres'],
  ['How long does a visit take?', '45 minutes'],
  ['How much do tickets cost?', '12 euros'],
  ['Why is the tower closed in winter?', 'storms'],
  ['What is a Fresnel lens?', 'rings'],
  ['What should I bring?', 'torch'],
  ['Can the lens be reused?', 'removed and reused'],
  ['What is a site survey?', 'examines the buildings'],
  ['What are the ways to clean the mirror?', '(2) vinegar'],
])('%s is answered', (question, wanted) => {
  const { kind, texts } = read(question)
  expect({ kind, text: texts[0] }).toEqual({ kind: 'answer', text: expect.stringContaining(wanted) })
  expect(texts[0]).toMatch(/\[\d\]/)
})

test.each([
  'Who is the mayor of Ardnamurchan?',
  'What is the phone number of the keeper?',
  'When was the lighthouse of Skerryvore built?',
  'What is the warranty of the lens?',
  'How many floors does the Empire State Building have?',
  'What was the profit of the lighthouse in 2021?',
  'How many enrolments attend in groups?',
])('%s is not answered', (question) => {
  expect(read(question).kind).not.toBe('answer')
})

test('of a long document the found passages tell what was searched for, not what it is about', () => {
  const said = [
    'Apple launched its store in spring. It sold a million songs.',
    'The experts say that Apple could beat what is free.',
    'Alben brought the idea to Michael Slade, the CEO of Starwave.',
    'A system would not interfere with proposals such as that of Apple.',
  ]
  const of = (apart: number) => said.map((text, i) => ({ id: `${i}`, text, title: 'A book', document: 'd', order: i * apart }))
  expect(readPassages('Who is the CEO of Apple?', of(90), 1).kind).toBe('passages')
})

test('who plays at home is no population', () => {
  const club = 'A few days before the last home match of 2004, Norwich announced that 2 players would leave.'
  expect(readPassages('What is the population of Norwich?', [{ id: 'c', text: club, title: 'A season' }], 1).kind).not.toBe('answer')
})

test('what comes close is shown, and said to be no sure answer', () => {
  const { kind, texts } = read('When was the lighthouse of Ardnamurchan electrified?')
  expect(kind).toBe('passages')
  expect(texts[0]).toMatch(/^I am not sure/)
})

test('what has nothing to do with the documents finds nothing', () => {
  expect(read('What is the capital gains tax in Norway?')).toEqual({
    kind: 'none',
    texts: ['I found nothing about this in the documents.'],
  })
})

test('an entry of a bibliography is no answer', () => {
  const notes = [
    {
      id: 'n',
      text: 'Quandt, Mirela (12 May 2020). "Games of Mirela Quandt" (https://example.org/a b). Archived from the original. Retrieved 23 June 2020.',
    },
  ]
  expect(readPassages('When was Mirela Quandt born?', notes, 1).kind).not.toBe('answer')
})

const shown = (question: string, ...said: string[]) => {
  const { kind, texts } = readPassages(
    question,
    said.map((text, i) => ({ id: `${i}`, text, title: 'A binder', document: 'd', order: i })),
    1,
  )
  return { kind, text: texts[0]! }
}

test.each([
  ['Who is the president of Brown University?', 'Professors and presidents of New York University and of seven other schools met.'],
  [
    'Who is the director of the Soil Science Division?',
    'Code 6: Soil Science Division. Code 7: Computing (the project is managed out of 7).',
  ],
  ['How much does a ticket cost?', 'First class is allowed where the ticket costs at most 15 euros more.'],
  ['Why does rust happen?', 'To find out more about rust, read our booklet.'],
  ['What do goals have to be?', 'The form says that every plan lists its goals.'],
  ['Who is the coach of Gillham today?', 'That the coach Tom Moss was Welsh mattered at Watham. Years later he was released.'],
  ['Can I leave the trial?', 'For a free copy of Understanding the Trial, call us.'],
  ['What is a trace?', 'Trace: Tree'],
  ['How many pages does the handbook have?', 'The handbook is for cases under chapter 13 of title 11.'],
  ['How many people work at Wong Laboratories?', 'Wong Laboratories: In the 1970s, Wong introduced writing machines.'],
  ['What does a repair take?', 'Ada Moss: What would a repair take?'],
])('%s is not answered by what is merely near', (question, text) => {
  expect(shown(question, text).kind).not.toBe('answer')
})

test.each([
  ['When was Quillwriter released?', 'Quillwriter (1978): it was among the first programs of its kind, and cheap.', '1978'],
  ['When was the Harbour Reform Act passed?', 'The Harbour Reform Act of 1978 took the tolls from the towns.', '1978'],
  ['Is the tower open in winter?', 'The tower is closed in winter.', 'closed in winter'],
  ['Why is the east stair never used?', 'The east stair ends in the pit, so it is never used.', 'ends in the pit'],
  ['Why were the two offices divided?', 'To answer these complaints, the two offices were divided.', 'To answer these complaints'],
  ['What is the archive technology called?', 'With a technology called the Long Lens one sees the archive as it was.', 'Long Lens'],
  [
    'What share of the finds is iron slag?',
    'The commonest are iron slag (IS) and broken tile (BT). IS accounts for about 80% of finds.',
    '80%',
  ],
  ['Who is the president of Norland?', 'Norlandian President Ada Moss ordered a check.', 'Ada Moss'],
  ['What should I avoid while it heals?', 'Avoid using deodorant until the wound has healed.', 'deodorant'],
  ['How large is the budget of the harbour?', 'The budget of the harbour: 17,81,841 crore.', '17,81,841'],
  ['What is cording caused by?', 'Cording is a tight feeling in the arm. It is caused by hardened vessels.', 'hardened vessels'],
  ['When can I wear the brace?', 'You can wear the brace once your scar has healed.', 'scar has healed'],
  ['How soon must I ask for a ramp?', 'Ask for a ramp at least two business days before the visit.', 'two business days'],
  ['How long does the scanner take?', 'A scan takes 40 minutes.', '40 minutes'],
])('%s is answered', (question, text, wanted) => {
  expect(shown(question, text)).toEqual({ kind: 'answer', text: expect.stringContaining(wanted) })
})

test('what many things are is defined before they are listed', () => {
  const lists = 'Evacuation\n\n- Courses of action are tried out.\n- Doors are closed.'
  const definition = 'Courses of action are step-by-step procedures that lead to a goal.'
  expect(shown('What are courses of action?', lists, definition).text).toContain('step-by-step')
  const steps = 'Drill steps:\n\n- ring the bell\n- count the class'
  expect(shown('What are drill steps?', steps)).toEqual({ kind: 'answer', text: expect.stringContaining('ring the bell') })
})

/** What one passage answers to a question. */
const alone = (text: string, question: string, title = 'A paper') => readPassages(question, [{ id: 'p', text, title, document: 'p' }], 1)

test.each([
  [
    'Following (Lee et al., 2019), we use the dump of Wikipedia from Dec. 20, 2018 as the source.',
    'What date is the Wikipedia dump from?',
    '2018',
  ],
  ['The dams of beavers are made chiefly of mud and stones. Beavers swim better than they walk.', 'What are beaver dams made of?', 'mud'],
  ['The bridge over the sound, opened in 1931, is three and a half miles long.', 'How long is the bridge?', 'half miles'],
  ['Fatigue may continue for a few weeks or months.', 'How long does fatigue continue?', 'weeks or months'],
  ['Alexander Hamilton was killed in a duel by Aaron Burr in July, 1804.', 'Who was Alexander Hamilton killed by?', 'Burr'],
  ['Belarusian President Alexander Lukashenko ordered a check of the military.', 'Who is the President of Belarus?', 'Lukashenko'],
  [
    'In addition to supplying Israel, fields that Chevron operates are exporting gas to neighboring Jordan and Egypt.',
    'Which countries does Chevron export gas to?',
    'Jordan and Egypt',
  ],
  ['If you decide to take part in a clinical trial, you can withdraw at any time.', 'Can I withdraw from a clinical trial?', 'any time'],
])('%s answers: %s', (text, question, wanted) => {
  const { kind, texts: said } = alone(text, question)
  expect({ kind, text: said[0] }).toEqual({ kind: 'answer', text: expect.stringContaining(wanted) })
})

test('who writes "we" is named elsewhere in the text', () => {
  const text = 'Google Environmental Report\n\nTo accomplish this, we aim to reduce 50% of our combined emissions before 2030.'
  expect(alone(text, 'By how much does Google want to reduce its emissions?', 'report.pdf')).toMatchObject({
    kind: 'answer',
    texts: [expect.stringContaining('50%')],
  })
})

test('a row of figures is no label of the next, and the year of a work that is referred to no number', () => {
  const table = 'Dataset Train Dev Test\nNatural Questions 79,168 8,757 3,610\nTriviaQA 78,785 8,837 11,313'
  expect(alone(table, 'How many test questions does TriviaQA have?').kind).not.toBe('answer')
  const cited = 'TriviaQA (Joshi et al., 2017) contains a set of trivia questions with answers from the Web.'
  expect(alone(cited, 'How many questions does TriviaQA contain?').kind).not.toBe('answer')
})

test('a label beside its figure says that so much was spent on it', () => {
  const text = 'Reliance Foundation\n\nCommunity development\n₹1,186 crore\n\nExports\n₹2,54,970 crore'
  expect(alone(text, 'How much did Reliance spend on community development?', 'reliance.pdf')).toMatchObject({
    kind: 'answer',
    texts: [expect.stringContaining('1,186')],
  })
})

test('words of another language that nothing translates do not keep a figure from being found', () => {
  const text = 'Computing dense embeddings of all passages takes roughly 8.8 hours on 8 GPUs.'
  expect(alone(text, '¿Cuántas GPUs se emplearon para las embeddings?')).toMatchObject({
    kind: 'answer',
    texts: [expect.stringContaining('8 GPUs')],
  })
})

test('of a list that says all that is asked, the one item that holds the value is said', () => {
  const text =
    'How a visit to the mill goes:\n\n- Guests meet at the gate\n- The tour of the wheel takes 40 minutes\n- Everybody gets a cup of flour'
  expect(alone(text, 'How long does the tour of the mill wheel take?').texts[0]).toMatch(/40 minutes \[1\]$/)
})

test.each([
  ['Put the clamps into labeled tins along the lower shelf.', 'Where are the clamps kept?', 'lower shelf'],
  ["A wooden bench near the willow still held last week's newspaper under a stone.", 'What lay under a stone on the bench?', 'newspaper'],
])('verbs of place say little: %s', (text, question, wanted) =>
  expect(alone(text, question)).toMatchObject({ kind: 'answer', texts: [expect.stringContaining(wanted)] }))

test.each([
  ['Buy fresh bread from the corner bakery', 'Where do I get the bread from?', 'corner bakery'],
  ['The towpath leads from the lock to the old weir.', 'Where does the towpath lead?', 'old weir'],
  ['I love fuzzy blankets and a warm stove.', 'What does the writer love?', 'blankets'],
  ['The office is in Doylestown, PA 18901.', 'What is the ZIP code of Doylestown?', '18901'],
])('the way that a place is asked for, who writes, and what a code is called need no word of their own: %s', (text, question, wanted) =>
  expect(alone(text, question)).toMatchObject({ kind: 'answer', texts: [expect.stringContaining(wanted)] }))

test('what something does is said by a sentence in which it acts, not by one that only names it', () => {
  const plan = 'The plan is written clearly, using plain language, avoiding jargon, and using short sentences.'
  expect(alone(plan, 'What does jargon do to a plan?').kind).not.toBe('answer')
  expect(alone('Jargon makes a plan hard to follow.', 'What does jargon do to a plan?').kind).toBe('answer')
})

test.each([
  [
    'On 28 February 2008, Kibaki and Odinga signed an agreement on the formation of a coalition government.',
    'When did Kibaki and Odinga strike an agreement on the formation of a government?',
    '28 February 2008',
  ],
  [
    'Extremely unequal societies tend to be politically and socially unstable, which slows growth.',
    'What do very unequal societies, politically and socially, tend to be by nature?',
    'unstable',
  ],
])('of a long question one word may be said otherwise: %s', (text, question, wanted) =>
  expect(alone(text, question)).toMatchObject({ kind: 'answer', texts: [expect.stringContaining(wanted)] }))

test('a name beside some date is no answer to what happened then', () => {
  const text = 'Wang Laboratories: In the 1970s, Wang introduced dedicated word processing machines.'
  expect(alone(text, 'When was Wang Laboratories founded?').kind).not.toBe('answer')
})

test.each([
  [
    'The man program runs as user man, so it can write cat pages to /var/cache/man.',
    'Where does man write its cat pages?',
    '/var/cache/man',
  ],
  ['Please send mail to base-passwd@packages.example about errors.', 'Where should I send mail about errors?', 'base-passwd@'],
  ['The lpr system keeps its spool directories owned by lp/lp.', 'Who owns the spool directories of lpr?', 'lp/lp'],
  ['The zlib format has a header of two bytes and a four-byte trailer.', 'How long is the trailer of the zlib format?', 'four-byte'],
  ['Historically, the sys user owned the kernel sources.', 'What did the sys user own in the past?', 'kernel sources'],
])('files, addresses, owners and lengths in bytes are what is asked for: %s', (text, question, wanted) =>
  expect(alone(text, question)).toMatchObject({ kind: 'answer', texts: [expect.stringContaining(wanted)] }))

test('what comes of something is no reason for it', () => {
  const text = 'As a result, the temptation is to expose applications directly to the Internet.'
  expect(alone(text, 'Why are applications exposed directly to the Internet?').kind).not.toBe('answer')
})

test('versions name their rows, and a list of numbers in a cell names none', () => {
  const table =
    'Fastify\n\n| Version | Release Date | Node.js |\n| --- | --- | --- |\n| 3.0.0 | 2020-07-07 | 10, 12, 14 |\n| 4.0.0 | 2022-06-08 | 14, 16, 18 |\n| 5.0.0 | 2024-09-17 | 20, 22 |'
  expect(alone(table, 'When was Fastify 4 released?')).toMatchObject({ kind: 'answer', texts: [expect.stringContaining('2022-06-08')] })
  expect(alone(table, 'Which Node.js runs Fastify 5?').texts[0]).toContain('20, 22')
})

describe('a list of frequent questions', () => {
  const faq =
    'Frequently asked questions\n\nMay I bring my dog to the mill?\n\nYes, on a lead. The upper floor is closed to animals.\n\nHow do I get a refund for my ticket?\n\nWrite to the desk before the tour begins.\n\nIs there parking at the mill?\n\nNo. The nearest car park is at the station.'
  test.each([
    ['Can I bring a dog to the mill?', 'on a lead'],
    ['How can I get a refund for a ticket?', 'Write to the desk'],
    ['Is there parking at the mill?', 'car park is at the station'],
  ])('%s is answered by what stands below the same question', (question, wanted) =>
    expect(alone(faq, question)).toMatchObject({ kind: 'answer', texts: [expect.stringContaining(wanted)] }))

  test('another question is not', () => {
    expect(alone(faq, 'How much is a ticket for a dog?').kind).not.toBe('answer')
  })
})

test('a way is told by a sentence that says its verb, and one word gives no reason', () => {
  const text =
    'The logout command can be used to remove the token. This can be useful if you no longer need it stored on the local machine.'
  expect(alone(text, 'How do I remove the token?').texts[0]).toContain('logout')
  expect(alone('Rust uses editions to solve this problem.', 'Why are there editions?').kind).not.toBe('answer')
})

test.each([
  ['You will also need a linker, which is a program that joins compiled outputs.', 'What is a linker?'],
  ['For more specifications of the board take a look at the Harbour Works website.', 'Where can I find more specifications of the board?'],
])('%s answers %s', (text, question) => expect(alone(text, question).kind).toBe('answer'))

test('what was founded was not found', () => {
  const text = 'Please paste the token found on crates.example below.'
  expect(alone(text, 'Who founded crates.example?').kind).not.toBe('answer')
})
