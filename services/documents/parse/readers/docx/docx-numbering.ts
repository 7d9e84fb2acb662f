import { child, childElements, type XmlElement } from '../../xml/xml.ts'
import type { NumberingMark, Styles } from './docx-styles.ts'

/** One level of a list definition (ECMA-376 part 1, 17.9.6). */
interface Level {
  readonly start: number
  readonly format: string
  /** Such as "%1.%2." */
  readonly text: string
  readonly style: string | undefined
}

interface Num {
  readonly abstract: string
  /** Levels that begin anew with the first paragraph of this list. */
  readonly starts: ReadonlyMap<number, number>
  readonly levels: ReadonlyMap<number, Level>
  /** The first level that is of a style of paragraphs, by the style. */
  readonly linked: ReadonlyMap<string, number>
}

export interface Numbering {
  /** The number in front of the next paragraph, as shown; undefined for bullets and unnumbered ones. Counts on. */
  next(style: string | undefined, own: NumberingMark | undefined): string | undefined
}

const LEVELS = 9
export const valOf = (element: XmlElement | undefined): string | undefined =>
  element && Object.entries(element.attributes).find(([name]) => name === 'val' || name.endsWith(':val'))?.[1]
export const attribute = (element: XmlElement, name: string): string | undefined =>
  Object.entries(element.attributes).find(([key]) => key === name || key.endsWith(`:${name}`))?.[1]
const numberOf = (text: string | undefined): number | undefined => (text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : undefined)

const levelOf = (element: XmlElement): Level => ({
  start: numberOf(valOf(child(element, 'start'))) ?? 0,
  format: valOf(child(element, 'numFmt')) ?? 'decimal',
  text: valOf(child(element, 'lvlText')) ?? '',
  style: valOf(child(element, 'pStyle')),
})

function levelsOf(element: XmlElement): Map<number, Level> {
  const levels = childElements(element).filter((e) => e.name === 'lvl')
  return new Map(levels.map((l) => [numberOf(attribute(l, 'ilvl')) ?? 0, levelOf(l)]))
}

/** Lists by number id, each read when it is first asked for; a definition that only names a style stands for the list of that style. */
function createLists(numbering: XmlElement | undefined, styles: Styles): (id: string) => Num | undefined {
  const parts = numbering ? childElements(numbering) : []
  const byId = (name: string, id: string) => new Map(parts.filter((e) => e.name === name).map((e) => [attribute(e, id) ?? '', e]))
  const [abstracts, nums] = [byId('abstractNum', 'abstractNumId'), byId('num', 'numId')]
  const abstractOf = (num: XmlElement | undefined): string => valOf(child(num, 'abstractNumId')) ?? ''
  const resolve = (id: string): string => {
    const link = valOf(child(abstracts.get(id), 'numStyleLink'))
    return (link && abstractOf(nums.get(styles.lists.get(link)?.mark?.num ?? ''))) || id
  }
  const levels = new Map<string, ReadonlyMap<number, Level>>()
  const levelsIn = (id: string): ReadonlyMap<number, Level> => {
    const definition = abstracts.get(id)
    if (!levels.has(id)) levels.set(id, definition ? levelsOf(definition) : new Map())
    return levels.get(id)!
  }
  const read = (num: XmlElement): Num => {
    const abstract = resolve(abstractOf(num))
    const overrides = childElements(num).filter((e) => e.name === 'lvlOverride')
    const starts = overrides.flatMap((o) => {
      const start = numberOf(valOf(child(o, 'startOverride')))
      return start === undefined ? [] : [[numberOf(attribute(o, 'ilvl')) ?? 0, start] as const]
    })
    const own = new Map([...levelsIn(abstract), ...overrides.flatMap((o) => [...levelsOf(o)])])
    const linked = new Map([...own].reverse().flatMap(([level, { style }]) => (style === undefined ? [] : [[style, level] as const])))
    return { abstract, starts: new Map(starts), levels: own, linked }
  }
  const known = new Map<string, Num | undefined>()
  return (id) => {
    const num = nums.get(id)
    if (!known.has(id)) known.set(id, num && read(num))
    return known.get(id)
  }
}

const letters = (n: number): string => String.fromCharCode(97 + ((n - 1) % 26)).repeat(Math.floor((n - 1) / 26) + 1)
const ROMAN = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
] as const

function roman(n: number): string {
  let [rest, text] = [n, '']
  for (const [value, sign] of ROMAN) for (; rest >= value; rest -= value) text += sign
  return text
}

/** A number in a format of ECMA-376 part 1, 17.18.59; formats of other scripts are shown as decimals. */
export function formatNumber(n: number, format: string): string {
  if (format === 'none') return ''
  if (format === 'decimalZero') return String(n).padStart(2, '0')
  if (n < 1 || n > 5000 || !/Letter$|Roman$/.test(format)) return String(n)
  const text = format.endsWith('Letter') ? letters(n) : roman(n)
  return format.startsWith('upper') ? text.toUpperCase() : text
}

/** Numbering of a document from its part `numbering` and its styles. */
export function createNumbering(numbering: XmlElement | undefined, styles: Styles): Numbering {
  const listOf = createLists(numbering, styles)
  const counters = new Map<string, (number | undefined)[]>()
  const begun = new Set<string>()

  const inherited = (style: string | undefined): NumberingMark & { style?: string } => {
    for (let [id, depth] = [style, 0]; id !== undefined && depth < 20; depth++) {
      const found = styles.paragraphs.get(id)
      if (found?.mark?.num !== undefined) return { ...found.mark, style: id }
      id = found?.basedOn
    }
    return { num: undefined, level: undefined }
  }

  function count(id: string, num: Num, level: number): readonly (number | undefined)[] {
    const counts = counters.get(num.abstract) ?? []
    counters.set(num.abstract, counts)
    if (!begun.has(id)) for (const [at, start] of num.starts) counts[at] = start - 1
    begun.add(id)
    const startOf = (at: number) => num.levels.get(at)?.start ?? 1
    for (let at = 0; at < level; at++) counts[at] ??= startOf(at)
    counts[level] = (counts[level] ?? startOf(level) - 1) + 1
    counts.length = level + 1
    return counts
  }

  return {
    next(style, own) {
      const byStyle = inherited(style)
      const id = own?.num ?? byStyle.num
      const num = id === undefined ? undefined : listOf(id)
      if (id === undefined || !num) return undefined
      const linked = byStyle.style === undefined ? undefined : num.linked.get(byStyle.style)
      const level = Math.min(LEVELS - 1, numberOf(own?.level) ?? numberOf(byStyle.level) ?? linked ?? 0)
      const definition = num.levels.get(level)
      if (!definition || definition.format === 'bullet') return undefined
      const counts = count(id, num, level)
      const shown = definition.text.replace(/%([1-9])/g, (_, digit: string) => {
        const at = Number(digit) - 1
        return formatNumber(counts[at] ?? 1, num.levels.get(at)?.format ?? 'decimal')
      })
      return shown.trim() || undefined
    },
  }
}
