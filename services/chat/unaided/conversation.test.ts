import { describe, expect, test } from 'vitest'
import { asksForDocuments, documentsAbout, listDocuments, topicOf } from './about-documents.ts'
import { bylineOf, workAskedFor } from './authorship.ts'
import { standAlone } from './follow-up.ts'
import { mostFor } from './gather.ts'
import { beginningOf, sectionAskedFor } from './section.ts'
import { smallTalk } from './small-talk.ts'
import { documentNamed, leadingSentences, likeness, namingTerms, summaryOf } from './summary.ts'

const hit = (text: string, fields: Record<string, string | number> = {}) => ({
  id: text.slice(0, 9),
  index: 'i',
  score: 1,
  fields: { text, ...fields },
})
const said = (...turns: string[]) => turns.map((content, i) => ({ role: i % 2 ? ('assistant' as const) : ('user' as const), content }))

describe('a question that leans on what came before stands alone', () => {
  test.each([
    ['And Texas?', said('How many handgun checks did Kentucky have?', 'Kentucky: 12 [1]'), 'How many handgun checks did Texas have?'],
    ['And in 2022?', said('What were the sales in 2023?', '5 [1]'), 'What were the sales in 2022?'],
    ['What about barley?', said('How many calories does rye have?', '150 [1]'), 'How many calories does barley have?'],
    ['When?', said('Who patented the typewriter?', 'Patented by Christopher Sholes. [1]'), 'When patented the typewriter?'],
    ['And the moisture meter?', said('How much does the hand quern cost?', '14 [1]'), 'How much does the moisture meter cost?'],
    ['Which system was it made for?', said('When was Quillwriter released?', '1978 [1]'), 'Which system was Quillwriter made for?'],
    ['Is it painful?', said('How long does an MRI scan take?', '40 minutes [1]'), 'Is an MRI scan painful?'],
    ['And how much was it fined?', said('How many CDs did Bronto copy?', '50 [1]'), 'And how much was Bronto fined?'],
    ['Which language is spoken there?', said('What is the capital of Avon?', 'Wells [1]'), 'Which language is spoken in Avon?'],
    ['And in March?', said('How many visitors came in May 2025?', '4102 [1]'), 'How many visitors came in March 2025?'],
    ['And loans?', said('How many visitors came in March 2024?', '4655 [1]'), 'How many loans came in March 2024?'],
    ['And in July 2010?', said('How many flew from Avon in August 2010?', '9 [1]'), 'How many flew from Avon in July 2010?'],
    ['And a year later, in May 2011?', said('What was the stock in May 2010?', '9 [1]'), 'What was the stock in May 2011?'],
    ['And the food?', said('How much is the rent or lease in the monthly budget?', '9 [1]'), 'How much is the food in the monthly budget?'],
    ['In what year did it come out?', said('Which company developed QuillNet?', 'Quill [1]'), 'In what year did QuillNet come out?'],
    ['Who bought it?', said('How many CDs did Bronto copy?', '50', 'And how much was it fined?', '9 [1]'), 'Who bought Bronto?'],
    ['How did they die?', said('Who were the Avon 1 divers?', 'Two. [1]'), 'How did the Avon 1 divers die?'],
    ['By when?', said('Who should draft the rota?', 'Ines Okafor [1]'), 'By when should draft the rota?'],
    ['Where?', said('When was the mill built?', 'In 1849. [1]'), 'Where was the mill built?'],
  ])('%s', (question, history, whole) => {
    expect(standAlone(question, history)).toBe(whole)
  })

  test('which of them: the two that the questions before named', () => {
    const history = said('How many checks did Avon have?', '30 [1]', 'And Bredon?', '3 [1]')
    expect(standAlone('which of them has more?', history)).toBe('which has more checks, Avon or Bredon?')
  })

  test('he is who was named', () => {
    const history = said('Who invented FM radio?', 'Four patents were issued to Edwin Armstrong for FM radio. [1]')
    expect(standAlone('Which company did he work for?', history)).toBe('Which company did Edwin Armstrong work for?')
    expect(standAlone('How tall is he?', said('Where was Iwan Roberts born?', 'In Bangor. [1]'))).toBe('How tall is Iwan Roberts?')
  })

  test('it is what the question was about, over several turns', () => {
    const history = said('Where is the harvest fair?', 'In Wells. [1]', 'Who opens it?', 'The mayor. [1]')
    expect(standAlone('What time does it start?', history)).toContain('harvest fair')
  })

  test('a question that names its matter is left alone', () => {
    const history = said('Who invented FM radio?', 'Armstrong. [1]')
    for (const question of ['What about the typewriter, who patented it?', 'When was Microsoft Word launched?'])
      expect(standAlone(question, history)).toBe(question)
    expect(standAlone('When?', [])).toBe('When?')
  })

  test('names for pronouns do not grow from turn to turn', () => {
    const name = 'Abcde '.repeat(150)
    const turns = [`What did ${name}do`, ...Array.from({ length: 11 }, () => `what ${'he '.repeat(325)}`)]
    const history = turns.map((content) => ({ role: 'user' as const, content }))
    expect(standAlone('And when did he go?', history).length).toBeLessThan(2_100)
  })
})

test('of a question of many words less of a table is read', () => {
  expect(mostFor('What is the average flour of the mills of Avon in 1931?')).toBe(300)
  const many = Array.from({ length: 100 }, (_, i) => `Mill${i}`).join(' and ')
  expect(mostFor(`What is the total flour of ${many}?`)).toBe(75)
})

test.each(['Hello', 'Hi there!', 'Thanks, that helped', 'Guten Morgen', 'How are you?', 'Merci', 'Bye'])('%s is small talk', (question) => {
  expect(smallTalk(question)).toBeTruthy()
})
test.each(['Hello World programs: who wrote the first?', 'What is a good morning routine?', 'Thank whom?'])('%s is none', (question) => {
  expect(smallTalk(question)).toBeUndefined()
})

describe('about the documents', () => {
  test.each([
    'What documents do you have?',
    'Which files are there?',
    'Which documents can I ask you about?',
    'What can I ask you?',
    'What files do I have here?',
    'List all documents',
    'Welche Dokumente gibt es?',
  ])('%s', (question) => {
    expect(asksForDocuments(question)).toBe('list')
  })
  test('how many', () => expect(asksForDocuments('How many documents do you have?')).toBe('count'))
  test.each([
    'What documents must I bring?',
    'Who signs the documents?',
    'Which document mentions rye?',
  ])('%s asks for something in them', (question) => {
    expect(asksForDocuments(question)).toBeUndefined()
  })
  test('their names, and that there are none', () => {
    expect(listDocuments([hit('x', { filename: 'mill.pdf', title: 'The mill' })], 3)).toEqual({
      kind: 'answer',
      text: 'There are 3 documents:\n- The mill (mill.pdf)\n… and 2 more.',
    })
    expect(listDocuments([], 0).kind).toBe('none')
  })
  test('which of them speak of something', () => {
    expect(topicOf('Which documents talk about rye?')).toBe('rye')
    expect(topicOf('What documents do you have about emergency plans?')).toBe('emergency plans')
    expect(topicOf('What documents are there on rye?')).toBe('rye')
    expect(asksForDocuments('What documents do you have about emergency plans?')).toBeUndefined()
    expect(topicOf('What files are about the water wheel?')).toBe('water wheel')
    const hits = [
      hit('Rye is milled.', { document_id: 'a', filename: 'a.txt' }),
      hit('Oats.', { document_id: 'b', filename: 'b.txt' }),
      hit('More rye.', { document_id: 'a', filename: 'a.txt' }),
    ]
    expect(documentsAbout('rye', hits)).toEqual({ kind: 'answer', text: 'One document speaks of rye:\n- a.txt [1]' })
    expect(documentsAbout('barley', hits).kind).toBe('none')
  })
})

describe('a summary', () => {
  test.each([
    ['Summarise the mill report.', 'the mill report'],
    ['Give me a summary of The Old Mill', 'The Old Mill'],
    ['What is the mill advisory about?', 'mill advisory '],
    ['Who wrote the summary?', undefined],
  ])('%s', (question, named) => {
    expect(summaryOf(question)?.trim()).toBe(named?.trim())
  })
  test('is of the document that the words name', () => {
    const terms = namingTerms('the mill report')
    expect(likeness(terms, hit('x', { filename: 'old-mill_2020.pdf' }))).toBeGreaterThan(0.6)
    expect(likeness(terms, hit('x', { filename: 'barn.pdf' }))).toBeLessThan(0.6)
  })
  test.each([
    ['Summarise what new keepers learn in the Mill.js onboarding', 'mill-onboarding.md'],
    ['Summarise the rules for keepers in Mill', 'mill-governance.md'],
    [`Summarise ${Array.from({ length: 240 }, (_, i) => `w${i} in`).join(' ')} the Mill.js onboarding`, 'mill-onboarding.md'],
    ['Give me a summary of how the great flood began', 'history.html'],
    ['What is the great flood about?', undefined],
    ['Summarise the recipes for apple pie', undefined],
  ])('%s: of the document whose name stands behind the topic, or whose passages say it', async (asked, filename) => {
    const documents = ['mill-governance.md', 'mill-onboarding.md', 'history.html'].map((file) =>
      hit('The keepers.', { filename: file, document_id: file }),
    )
    const said = {
      'mill-onboarding.md': 'Keepers are welcome.',
      'mill-governance.md': 'The rules of the keepers are old.',
      'history.html': 'The great flood began at night.',
    }
    const found = Object.entries(said).map(([file, text]) => hit(text, { filename: file, document_id: file }))
    const { document } = await documentNamed(asked, documents, async () => ({ hits: found }))
    expect(document?.fields.filename).toBe(filename)
  })
  test('with a topic takes the sentences that speak of it', () => {
    const about = namingTerms('the dam')
    const text = Array.from({ length: 12 }, (_, i) =>
      i % 2
        ? `The keeper of the mill grinds ${i} sacks of rye in the morning.`
        : `The dam of the mill holds ${i} feet of cold river water.`,
    ).join(' ')
    const told = leadingSentences([hit(text)], about)
    expect(told).not.toEqual([])
    expect(told.every(({ text: said }) => said.startsWith('The dam'))).toBe(true)
  })
  test('takes the sentences with which the sections begin', () => {
    const chunks = ['One', 'Two', 'Three'].map((section) =>
      hit(`${section}\n\nThe part ${section} speaks of the mill and of its keepers. More.`, { section }),
    )
    expect(leadingSentences(chunks).map(({ text }) => text)).toEqual(
      ['One', 'Two', 'Three'].map((s) => `The part ${s} speaks of the mill and of its keepers.`),
    )
  })

  test('of many sentences those that say what the document speaks of, no invitations and no imprint', () => {
    const sacks = [
      'rye from the northern farms',
      'oats of the bakers’ guild',
      'barley for the brewers',
      'spelt that the schools bought',
      'wheat off the river barges',
      'maize out of the county stores',
    ]
    const chunks = sacks.map((sack) =>
      hit(
        `Click here to see the interactive map of the mill. The keeper of the mill grinds ${sack}. Yesterday someone lost a very small brown umbrella.`,
      ),
    )
    const told = leadingSentences(chunks).map(({ text }) => text)
    expect(told.length).toBeGreaterThan(0)
    expect(told.filter((text) => !text.startsWith('The keeper'))).toEqual([])
  })
})

describe('who wrote a document', () => {
  test('is asked', () => {
    expect(workAskedFor('Who wrote the paper on milling?')).toBe('paper on milling')
    expect(workAskedFor('Qui sont les auteurs du papier sur les moulins ?')).toBe('papier sur les moulins')
    expect(workAskedFor('Who built the mill?')).toBeUndefined()
  })
  test.each([
    ['The Old Mill\n\nby Mirela Quandt\n\nIt stands.', 'Mirela Quandt'],
    ['Milling\n\nMirela Quandt∗, Jonas Rell†, Ada van Brook\n\nMill Institute', 'Mirela Quandt∗, Jonas Rell†, Ada van Brook'],
    ['STAR\nMILL\nby\n.\nMirela Quandt\nUniversity of Avon', 'Mirela Quandt'],
    ['STAR MILL\nby\n.\nJonas B. Rell University of Avon', 'Jonas B. Rell'],
    ['The Old Mill\n\nCopyright © 2004 Jonas Rell\n\nAll rights reserved', 'Jonas Rell'],
  ])('stands at its beginning', (text, names) => {
    expect(bylineOf([hit(text)])?.names).toBe(names)
  })
  test('is not guessed', () => {
    expect(bylineOf([hit('The Old Mill\n\nIt was built by the river, in Wells, in Avon.')])).toBeUndefined()
  })
})

test('a section that is asked for is told by its first sentences, without its neighbours', () => {
  expect(sectionAskedFor('What does “Manual.pdf” say about “Wet Floors (2020 - 2024)”?')).toEqual({
    document: 'Manual.pdf',
    section: 'Wet Floors (2020 - 2024)',
  })
  expect(sectionAskedFor('What does the manual say about ladders?')).toBeUndefined()
  const chunks = [
    hit(
      'Ladders\n\nLadders lean on walls.\n\nWet Floors (2020 - 2024)\n\nWet floors are marked with a yellow sign. Nobody runs.\n\n• Brooms stand beside each of the doors.\n\nKeys\n\nThe porter keeps the keys of the house.',
    ),
  ]
  expect(beginningOf('Wet floors (2020 – 2024)', chunks).map(({ text }) => text)).toEqual([
    'Wet floors are marked with a yellow sign.',
    'Brooms stand beside each of the doors.',
  ])
  expect(beginningOf('Roofs', chunks)).toEqual([])
})

describe('what a follow-up leans on', () => {
  const said = (...turns: string[]) => turns.map((content, i) => ({ role: i % 2 ? ('assistant' as const) : ('user' as const), content }))
  test.each([
    [
      'How many votes did he get there?',
      'Who won in Weir Lane?',
      'Weir Lane – winner: Bold. [1]',
      'How many votes did Bold get in Weir Lane?',
    ],
    ['What about Ford, who won there?', 'Who won in Weir Lane?', 'Weir Lane – winner: Bold. [1]', 'who won in Ford?'],
    [
      'And of a man?',
      'What is the life expectancy of a woman aged 65?',
      'Female: 20.4. [1]',
      'What is the life expectancy of a man aged 65?',
    ],
    ['And of a paper mill?', 'What is the SIC code of an accountant?', '8721. [1]', 'What is the SIC code of a paper mill?'],
  ])('%s', (question, before, answer, meant) => expect(standAlone(question, said(before, answer))).toBe(meant))
})
