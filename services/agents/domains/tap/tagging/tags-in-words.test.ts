import { expect, test } from 'vitest'
import { chosenTags, namedTags } from './chosen-tags.ts'
import { readVocabulary, tagsByKeywords, tagsByVocabulary } from './tags-in-words.ts'

const vocabulary = readVocabulary([
  'Athletics: game, team, coaches',
  'Campus life',
  'Housing: residence hall',
  ' ',
  'Housing: dormitory, residence hall',
  ': x',
])

test('a vocabulary is read tag by tag, the last entry of a tag holds', () => {
  expect(vocabulary.map(({ tag }) => tag)).toEqual(['Athletics', 'Campus life', 'Housing'])
  expect(vocabulary[2]?.phrases).toHaveLength(3)
})

test('tags are those whose words or phrases stand in the text, in whatever form', () => {
  expect(tagsByVocabulary('The coach praised both teams. Residence halls open Friday.', vocabulary, 5)).toEqual(['Athletics', 'Housing'])
  expect(tagsByVocabulary('The coach praised both teams. Residence halls open Friday.', vocabulary, 1)).toEqual(['Athletics'])
  expect(tagsByVocabulary('A residence with a hall.', vocabulary, 5)).toEqual([])
  expect(tagsByVocabulary('Life on campus', vocabulary, 5)).toEqual([])
})

test('keywords are hashtags, then the words that are said most', () => {
  expect(tagsByKeywords('Welcome to #MoveIn day! The library opens; our library is https://x.example/library open late.', 3)).toEqual([
    'MoveIn',
    'library',
    'opens',
  ])
  expect(tagsByKeywords('and the of 2026', 3)).toEqual([])
  expect(tagsByKeywords('Tonight and every Friday evening in December: chess club!', 5)).toEqual(['chess', 'club'])
  expect(tagsByKeywords('#Friday lights', 2)).toEqual(['Friday', 'lights'])
})

test('of what a model names only tags of the vocabulary are taken, each once', () => {
  expect(chosenTags(['housing', 'Housing', ' ATHLETICS ', 'Parking'], ['Athletics', 'Housing'], 5)).toEqual(['Housing', 'Athletics'])
  expect(chosenTags(['#Move-in  day', 'move-in day', 'b', 'c'], [], 2)).toEqual(['Move-in day', 'b'])
  expect(chosenTags(['', '  ', 'x'.repeat(100)], [], 5)).toEqual(['x'.repeat(60)])
})

test('tags are found in what models say around them', () => {
  expect(namedTags('{"tags": ["a", 7, "b"]}')).toEqual(['a', 'b'])
  expect(namedTags('Sure!\n```json\n{"tags": ["a"]}\n```')).toEqual(['a'])
  expect(namedTags('["a"]')).toEqual(['a'])
  expect([namedTags('no tags'), namedTags('{"tags": "a"}'), namedTags('{"tags": ["a"')]).toEqual([undefined, undefined, undefined])
})
