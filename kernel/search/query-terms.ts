import { stopWords } from '../text/stop-words.ts'
import { stemOf, wordsOf } from '../text/words.ts'

/** How much of a question is read, and how many of its words are asked for. */
const MAX_CHARACTERS = 20_000
const MAX_TERMS = 64

/** The distinct words to look for, by stem; stop words only when there is nothing else. */
export function termsOf(text: string): string[] {
  const words = new Map<string, string>()
  for (const word of wordsOf(text.slice(0, MAX_CHARACTERS))) if (!words.has(stemOf(word))) words.set(stemOf(word), word)
  const all = [...words.values()]
  const telling = all.filter((w) => !stopWords.has(w))
  return (telling.length ? telling : all).slice(0, MAX_TERMS)
}
