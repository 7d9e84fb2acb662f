import { Parser } from 'htmlparser2'
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
}

/** Elements whose text is nobody's to read. */
const UNREAD = new Set('script style template noscript svg math iframe object head title textarea select button'.split(' '))
const INLINE = new Set(
  'a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr img'.split(
    ' ',
  ),
)
/** Elements of an annex that are read; an annex has some hundred. */
export const MOST_ELEMENTS = 20_000
const MAX_TEXT = 20_000

interface Open {
  readonly tag: string
  readonly start: number
}

interface Found {
  tag: string
  start: number
  end: number
  text: string
  /** All of its text is bold. */
  bold: boolean
  /** Text before the first character that is not bold. */
  lead: string
  /** Of a cell, from 0. */
  column: number | undefined
  header: boolean
}

/** The elements of an annex in their order, with the phase and part of the plan that their headings put them in. Any HTML; linear in its length. */
export function readAnnex(html: string): AnnexElement[] {
  return underHeadings(findElements(html))
}

function findElements(html: string): Found[] {
  const found: Found[] = []
  const open: Open[] = []
  let skipped = 0
  let bold = 0
  let column = -1
  let now: Found | undefined
  const blockNow = () => open.findLast(({ tag }) => !INLINE.has(tag))
  const flush = (end: number) => {
    if (now && found.length < MOST_ELEMENTS) {
      const text = now.text.replace(/\s+/g, ' ').trim()
      const lead = now.lead.replace(/\s+/g, ' ').trim()
      if (/[\p{L}\p{N}]/u.test(text)) found.push({ ...now, end, text, lead, bold: now.bold && lead === text })
    }
    now = undefined
  }
  const parser: Parser = new Parser(
    {
      onopentagname(tag) {
        if (UNREAD.has(tag)) skipped++
        if (tag === 'b' || tag === 'strong') bold++
        if (tag === 'tr') column = -1
        if (tag === 'td' || tag === 'th') column++
        if (tag === 'br' && now) now.text += ' '
        if (!INLINE.has(tag) && !UNREAD.has(tag) && tag !== 'br') flush(parser.startIndex)
        open.push({ tag, start: parser.startIndex })
      },
      ontext(text) {
        if (skipped > 0) return
        if (!now) {
          if (!text.trim()) return
          const block = blockNow()
          const cell = open.findLast(({ tag }) => tag === 'td' || tag === 'th')
          const tag = block?.tag ?? 'text'
          const start = block && (found.at(-1)?.end ?? -1) <= block.start ? block.start : parser.startIndex
          now = { tag, start, end: start, text: '', bold: true, lead: '', column: cell && column, header: cell?.tag === 'th' }
        }
        if (now.text.length >= MAX_TEXT) return
        now.text += text
        if (bold > 0 && now.bold) now.lead += text
        else if (text.trim()) now.bold = false
      },
      onclosetag(tag) {
        if (UNREAD.has(tag)) skipped = Math.max(0, skipped - 1)
        if (tag === 'b' || tag === 'strong') bold = Math.max(0, bold - 1)
        if (!INLINE.has(tag) && !UNREAD.has(tag) && tag !== 'br') flush(parser.endIndex + 1)
        open.pop()
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  )
  parser.write(html)
  parser.end()
  flush(html.length)
  return found
}

interface Above {
  readonly level: number
  readonly text: string
  /** null: this heading speaks of several phases. */
  readonly phase: Phase | null | undefined
  readonly part: Part | undefined
}

const BOLD_LEVEL = 7
const COLON_LEVEL = 8

function underHeadings(found: readonly Found[]): AnnexElement[] {
  let above: Above[] = []
  let columns: Above[] = []
  return found.map((element, index) => {
    const { tag, text, column, lead, start, end } = element
    const level = levelOf(element)
    if (column === 0 && (tag === 'th' || level !== undefined) && index > 0 && found[index - 1]?.column === undefined) columns = []
    const own = phaseOf(level === undefined ? leadOf(text, lead) : text)
    if (level !== undefined && column === undefined) above = above.filter((a) => a.level < level)
    const inColumn = column === undefined || level !== undefined ? undefined : columns[column]
    const known = [...above, ...(inColumn ? [inColumn] : [])]
    const phase = own === undefined ? known.findLast((a) => a.phase !== undefined)?.phase : own
    const part = partOf(text, level !== undefined) ?? known.findLast((a) => a.part !== undefined)?.part
    const headings = known.map((a) => a.text)
    if (level !== undefined) {
      const heading = { level, text: text.replace(/:$/, ''), phase: own, part: partOf(text, true) }
      if (column === undefined) above = [...above, heading]
      else columns[column] = heading
    } else if (own && lead && lead !== text)
      above = [...above.filter((a) => a.level < BOLD_LEVEL), { level: BOLD_LEVEL, text: lead, phase: own, part: undefined }]
    return { index, tag, start, end, text, headings, heading: level !== undefined, phase: phase ?? undefined, part }
  })
}

/** Where a heading stands among headings; undefined for what is none. */
function levelOf({ tag, text, bold, header }: Found): number | undefined {
  const level = /^h([1-6])$/.exec(tag)
  if (level) return Number(level[1])
  if (header && text.length <= 80) return BOLD_LEVEL
  if (text.length > 120 || /[.!?]$/.test(text)) return undefined
  if (bold) return BOLD_LEVEL
  return text.endsWith(':') ? COLON_LEVEL : undefined
}

/** What a paragraph begins with before its first colon, where that is bold or short. */
function leadOf(text: string, lead: string): string {
  if (lead) return lead.length <= 80 ? lead : ''
  return /^[^.:]{1,40}(?=:\s)/.exec(text)?.[0] ?? ''
}
