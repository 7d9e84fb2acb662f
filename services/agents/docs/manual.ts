import { setImmediate as nextTurn } from 'node:timers/promises'
import { stemsOf, tellingStems } from '../../../kernel/text/terms.ts'
import { type Part, partsOf } from './parts.ts'
import type { Section } from './sections.ts'

/** A part of a section, with the stems by which it is found. */
export interface Entry {
  readonly section: Section
  readonly part: Part
  readonly stems: ReadonlySet<string>
  readonly around: ReadonlySet<string>
  /** Its stems as they follow one another. */
  readonly order: readonly string[]
  readonly words: number
  /** What a row is about: its first cell. */
  readonly label: string
  readonly labelStems: ReadonlySet<string>
}

interface Counted {
  readonly section: Section
  readonly counts: ReadonlyMap<string, number>
  readonly length: number
  /** Stems of its last heading, and of those above. */
  readonly heading: ReadonlySet<string>
  readonly above: ReadonlySet<string>
  /** Where its heading is a question: that, and how else it is asked. */
  readonly asked: readonly Wording[]
}

export interface Wording {
  readonly text: string
  readonly stems: ReadonlySet<string>
  /** Those that say something by themselves. */
  readonly telling: readonly string[]
}

/** Sections that can be looked through. */
export interface Manual {
  readonly sections: readonly Counted[]
  readonly entries: readonly Entry[]
  /** Where a stem stands, by places in `sections`, and how often. */
  places(stem: string): readonly { readonly at: number; readonly count: number }[]
  /** Words of a section, on average; without the fields of the API where they are not looked through. */
  readonly mean: { readonly all: number; readonly telling: number }
  /** Of a stem: high where few sections have it. */
  weight(stem: string): number
  /** Whether any section has it. */
  has(stem: string): boolean
}

/** Milliseconds for which the event loop may be held. */
const SLICE_MS = 8

/** Reads sections, a slice at a time: other requests are answered in between. */
export async function openManual(sections: readonly Section[]): Promise<Manual> {
  const counted: Counted[] = []
  const entries: Entry[] = []
  let since = performance.now()
  for (const section of sections) {
    const headings = section.title.split(' › ')
    const heading = new Set(stemsOf(headings.at(-1) ?? ''))
    const above = new Set(stemsOf(headings.slice(0, -1).join(' ')))
    const stems = stemsOf(`${section.title} ${section.title} ${section.text}`)
    const counts = new Map<string, number>()
    for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1)
    const asked = headings.at(-1)?.endsWith('?') ? [headings.at(-1)!, ...(section.wordings ?? [])].map(wordingOf) : []
    counted.push({ section, counts, length: stems.length, heading, above, asked })
    const around = new Map<string, ReadonlySet<string>>()
    for (const part of section.whole ? [{ kind: 'sentence' as const, text: section.text, around: '' }] : partsOf(section.text)) {
      const words = stemsOf(part.text)
      if (!around.has(part.around)) around.set(part.around, new Set(stemsOf(part.around)))
      const label = part.kind === 'row' ? part.text.slice(0, part.text.indexOf(' – ')) : ''
      const labelStems = new Set(stemsOf(label))
      const found = { stems: new Set(words), order: words, around: around.get(part.around)!, words: words.length }
      entries.push({ section, part, ...found, label, labelStems })
      if (performance.now() - since < SLICE_MS) continue
      await nextTurn()
      since = performance.now()
    }
  }
  // thousands of fields would make the words of few of them common
  const telling = counted.filter(({ section }) => !section.reference)
  const containing = new Map<string, number>()
  for (const { counts, asked } of telling)
    for (const stem of new Set([...counts.keys(), ...asked.flatMap(({ stems }) => [...stems])]))
      containing.set(stem, (containing.get(stem) ?? 0) + 1)
  const weight = (stem: string) => {
    const n = containing.get(stem) ?? 0
    return Math.log(1 + (telling.length - n + 0.5) / (n + 0.5))
  }
  const places = new Map<string, { at: number; count: number }[]>()
  for (const [at, { counts }] of counted.entries())
    for (const [stem, count] of counts) {
      const known = places.get(stem)
      if (known) known.push({ at, count })
      else places.set(stem, [{ at, count }])
    }
  const mean = { all: meanLength(counted), telling: meanLength(telling) }
  return { sections: counted, entries, places: (stem) => places.get(stem) ?? [], mean, weight, has: (stem) => containing.has(stem) }
}

const meanLength = (sections: readonly Counted[]): number =>
  sections.reduce((sum, { length }) => sum + length, 0) / Math.max(1, sections.length)

const wordingOf = (text: string): Wording => ({ text, stems: new Set(stemsOf(text)), telling: tellingStems(text) })

/** Fields of the API are told where one is asked for. */
const FIELD =
  /\b(?:fields?|parameters?|params?|arguments?|propert(?:y|ies)|defaults?|maximum|minimum|max|min|allowed|values?|required|optional|mandatory|limits?|body|payload|form|accepts?)\b|\b[a-z]+_[a-z_]+\b/
export const asksForField = (question: string): boolean => FIELD.test(question)

/** The sections that say most about the question, the best first: Okapi BM25 (Robertson and Zaragoza 2009); words of a title count twice. */
export function findSections(manual: Manual, question: string, top: number): Section[] {
  const [k1, b] = [1.2, 0.75]
  const { sections, weight } = manual
  const fields = asksForField(question)
  const mean = fields ? manual.mean.all : manual.mean.telling
  const scores = new Float64Array(sections.length)
  for (const stem of tellingStems(question))
    for (const { at, count } of manual.places(stem)) {
      const { section, length } = sections[at]!
      if (fields || !section.reference) scores[at]! += (weight(stem) * count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / mean))
    }
  return sections
    .flatMap(({ section }, at) => (scores[at]! > 0 ? [{ section, score: scores[at]! }] : []))
    .sort((x, y) => y.score - x.score)
    .slice(0, top)
    .map(({ section }) => section)
}
