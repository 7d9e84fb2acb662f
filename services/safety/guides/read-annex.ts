import { type FoundElement, findElements } from './find-elements.ts'
import type { Phase } from './guide.ts'
import { type Part, partOf, phaseOf } from './headings.ts'

/** A piece of an annex that holds text of its own: a paragraph, an item of a list, a cell. */
export interface AnnexElement {
  /** From 0, among the elements of its annex. */
  readonly index: number
  readonly tag: string
  /** Its place in the HTML. */
  readonly start: number
  readonly end: number
  readonly text: string
  /** Of the headings above it, the nearest last; a sentence that leads a list in counts as one. */
  readonly headings: readonly string[]
  readonly heading: boolean
  readonly phase: Phase | undefined
  readonly part: Part | undefined
  /** What leads it in, and is no heading of a part: "Teachers will", the first cell of its row, the item that its list stands in. */
  readonly lead?: string | undefined
}

/** The elements of an annex in their order, with the phase and part of the plan that their headings put them in. Any HTML; linear in its length. */
export function readAnnex(html: string): AnnexElement[] {
  return underHeadings(findElements(html))
}

interface Above {
  readonly level: number
  readonly text: string
  /** null: this heading speaks of several phases. */
  readonly phase: Phase | null | undefined
  readonly part: Part | undefined
  /** It leads in what stands below it. */
  readonly leads?: boolean
}

const BOLD_LEVEL = 7
const COLON_LEVEL = 8
/** Of an item that another list stands in; deeper ones have higher levels. */
const ITEM_LEVEL = 9

function underHeadings(found: readonly FoundElement[]): AnnexElement[] {
  let above: Above[] = []
  let columns: Above[] = []
  let row: string | undefined
  return found.map((element, index) => {
    const { tag, text, column, lead, start, end, depth } = element
    const level = levelOf(element, found[index + 1])
    // An item leads in its own list alone.
    above = above.filter((a) => a.level < ITEM_LEVEL + depth)
    if (column === undefined || column === 0) row = column === 0 && text.length <= LONGEST_LABEL && !isSentence(text) ? text : undefined
    if (column === 0 && (tag === 'th' || level !== undefined) && index > 0 && found[index - 1]?.column === undefined) columns = []
    const own = phaseOf(level === undefined ? leadOf(text, lead) : text)
    if (level !== undefined && column === undefined) above = above.filter((a) => a.level < level)
    const inColumn = column === undefined || level !== undefined ? undefined : columns[column]
    const known = [...above, ...(inColumn ? [inColumn] : [])]
    const phase = own === undefined ? known.findLast((a) => a.phase !== undefined)?.phase : own
    const part = partOf(text, level !== undefined) ?? known.findLast((a) => a.part !== undefined)?.part
    const headings = known.map((a) => a.text)
    if (level !== undefined) {
      const leads = level >= COLON_LEVEL && own === undefined && partOf(text, true) === undefined
      const heading = { level, text: text.replace(/:$/, ''), phase: own, part: partOf(text, true), leads }
      if (column === undefined) above = [...above, heading]
      else columns[column] = heading
    } else if (own && lead && lead !== text)
      above = [...above.filter((a) => a.level < BOLD_LEVEL), { level: BOLD_LEVEL, text: lead, phase: own, part: undefined }]
    const cell = column !== undefined && column > 0 && level === undefined ? row : undefined
    const led = column === undefined && known.at(-1)?.leads ? known.at(-1)?.text : cell
    const place = { index, tag, start, end, text, headings: cell ? [...headings, cell] : headings }
    return { ...place, heading: level !== undefined, phase: phase ?? undefined, part, ...(led && { lead: led }) }
  })
}

/** Where a heading stands among headings; undefined for what is none. */
function levelOf({ tag, text, bold, header, depth }: FoundElement, next: FoundElement | undefined): number | undefined {
  const level = /^h([1-6])$/.exec(tag)
  if (level) return Number(level[1])
  if (header && text.length <= 80) return BOLD_LEVEL
  if (text.length > 120 || /[.!?]$/.test(text)) return undefined
  if (bold || (/^courses? of action\b/i.test(text) && text.length <= 80 && !text.includes('. '))) return BOLD_LEVEL
  // Within an item, too, a line with a colon leads in no more than the list below it.
  const leadsList = tag === 'li' && next !== undefined && next.depth > depth && text.length <= LONGEST_LABEL
  if (leadsList) return ITEM_LEVEL + depth
  return text.endsWith(':') ? COLON_LEVEL : undefined
}

const isSentence = (text: string): boolean => /[.!?;]$/.test(text)
/** Characters of what leads something in. */
const LONGEST_LABEL = 60

/** What a paragraph begins with before its first colon, where that is bold or short. */
function leadOf(text: string, lead: string): string {
  if (lead) return lead.length <= 80 ? lead : ''
  return /^[^.:]{1,40}(?=:\s)/.exec(text)?.[0] ?? ''
}
