import type { Archive } from '../../../../../kernel/cell/archive.ts'
import type { DraftBlock } from '../../blocks/draft-block.ts'
import { readPart } from '../../xml/package-parts.ts'
import { child, childElements, descendants, parseXml, type XmlElement, xmlText } from '../../xml/xml.ts'
import type { DocxParts } from './docx-parts.ts'

/** What is gone from the final text (ECMA-376 part 1, 17.13.5), and what is no text. */
const LEFT_OUT = new Set(['del', 'moveFrom', 'delText', 'instrText', 'pPr', 'rPr'])
/** A page's number, however it is put. */
const PAGE_NUMBER = /^[\s\d/|.,–—-]*(?:(?:page|p\.|seite|s\.|página|pagina)[\s\d/|.,–—-]*(?:of|von|de|di)?)?[\s\d/|.,–—-]*$/i
const EDGES = [
  { type: '/header', part: 'header' },
  { type: '/footer', part: 'footer' },
]
const MOST_PARTS = 100

/** The final text of the paragraphs in an element, a line each. Of a choice of renderings the first is taken. */
export function paragraphTexts(element: XmlElement): string[] {
  const lines: string[] = []
  let line = ''
  const walk = (e: XmlElement): void => {
    for (const c of childElements(e)) {
      if (LEFT_OUT.has(c.name)) continue
      if (c.name === 'AlternateContent') walk(child(c, 'Choice') ?? child(c, 'Fallback') ?? c)
      else if (c.name === 't') line += c.children.filter((t) => typeof t === 'string').join('')
      else if (c.name === 'tab' || c.name === 'br' || c.name === 'cr') line += ' '
      else walk(c)
      if (c.name !== 'p') continue
      lines.push(line.replace(/\s+/g, ' ').trim())
      line = ''
    }
  }
  walk(element)
  return lines.filter(Boolean)
}

const attribute = (e: XmlElement, name: string): string =>
  Object.entries(e.attributes).find(([key]) => key === name || key.endsWith(`:${name}`))?.[1] ?? ''

/** What stands beside the body of a Word document: its text boxes that were not read with it, comments, headers and footers, each once. */
export async function asideBlocks(archive: Archive, { relations }: DocxParts, boxes: readonly string[]): Promise<DraftBlock[]> {
  const comments = relations.find((r) => r.type.endsWith('/comments'))
  return [
    ...boxes.map((text): DraftBlock => ({ type: 'paragraph', text })),
    ...(comments ? commentBlocks(await readPart(archive, comments.target)) : []),
    ...(await edgeBlocks(archive, relations)),
  ]
}

/** The text boxes of a document that have no older rendering, which is the one that mammoth takes: their lines. */
export async function looseBoxes(archive: Archive, { main }: DocxParts): Promise<string[]> {
  const bytes = await archive.read(main)
  if (!bytes?.includes('txbx')) return []
  const part = parseXml(xmlText(bytes))
  const boxes: XmlElement[] = []
  const walk = (e: XmlElement, seen: boolean): void => {
    for (const c of childElements(e)) {
      if (c.name === 'AlternateContent') {
        const [choice, fallback] = [child(c, 'Choice'), child(c, 'Fallback')]
        const older = fallback && [...descendants(fallback, 'txbxContent')].length > 0
        if (choice) walk(choice, older === true)
      } else if (c.name === 'txbx' && !seen) boxes.push(c)
      else walk(c, seen)
    }
  }
  walk(part, false)
  return boxes.flatMap(paragraphTexts)
}

function commentBlocks(comments: XmlElement | undefined): DraftBlock[] {
  return (comments ? [...descendants(comments, 'comment')] : []).flatMap((comment): DraftBlock[] => {
    const text = paragraphTexts(comment).join('\n')
    const author = attribute(comment, 'author').trim()
    return text ? [{ type: 'note', text: `[Comment${author ? ` by ${author}` : ''}] ${text}`, part: 'comments' }] : []
  })
}

async function edgeBlocks(archive: Archive, relations: readonly { type: string; target: string }[]): Promise<DraftBlock[]> {
  const blocks: DraftBlock[] = []
  for (const { type, part } of EDGES) {
    const seen = new Set<string>()
    for (const { target } of relations.filter((r) => r.type.endsWith(type)).slice(0, MOST_PARTS)) {
      const bytes = await archive.read(target)
      if (!bytes || !/<\w*:?t[ >]/.test(xmlText(bytes))) continue
      const found = await readPart(archive, target)
      const text = (found ? paragraphTexts(found) : []).filter((line) => !PAGE_NUMBER.test(line)).join('\n')
      if (!text || seen.has(text)) continue
      seen.add(text)
      blocks.push({ type: 'note', text, part })
    }
  }
  return blocks
}
