import { existsSync, readFileSync } from 'node:fs'
import { type OpenApiDocument, operationsOf } from '../../../kernel/http/openapi/document.ts'
import { stemsOf, tellingStems } from '../../../kernel/text/terms.ts'

/** A part of the product's own documentation. */
export interface Section {
  /** `README.md`, or `OpenAPI`. */
  readonly source: string
  /** Headings down to it, joined by ` › `. */
  readonly title: string
  readonly text: string
}

/** What users may read, and what operators and developers may read beside it. */
const FOR_USERS = ['README.md']
const INTERNAL = ['OPERATIONS.md', 'SECURITY.md', 'ARCHITECTURE.md']
const ROOT = new URL('../../../', import.meta.url)
/** Characters of a section; a longer one is cut at paragraphs. */
const LONGEST = 3_000

/** The sections of a Markdown text; a `#` in a block of code begins none. */
export function sectionsOf(source: string, markdown: string): Section[] {
  const sections: Section[] = []
  const path: string[] = []
  let lines: string[] = []
  let code = false
  const push = () => {
    const text = lines.join('\n').trim()
    lines = []
    if (text === '') return
    const title = path.filter(Boolean).join(' › ') || source
    for (const piece of pieces(text)) sections.push({ source, title, text: piece })
  }
  for (const line of markdown.split('\n')) {
    if (/^\s*```/.test(line)) code = !code
    const heading = code ? null : /^(#{1,6})\s+(.+?)\s*$/.exec(line)
    if (!heading) {
      lines.push(line)
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

function pieces(text: string): string[] {
  const out: string[] = []
  for (const paragraph of text.split(/\n\s*\n/)) {
    const last = out.at(-1)
    if (last !== undefined && last.length + paragraph.length < LONGEST) out[out.length - 1] = `${last}\n\n${paragraph}`
    else out.push(paragraph)
  }
  return out
}

/** Operations of the API's document, each a section. */
export const operationSections = (document: OpenApiDocument): Section[] =>
  operationsOf(document).map(({ path, method, operation }) => ({
    source: 'OpenAPI',
    title: `${method.toUpperCase()} ${path}`,
    text: [operation.summary, operation.description].filter(Boolean).join('. '),
  }))

export interface Documentation {
  /** The sections that say most about the question, the best first. */
  find(question: string, top: number): readonly Section[]
}

/** Documentation for users, and with everything for whoever has the internal scope. Files that are not there are left out. */
export function openDocumentation(document: OpenApiDocument): { readonly external: Documentation; readonly internal: Documentation } {
  const read = (names: readonly string[]) =>
    names.flatMap((name) => {
      const file = new URL(name, ROOT)
      return existsSync(file) ? sectionsOf(name, readFileSync(file, 'utf8')) : []
    })
  const users = [...read(FOR_USERS), ...operationSections(document)]
  return { external: ranked(users), internal: ranked([...users, ...read(INTERNAL)]) }
}

/** Okapi BM25 (Robertson and Zaragoza 2009) with its usual constants; words of a title count twice. */
function ranked(sections: readonly Section[]): Documentation {
  const [k1, b] = [1.2, 0.75]
  const counted = sections.map((section) => {
    const stems = stemsOf(`${section.title} ${section.title} ${section.text}`)
    const counts = new Map<string, number>()
    for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1)
    return { section, counts, length: stems.length }
  })
  const mean = counted.reduce((sum, { length }) => sum + length, 0) / Math.max(1, counted.length)
  const containing = new Map<string, number>()
  for (const { counts } of counted) for (const stem of counts.keys()) containing.set(stem, (containing.get(stem) ?? 0) + 1)
  const weight = (stem: string) => {
    const n = containing.get(stem) ?? 0
    return n === 0 ? 0 : Math.log(1 + (counted.length - n + 0.5) / (n + 0.5))
  }
  return {
    find(question, top) {
      const stems = tellingStems(question)
      const scored = counted.map(({ section, counts, length }) => {
        const score = stems.reduce((sum, stem) => {
          const count = counts.get(stem) ?? 0
          return sum + (weight(stem) * count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / mean))
        }, 0)
        return { section, score }
      })
      return scored
        .filter(({ score }) => score > 0)
        .sort((x, y) => y.score - x.score)
        .slice(0, top)
        .map(({ section }) => section)
    },
  }
}
