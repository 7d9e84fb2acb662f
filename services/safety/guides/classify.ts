import type { Annex } from './guide.ts'

/** Words around an annex's name that say that it is an annex, not what of. */
const NO_NAME = new Set(
  `annex annexes appendix attachment section chapter part tab functional function functionality hazard hazards threat threats specific
  emergency-specific plan plans procedure procedures protocol protocols guide policy and or the a an for of`.split(/\s+/),
)
const NUMBERED = /^(?:annex|appendix|attachment|section|chapter|part|tab)$/i
const LONGEST = 60

/** What a guide is for, in the plan's own name of the annex. */
export interface Classification {
  readonly type: 'FUNCTIONAL' | 'EMERGENCY'
  readonly functionality: string | null
  readonly hazard: string | null
}

/** What an annex is about: its type says whether a function or a hazard, its name which one. `place`: from 0, for a name that has no Latin letter. */
export function classify({ name, type }: Pick<Annex, 'name' | 'type'>, place: number): Classification {
  const label = labelOf(name) ?? `${type === 'HAZARD' ? 'HAZARD' : 'FUNCTION'}_${place + 1}`
  return type === 'HAZARD'
    ? { type: 'EMERGENCY', functionality: null, hazard: label }
    : { type: 'FUNCTIONAL', functionality: label, hazard: null }
}

/** A name as `^[A-Z][A-Z0-9_]*$`; undefined where nothing of it can be written so. */
export function labelOf(name: string): string | undefined {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').replace(/ß/g, 'ss').replace(/[’']/g, '')
  const words = plain.split(/[^A-Za-z0-9]+/).filter(Boolean)
  const telling = words.map((word, i) => !NO_NAME.has(word.toLowerCase()) && !isNumbering(word, i, words))
  const [first, last] = [telling.indexOf(true), telling.lastIndexOf(true)]
  const label = (first < 0 ? words : words.slice(first, last + 1)).join('_').toUpperCase()
  return (
    label
      .replace(/^[^A-Z]+/, '')
      .slice(0, LONGEST)
      .replace(/_+$/, '') || undefined
  )
}

/** "3", "IV" or "B" behind the word "annex", and a number at the beginning. */
const isNumbering = (word: string, i: number, words: readonly string[]): boolean =>
  (NUMBERED.test(words[i - 1] ?? '') && /^(?:\d+|[ivx]+|[a-z])$/i.test(word)) || (i === 0 && /^\d+$/.test(word))
