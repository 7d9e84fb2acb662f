import { expect, test } from 'vitest'
import { joinPartedWords } from './join-parted-words.ts'

test.each([
  ['the whole word stands elsewhere', 'in de-\nspite of it, despite all', 'in despite\nof it, despite all'],
  ['with an indent, a comma, and at the end of its line', 'They despite.\n  in de-\n  spite,\n  of', 'They despite.\n  in despite,\n  of'],
  ['lines end as they did', 'a vivid recollec-\r\ntion of it', 'a vivid recollection\r\nof it'],
  ['the first part is no word', 'seem to be lurk-\n    ing in the dark', 'seem to be lurking\n    in the dark'],
  ['a syllable that is a word', 'in the inn of in-\nhabitants', 'in the inn of inhabitants'],
  ['two in a row', 'pass-\ning recollec-\ntion. Nobody', 'passing\nrecollection.\nNobody'],
  ['at the end', 'the vivid recollec-\ntion', 'the vivid recollection'],
])('a word that a line cuts is whole: %s', (_, text, whole) => {
  expect(joinPartedWords(text)).toBe(whole)
})

test.each([
  ['a compound that stands elsewhere', 'a well-\nknown man, a well-known man'],
  ['its first part is a word, and the whole is none', 'the river-\nside of the river'],
  ['a beginning that keeps its hyphen', 'of self-\nesteem'],
  ['a syllable before a word', 'in a pre-\nwar house before the war'],
  ['a list, a rule, a name, a number', 'to buy-\n- milk\n\nTitle\n-----\nmore and North-\nWest, type-\n2'],
  ['a part of a longer compound', 'up-to-\ndate'],
  ['a paragraph that ends', 'he fell-\n\nand rose'],
])('everything else stays: %s', (_, text) => {
  expect(joinPartedWords(text)).toBe(text)
})

test('time grows with the length, whatever the text looks like', () => {
  for (const piece of ['a', '-', ' ', '-\n', 'a-\n', 'ab-\nab', '- \t'])
    expect(joinPartedWords(piece.repeat(300_000)).length).toBeGreaterThan(0)
})
