import type { Operation } from '../../../kernel/http/app/operations.ts'

/** A part of the product's own documentation. */
export interface Section {
  /** `README.md`, `OpenAPI` or `Settings`. */
  readonly source: string
  /** Headings down to it, joined by ` › `. */
  readonly title: string
  readonly text: string
  /** Said as a whole or not at all. */
  readonly whole?: true
  /** One of very many: looked at where a field, a limit or its name is asked for. */
  readonly reference?: true
  /** How else its heading is asked for; nobody who reads the page sees them. */
  readonly wordings?: readonly string[]
}

/** `<!-- asked: one wording? | another? -->` below a heading. */
const WORDINGS = /^<!-- asked: (.+) -->$/

/** Characters of a section; a longer one is cut at paragraphs. */
const LONGEST = 3_000

/** The sections of a Markdown text; a `#` in a block of code begins none. */
export function sectionsOf(source: string, markdown: string): Section[] {
  const sections: Section[] = []
  const path: string[] = []
  let lines: string[] = []
  let code = false
  let wordings: string[] = []
  const push = () => {
    const text = lines.join('\n').trim()
    const asked = wordings.length > 0 ? { wordings } : {}
    lines = []
    wordings = []
    if (text === '') return
    const title = path.filter(Boolean).join(' › ') || source
    for (const piece of pieces(text)) sections.push({ source, title, text: piece, ...asked })
  }
  for (const line of markdown.split('\n')) {
    if (/^\s*```/.test(line)) code = !code
    const heading = code ? null : /^(#{1,6})\s+(.+?)\s*$/.exec(line)
    if (!heading) {
      const asked = code ? null : WORDINGS.exec(line)
      if (asked) wordings.push(...asked[1]!.split(' | '))
      else lines.push(line)
      continue
    }
    push()
    const level = heading[1]!.length
    path.length = level - 1
    path[level - 1] = heading[2]!.replace(/[`*]/g, '')
  }
  push()
  return sections
}

/** Cut at paragraphs, and a long table at its rows, each piece with the header. */
function pieces(text: string): string[] {
  const out: string[] = []
  for (const paragraph of text.split(/\n\s*\n/).flatMap(tables)) {
    const last = out.at(-1)
    if (last !== undefined && (last.length + paragraph.length < LONGEST || insideCode(last)))
      out[out.length - 1] = `${last}\n\n${paragraph}`
    else out.push(paragraph)
  }
  return out
}

const insideCode = (text: string): boolean => (text.match(/^\s*```/gm) ?? []).length % 2 === 1

function tables(paragraph: string): string[] {
  const [header = '', rule = '', ...rows] = paragraph.split('\n')
  if (paragraph.length <= LONGEST || !/^\s*\|(?:\s*:?-{3,}:?\s*\|)+\s*$/.test(rule)) return [paragraph]
  const cut: string[][] = []
  let length = LONGEST
  for (const row of rows) {
    if (length + row.length > LONGEST) {
      cut.push([])
      length = 0
    }
    cut.at(-1)!.push(row)
    length += row.length
  }
  return cut.map((some) => [header, rule, ...some].join('\n'))
}

/** Operations of the API, each a section. */
export const operationSections = (routes: readonly Operation[]): Section[] =>
  routes.map(({ method, path, summary, description }) => ({
    source: 'OpenAPI',
    whole: true,
    title: `${method} ${path}`,
    text: `\`${method} ${path}\`: ${[summary, description].filter(Boolean).join('. ').replace(/\.?$/, '.')}`,
  }))
