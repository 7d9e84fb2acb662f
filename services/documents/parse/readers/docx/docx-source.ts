import { SaxesParser } from 'saxes'
import type { Archive } from '../../../../../kernel/cell/archive.ts'
import { readPart, relationsOf } from '../../package-parts.ts'
import { xmlText } from '../../xml.ts'
import { createNumbering, type Numbering, type NumberingMark } from './docx-numbering.ts'

/** Stand around a number that Word shows in front of a paragraph; noncharacters, which no text holds. */
export const NUMBER_START = '\ufdd0'
export const NUMBER_END = '\ufdd1'

/** Most columns that a row may leave out at its begin. */
const MOST_SKIPPED = 1000

interface Paragraph {
  style: string | undefined
  num: string | undefined
  level: number | undefined
  marked: boolean
  /** Where its content begins in the source. */
  at: number
  hasText: boolean
}

interface Insertion {
  readonly at: number
  readonly xml: string
}

const escaped = (text: string): string => text.replace(/[&<>]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c] ?? c)

/**
 * The main part with what the converter does not work out: the number of each numbered paragraph as text between NUMBER_START and
 * NUMBER_END, and empty cells where a row of a table begins late (ECMA-376 part 1, 17.4.15 gridBefore).
 */
function completed(source: string, numbering: Numbering): string {
  const insertions = findInsertions(source, numbering)
  if (insertions.length === 0) return source
  let text = ''
  let from = 0
  for (const { at, xml } of insertions.sort((a, b) => a.at - b.at)) {
    text += source.slice(from, at) + xml
    from = at
  }
  return text + source.slice(from)
}

function findInsertions(source: string, numbering: Numbering): Insertion[] {
  const insertions: Insertion[] = []
  const open: Paragraph[] = []
  const path: string[] = []
  let skipped = 0
  let prefix = ''
  const parser = new SaxesParser({ xmlns: false, position: true })
  const valOf = (attributes: Readonly<Record<string, string>>) => attributes[`${prefix}val`] ?? attributes.val
  // The converter says what is wrong with a part that is not well-formed.
  parser.on('error', () => undefined)
  parser.on('opentag', ({ name, attributes }) => {
    const local = name.slice(name.indexOf(':') + 1)
    const parent = path.at(-1)
    const paragraph = open.at(-1)
    path.push(local)
    if (local === 'document') prefix = name.slice(0, name.length - local.length)
    const value = valOf(attributes as Record<string, string>)
    if (local === 'p') open.push({ style: undefined, num: undefined, level: undefined, marked: false, at: 0, hasText: false })
    else if (local === 'gridBefore' && parent === 'trPr') skipped = Math.min(Number(value) || 0, MOST_SKIPPED)
    else if (!paragraph) return
    else if (local === 'pStyle' && parent === 'pPr') paragraph.style = value
    else if (local === 'numPr' && parent === 'pPr') paragraph.marked = true
    else if (local === 'numId' && parent === 'numPr') paragraph.num = value
    else if (local === 'ilvl' && parent === 'numPr') paragraph.level = Number(value) || 0
  })
  parser.on('text', (text) => {
    const paragraph = open.at(-1)
    if (paragraph && path.at(-1) === 't' && text.trim()) paragraph.hasText = true
  })
  parser.on('closetag', () => {
    const local = path.pop()
    const parent = path.at(-1)
    if (local === 'pPr' && parent === 'p') open.at(-1)!.at = parser.position
    else if (local === 'trPr' && skipped > 0) {
      insertions.push({ at: parser.position, xml: emptyCell(prefix, skipped) })
      skipped = 0
    } else if (local === 'p') insertions.push(...numberOf(open.pop()!, numbering, prefix))
  })
  parser.write(source).close()
  return insertions
}

const emptyCell = (w: string, columns: number): string =>
  `<${w}tc><${w}tcPr><${w}gridSpan ${w}val="${columns}"/></${w}tcPr><${w}p/></${w}tc>`

function numberOf(paragraph: Paragraph, numbering: Numbering, w: string): Insertion[] {
  if (paragraph.at === 0 || !paragraph.hasText) return []
  const own: NumberingMark | undefined = paragraph.marked ? { num: paragraph.num, level: paragraph.level } : undefined
  const shown = numbering.next(paragraph.style, own)
  if (shown === undefined) return []
  const xml = `<${w}r><${w}t xml:space="preserve">${NUMBER_START}${escaped(shown)}${NUMBER_END}</${w}t></${w}r>`
  return [{ at: paragraph.at, xml }]
}

/** The parts of a document as mammoth asks for them: from the archive that was checked, the main part completed. */
export async function docxSource(archive: Archive) {
  const main = (await relationsOf(archive, '')).find((r) => r.type.endsWith('/officeDocument'))?.target ?? 'word/document.xml'
  const relations = archive.names.includes(main) ? await relationsOf(archive, main) : []
  const part = (type: string) => relations.find((r) => r.type.endsWith(`/${type}`))?.target ?? ''
  const numbering = await readPart(archive, part('numbering'))
  const styles = numbering && (await readPart(archive, part('styles')))
  const names = new Set(archive.names)
  return {
    exists: (name: string) => names.has(name),
    async read(name: string, encoding?: string): Promise<string | Uint8Array> {
      const bytes = (await archive.read(name)) ?? Buffer.alloc(0)
      if (encoding === undefined) return bytes
      if (encoding === 'base64') return bytes.toString('base64')
      const text = xmlText(bytes)
      return name === main ? completed(text, createNumbering(numbering, styles)) : text
    },
  }
}
