import { expect, test } from 'vitest'
import { isHeading, sentencesOf } from './sentences.ts'

const cut = (text: string) => sentencesOf(text).map(({ start, end }) => text.slice(start, end))

test.each([
  ['One. Two!  Three?', ['One.', 'Two!', 'Three?']],
  ['Dr. Smith met J. K. Rowling. They spoke.', ['Dr. Smith met J. K. Rowling.', 'They spoke.']],
  ['It cost 3.50 euros, e.g. for tea. Fine.', ['It cost 3.50 euros, e.g. for tea.', 'Fine.']],
  ['Jacques Lefevre (c. 1455–1536) wrote. He taught.', ['Jacques Lefevre (c. 1455–1536) wrote.', 'He taught.']],
  ['A line that is broken\nin the middle. Next one.', ['A line that is broken\nin the middle.', 'Next one.']],
  [
    `${'word '.repeat(12)}when Watford beat Manchester\nUnited in May. End.`,
    [`${'word '.repeat(12)}when Watford beat Manchester\nUnited in May.`, 'End.'],
  ],
  ['Short line\nAnother line', ['Short line', 'Another line']],
  [`| ${'cell | '.repeat(12)}\n| Next | row |`, [`| ${'cell | '.repeat(12)}`.trim(), '| Next | row |']],
  ['He came.\n[66] He won.', ['He came.\n[66]', 'He won.']],
  ['Heading\n\nBody text here.', ['Heading', 'Body text here.']],
  ['It was so in 1777.[8] Then [9] came.[10][11]\nMore.', ['It was so in 1777.[8]', 'Then [9] came.[10][11]', 'More.']],
  ['东京是日本的首都。它很大。', ['东京是日本的首都。', '它很大。']],
  ['7. Assembly points\n\nThe yard.\n\n2.1. Doors', ['7. Assembly points', 'The yard.', '2.1. Doors']],
  ['1. Ring the bell.\n2. Leave.', ['1. Ring the bell.', '2. Leave.']],
  ['1. Milk\n2. Bread', ['1. Milk', '2. Bread']],
  [`${'word '.repeat(12)}and compressed O\n2. Later it was so.`, [`${'word '.repeat(12)}and compressed O\n2.`, 'Later it was so.']],
  ['They were 7.\nNine came.', ['They were 7.', 'Nine came.']],
  ['Das Sommerfest fand am 22. Juni in Lüneburg statt. Es regnete.', ['Das Sommerfest fand am 22. Juni in Lüneburg statt.', 'Es regnete.']],
  ['Offen am 3. und 4. Mai. Sonst zu.', ['Offen am 3. und 4. Mai.', 'Sonst zu.']],
  ['Es endet 1.\nMärz 2024. Gut.', ['Es endet 1.\nMärz 2024.', 'Gut.']],
  ['Vom 1. April bis 30. September offen. Gut.', ['Vom 1. April bis 30. September offen.', 'Gut.']],
  ['I am 42. My brother is 7. Nobody knew.', ['I am 42.', 'My brother is 7.', 'Nobody knew.']],
  ['Der 2. Absatz gilt nicht. Siehe unten.', ['Der 2. Absatz gilt nicht.', 'Siehe unten.']],
  ['It has 22. June was wet.', ['It has 22.', 'June was wet.']],
  ['Es waren 12. Maier kam.', ['Es waren 12.', 'Maier kam.']],
  ['Es war 1999. Mai kam bald.', ['Es war 1999.', 'Mai kam bald.']],
  ['The count was 7. April came early.', ['The count was 7.', 'April came early.']],
  ['', []],
  [' \n ', []],
])('%j', (text, sentences) => {
  expect(cut(text)).toEqual(sentences)
})

test('nothing but blanks is lost, and spans neither overlap nor go back', () => {
  const text = 'A. B c. d e f.\nG (see No. 5) is U.S. made.\n\n- item one\n- item two\n\n| a | b |\n|---|---|\n“Quoted.” End'
  let at = 0
  for (const { start, end } of sentencesOf(text)) {
    expect(text.slice(at, start).trim()).toBe('')
    expect(end).toBeGreaterThan(start)
    at = end
  }
  expect(text.slice(at).trim()).toBe('')
})

test.each([
  ['ROLE OF THE TRUSTEE\n\nThe trustee acts.', 'ROLE OF THE TRUSTEE'],
  ['7. Assembly points\n\nThe yard.', '7. Assembly points'],
  ['First.\n\nFees and costs\n\nThey are low.', 'Fees and costs'],
  ['| Tower | 1889 |\n\nNext.', undefined],
  ['- an item\n\nNext.', undefined],
  ['A full sentence.\n\nNext.', undefined],
  ['a line of\nTwo lines without an end', undefined],
])('headings of %j', (text, heading) => {
  const headings = sentencesOf(text).filter((span) => isHeading(text, span))
  expect(headings.map(({ start, end }) => text.slice(start, end))).toEqual(heading === undefined ? [] : [heading])
})
