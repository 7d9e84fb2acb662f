import { isFunctionWord, stemsOf, termOf } from '../../../../../kernel/text/terms.ts'
import { segmentWords, wordsOf } from '../../../../../kernel/text/words.ts'

/** A tag that may be given, and the phrases that speak for it, each as its stems. */
export interface VocabularyTag {
  readonly tag: string
  readonly phrases: readonly (readonly string[])[]
}

/** `Athletics: game, team` is the tag Athletics, for which its own words speak, and "game", and "team". */
export function readVocabulary(entries: readonly string[]): readonly VocabularyTag[] {
  const known = read.get(entries)
  if (known) return known
  const tags = new Map<string, VocabularyTag>()
  for (const entry of entries) {
    const [name = '', ...words] = entry.split(':')
    const tag = name.trim()
    if (tag === '') continue
    const phrases = [tag, ...words.join(':').split(',')].map(stemsOf).filter((stems) => stems.length > 0)
    tags.set(tag.toLowerCase(), { tag, phrases })
  }
  const vocabulary = [...tags.values()]
  read.set(entries, vocabulary)
  return vocabulary
}

/** Vocabularies that were read, by the setting's value: a new one is another list. */
const read = new WeakMap<readonly string[], readonly VocabularyTag[]>()

/** How often a phrase stands in a text, its words in their order and side by side. `places`: where each stem stands. */
function countOf(
  [first = '', ...rest]: readonly string[],
  text: readonly string[],
  places: ReadonlyMap<string, readonly number[]>,
): number {
  return (places.get(first) ?? []).filter((at) => rest.every((stem, i) => text[at + 1 + i] === stem)).length
}

/** The tags of a vocabulary whose words stand in the text: those that are said most often first, then in the order of the vocabulary. */
export function tagsByVocabulary(text: string, vocabulary: readonly VocabularyTag[], most: number): string[] {
  const stems = stemsOf(text)
  const places = Map.groupBy(stems.keys(), (at) => stems[at] ?? '')
  const counted = vocabulary.map(({ tag, phrases }) => ({
    tag,
    count: phrases.reduce((sum, phrase) => sum + countOf(phrase, stems, places), 0),
  }))
  return counted
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, most)
    .map(({ tag }) => tag)
}

const HASHTAG = /(?:^|[^\p{L}\p{N}_#])#([\p{L}\p{N}_]{2,60})/gu
const SHORTEST = 4
/** When something is, which says nothing of what a post is about. */
const TIMES = new Set(
  `monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays weekday weekdays weekend weekends
  today tonight tomorrow yesterday morning mornings afternoon afternoons evening evenings noon midnight hour hours minute minutes week weeks weekly daily
  month months monthly year years yearly
  january february april june july august september october november december`.split(/\s+/),
)

/** Keywords of a text: its own hashtags, then the words that it says most often, the longer ones first; each as it stands there first. */
export function tagsByKeywords(text: string, most: number): string[] {
  const tags = new Map<string, string>()
  for (const [, tag = ''] of text.matchAll(HASHTAG)) if (!tags.has(termOf(tag.toLowerCase()))) tags.set(termOf(tag.toLowerCase()), tag)
  const bare = segmentWords(text.replace(/https?:\/\/\S+/g, ' '))
  const found = new Map<string, { word: string; count: number; at: number }>()
  for (const [at, word] of wordsOf(bare).entries()) {
    if (word.length < SHORTEST || isFunctionWord(word) || TIMES.has(word) || /^\d+$/.test(word)) continue
    const stem = termOf(word)
    const known = found.get(stem)
    if (known) known.count++
    else found.set(stem, { word, count: 1, at })
  }
  const ordered = [...found].toSorted(([, a], [, b]) => b.count - a.count || b.word.length - a.word.length || a.at - b.at)
  for (const [stem, { word }] of ordered) if (!tags.has(stem)) tags.set(stem, word)
  return [...tags.values()].slice(0, most)
}
