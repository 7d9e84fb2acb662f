import { foldWords } from '../fold-words.ts'
import { professions } from './question-words.ts'

/** A word without the end that makes it many. */
const one = (word: string): string =>
  word.length < 4
    ? word
    : word
        .replace(/ies$/, 'y')
        .replace(/(?<=ss|x|ch|sh)es$/, '')
        .replace(/(?<=[^s])s$/, '')

/** Names of a report that a question says, and the words that it says them with. */
export interface NamedGroups {
  readonly names: readonly string[]
  readonly words: ReadonlySet<string>
}

/** Which of these names a folded text says: whole, in the plural, in another language's word for it, or by a word that one name alone has. */
export function namedGroups(folded: string, names: readonly string[]): NamedGroups {
  const said = folded.split(' ')
  const stems = said.map(
    (word) =>
      professions
        .find(([start]) => start.test(word))?.[1]
        .split(' ')
        .map(one) ?? [one(word)],
  )
  const flat = stems.flatMap((parts, i) => parts.map((part) => ({ part, word: said[i]! })))
  const partsOf = (name: string) => foldWords(name).split(' ').filter(Boolean).map(one)
  const found: { name: string; parts: readonly string[]; words: readonly string[] }[] = []
  for (const name of names) {
    const parts = partsOf(name)
    const at = parts.length === 0 ? -1 : flat.findIndex((_, i) => parts.every((part, j) => flat[i + j]?.part === part))
    if (at >= 0) found.push({ name, parts, words: flat.slice(at, at + parts.length).map(({ word }) => word) })
  }
  const whole = found.filter(({ parts }) => !found.some((other) => other.parts.length > parts.length && isWithin(parts, other.parts)))
  if (whole.length > 0) return { names: whole.map(({ name }) => name), words: new Set(whole.flatMap(({ words }) => words)) }
  const partly = flat.filter(({ part }) => part.length >= 5)
  for (const { part, word } of partly) {
    const having = names.filter((name) => partsOf(name).includes(part))
    if (having.length === 1) return { names: having, words: new Set([word]) }
  }
  return { names: [], words: new Set() }
}

const isWithin = (parts: readonly string[], of: readonly string[]): boolean => ` ${of.join(' ')} `.includes(` ${parts.join(' ')} `)
