import { wordsOf } from '../text/words.ts'
import { createAnchors } from './anchor.ts'
import type { Page } from './pages.ts'

/** A passage of a Markdown file, or of another source of documentation. */
export interface Section {
  /** The file from the root of the repository, or a name such as `OpenAPI`. */
  readonly source: string
  /** The title of the page. */
  readonly page: string
  /** The title of the page and the headings below it, joined by ` › `. */
  readonly title: string
  readonly text: string
  readonly internal: boolean
  /** Questions that the page answers. Search finds the section by them, and no reader sees them. */
  readonly questions: readonly string[]
  /** Where the console shows it. Absent: not a page of `docs/`. */
  readonly place?: Place
}

export interface Place {
  /** As in `Page.path`. */
  readonly path: string
  /** The last heading above the section, with its anchor; the title and an empty anchor at the beginning of the page. */
  readonly heading: string
  readonly anchor: string
}

/** Length of a passage. A longer section is cut at paragraphs, a longer table at rows. Code is kept whole. */
export const MAX_CHARACTERS = 1_500

const FENCE = /^\s*```/
const HEADING = /^(#{1,6})\s+(.+?)\s*$/
const TABLE_RULE = /^\s*\|(?:\s*:?-{3,}:?\s*\|)+\s*$/
const LINK = /!?\[([^\]]*)\]\([^)]*\)/g

/** The words of a link describe the page that it leads to, which is found by itself. */
export const withoutLinks = (markdown: string): string => markdown.replace(LINK, ' ')

/** Whether a section, such as "Next steps", has more words in links than others. */
const mostlyLinks = (markdown: string): boolean => wordsOf(withoutLinks(markdown)).length < wordsOf(plainText(markdown)).length / 2

/** Cuts a page at its headings, without sections that mostly link. A `#` inside a code block begins no section. A file outside of `docs/` has no path. */
export function sectionsOf(page: Omit<Page, 'path' | 'summary'> & { readonly path?: string }): Section[] {
  const { file, path, title, internal, questions, markdown } = page
  const anchorOf = createAnchors()
  const sections: Section[] = []
  let headings: string[] = [title]
  let anchor = ''
  let lines: string[] = []
  let inCode = false
  const close = () => {
    const place = path === undefined ? {} : { place: { path, heading: headings.at(-1) ?? title, anchor } }
    const known = { source: file, page: title, title: headings.filter(Boolean).join(' › '), internal, questions, ...place }
    for (const text of piecesOf(lines.join('\n').trim())) if (!mostlyLinks(text)) sections.push({ ...known, text })
    lines = []
  }
  for (const line of markdown.split('\n')) {
    if (FENCE.test(line)) inCode = !inCode
    const [, marks = '', heading = ''] = (!inCode && HEADING.exec(line)) || []
    if (marks === '') {
      lines.push(line)
      continue
    }
    close()
    const level = marks.length - 1
    // The first-level heading repeats the title, and its anchor is the top of the page.
    const named = anchorOf(heading)
    anchor = level === 0 ? '' : named
    headings = level === 0 ? [title] : [...Array.from({ length: level }, (_, i) => headings[i] ?? ''), withoutMarks(heading)]
  }
  close()
  return sections
}

const withoutMarks = (heading: string): string => heading.replace(LINK, '$1').replace(/[`*]/g, '')

function piecesOf(text: string): string[] {
  const pieces: string[] = []
  for (const block of blocksOf(text).flatMap(rowsOf)) {
    const last = pieces.at(-1)
    if (last !== undefined && last.length + block.length < MAX_CHARACTERS) pieces[pieces.length - 1] = `${last}\n\n${block}`
    else pieces.push(block)
  }
  return pieces
}

/** Paragraphs, lists and code blocks. Blank lines inside code separate nothing. */
function blocksOf(text: string): string[] {
  const blocks: string[][] = [[]]
  let inCode = false
  for (const line of text.split('\n')) {
    if (FENCE.test(line)) inCode = !inCode
    if (line.trim() === '' && !inCode) blocks.push([])
    else blocks.at(-1)?.push(line)
  }
  return blocks.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))
}

/** Cuts a long table into tables with the same header. */
function rowsOf(block: string): string[] {
  const [header = '', rule = '', ...rows] = block.split('\n')
  if (block.length <= MAX_CHARACTERS || !TABLE_RULE.test(rule)) return [block]
  const tables: string[] = []
  for (const row of rows) {
    const last = tables.at(-1)
    if (last !== undefined && last.length + row.length < MAX_CHARACTERS) tables[tables.length - 1] = `${last}\n${row}`
    else tables.push([header, rule, row].join('\n'))
  }
  return tables
}

/** Applies a change outside of `code`. */
const outsideCode = (markdown: string, change: (text: string) => string): string =>
  markdown
    .split(/(`[^`]*`)/)
    .map((piece) => (piece.startsWith('`') ? piece : change(piece)))
    .join('')

/** Markdown with the words of links in place of the links, which lead nowhere outside of their page. */
export const linksAsWords = (markdown: string): string => outsideCode(markdown, (text) => text.replace(LINK, '$1'))

/** Markdown as a reader sees it: links as their words, no marks of emphasis. */
export const plainText = (markdown: string): string =>
  outsideCode(markdown, (text) => text.replace(LINK, '$1').replace(/\*\*|(?<!\w)\*(?=\S)|(?<=\S)\*(?!\w)/g, ''))
