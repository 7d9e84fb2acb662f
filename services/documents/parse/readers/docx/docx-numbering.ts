import { child, childElements, descendants, type XmlElement } from '../../xml.ts'

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
}

/** What a paragraph or a style says of its numbering. */
export interface NumberingMark {
  readonly num: string | undefined
  readonly level: number | undefined
}

export interface Numbering {
  /** The number in front of the next paragraph, as shown; undefined for bullets and unnumbered ones. Counts on. */
  next(style: string | undefined, own: NumberingMark | undefined): string | undefined
}

const LEVELS = 9
const valOf = (element: XmlElement | undefined): string | undefined =>
  element && Object.entries(element.attributes).find(([name]) => name === 'val' || name.endsWith(':val'))?.[1]
const attribute = (element: XmlElement, name: string): string | undefined =>
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

const markOf = (numPr: XmlElement | undefined): NumberingMark | undefined =>
  numPr && { num: valOf(child(numPr, 'numId')), level: numberOf(valOf(child(numPr, 'ilvl'))) }

interface Style {
  readonly basedOn: string | undefined
  readonly mark: NumberingMark | undefined
}

function stylesOf(styles: XmlElement | undefined): Map<string, Style> {
  const found = styles ? [...descendants(styles, 'style')] : []
  return new Map(
    found.map((s) => [
      attribute(s, 'styleId') ?? '',
      { basedOn: valOf(child(s, 'basedOn')), mark: markOf(child(child(s, 'pPr'), 'numPr')) },
    ]),
  )
}

/** Lists by number id; a definition that only names a style stands for the list of that style. */
function numsOf(numbering: XmlElement, styles: ReadonlyMap<string, Style>): Map<string, Num> {
  const abstracts = new Map(
    childElements(numbering).flatMap((e) => (e.name === 'abstractNum' ? [[attribute(e, 'abstractNumId') ?? '', e] as const] : [])),
  )
  const nums = childElements(numbering).filter((e) => e.name === 'num')
  const abstractOf = new Map(nums.map((n) => [attribute(n, 'numId') ?? '', valOf(child(n, 'abstractNumId')) ?? '']))
  const resolve = (id: string): string => {
    const link = valOf(child(abstracts.get(id), 'numStyleLink'))
    return (link && abstractOf.get(styles.get(link)?.mark?.num ?? '')) || id
  }
  return new Map(
    nums.map((n) => {
      const abstract = resolve(valOf(child(n, 'abstractNumId')) ?? '')
      const definition = abstracts.get(abstract)
      const overrides = childElements(n).filter((e) => e.name === 'lvlOverride')
      const at = (e: XmlElement) => numberOf(attribute(e, 'ilvl')) ?? 0
      const starts = overrides.flatMap((o) => {
        const start = numberOf(valOf(child(o, 'startOverride')))
        return start === undefined ? [] : [[at(o), start] as const]
      })
      const levels = definition ? levelsOf(definition) : new Map<number, Level>()
      for (const o of overrides) for (const [level, own] of levelsOf(o)) levels.set(level, own)
      return [attribute(n, 'numId') ?? '', { abstract, starts: new Map(starts), levels }]
    }),
  )
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

/** Numbering of a document from its parts `numbering` and `styles`. */
export function createNumbering(numbering: XmlElement | undefined, styleSheet: XmlElement | undefined): Numbering {
  const styles = stylesOf(styleSheet)
  const nums = numbering ? numsOf(numbering, styles) : new Map<string, Num>()
  const counters = new Map<string, (number | undefined)[]>()
  const begun = new Set<string>()

  const inherited = (style: string | undefined): NumberingMark & { style?: string } => {
    for (let [id, depth] = [style, 0]; id !== undefined && depth < 20; depth++) {
      const found = styles.get(id)
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
      const num = id === undefined ? undefined : nums.get(id)
      if (id === undefined || !num) return undefined
      const linked = [...num.levels].find(([, l]) => l.style !== undefined && l.style === byStyle.style)?.[0]
      const level = Math.min(LEVELS - 1, own?.level ?? byStyle.level ?? linked ?? 0)
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
