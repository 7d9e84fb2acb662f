import type { DraftBlock } from '../../blocks/draft-block.ts'
import { type GridCell, gridBlocks, gridOf } from '../../blocks/table-grid.ts'
import { child, childElements, descendants, directText, type XmlElement } from '../../xml/xml.ts'
import { IDENTITY, inOrder, type LayoutPlaces, placeholderIn, shapesIn } from './pptx-places.ts'

/** Placeholders that every slide repeats. */
const FURNITURE = new Set(['sldNum', 'dt', 'ftr', 'hdr', 'sldImg'])
const TITLES = new Set(['title', 'ctrTitle'])

/** Blocks of a slide (PresentationML `sld`): the title first, the rest in the order in which it is read. */
export async function* slideBlocks(slide: XmlElement, page: number, places: LayoutPlaces = () => undefined): AsyncIterable<DraftBlock> {
  const shapes = inOrder([...shapesIn(slide, [IDENTITY])], places)
  const title = shapes.find((s) => TITLES.has(placeholderOf(s) ?? '') && bodyText(s))
  if (title) yield { type: 'heading', level: 1, text: bodyText(title).replace(/\s+/g, ' '), page }
  for (const shape of shapes) {
    if (shape === title || FURNITURE.has(placeholderOf(shape) ?? '')) continue
    if (shape.name === 'graphicFrame') for (const table of descendants(shape, 'tbl')) yield* tableBlocks(table, page)
    else yield* textBlocks(shape, page)
  }
}

/** Speaker notes (`notes`): the body placeholder's text. */
export async function* notesBlocks(notes: XmlElement, page: number): AsyncIterable<DraftBlock> {
  for (const { shape } of shapesIn(notes, [IDENTITY])) {
    const text = FURNITURE.has(placeholderOf(shape) ?? '') ? '' : bodyText(shape)
    if (text) yield { type: 'note', text, page, part: 'notes' }
  }
}

/** SmartArt (`dataModel`): one item a point. */
export async function* diagramBlocks(data: XmlElement, page: number): AsyncIterable<DraftBlock> {
  const points = [...descendants(data, 'pt')].map((pt) =>
    paragraphsOf(pt)
      .map((p) => p.text)
      .join(' ')
      .trim(),
  )
  const lines = points.filter(Boolean).map((t) => `- ${t}`)
  if (lines.length) yield { type: 'list', text: lines.join('\n'), page }
}

const placeholderOf = (shape: XmlElement): string | undefined => {
  const placeholder = placeholderIn(shape)
  return placeholder && (placeholder.attributes.type ?? 'body')
}

interface Paragraph {
  readonly text: string
  readonly level: number
}

function paragraphsOf(element: XmlElement): Paragraph[] {
  return [...descendants(element, 'p')].map((p) => ({ text: runText(p).trim(), level: Number(child(p, 'pPr')?.attributes.lvl ?? 0) || 0 }))
}

function runText(paragraph: XmlElement): string {
  let text = ''
  for (const e of childElements(paragraph)) {
    if (e.name === 'br') text += '\n'
    else if (e.name === 'r' || e.name === 'fld') text += directText(child(e, 't'))
    else if (e.name === 'm' || e.name === 'oMath' || e.name === 'AlternateContent')
      for (const t of descendants(e, 't')) text += directText(t)
  }
  return text
}

/** The paragraphs of a shape or of its text, a line each. */
export const bodyText = (shape: XmlElement): string =>
  paragraphsOf(shape)
    .map((p) => p.text)
    .filter(Boolean)
    .join('\n')

function* textBlocks(shape: XmlElement, page: number): Iterable<DraftBlock> {
  const paragraphs = paragraphsOf(shape).filter((p) => p.text)
  if (!paragraphs.length) return
  // The body of a slide is a list unless it is one paragraph; a free text box is prose.
  const list = placeholderOf(shape) !== undefined && paragraphs.length > 1
  const text = paragraphs.map((p) => (list ? `${'  '.repeat(Math.min(p.level, 8))}- ${p.text.replace(/\n/g, ' ')}` : p.text)).join('\n')
  yield { type: list ? 'list' : 'paragraph', text, page }
}

const MERGED = (cell: XmlElement): boolean => /^(1|true)$/.test(cell.attributes.hMerge ?? cell.attributes.vMerge ?? '')

function tableBlocks(table: XmlElement, page: number): Iterable<DraftBlock> {
  const rows = childElements(table)
    .filter((e) => e.name === 'tr')
    .map((tr) => childElements(tr).filter((e) => e.name === 'tc'))
  const cells = rows.map((row) => row.filter((c) => !MERGED(c)).map(cellOf))
  return gridBlocks(gridOf(cells), { page })
}

const cellOf = (cell: XmlElement): GridCell => ({
  text: bodyText(cell),
  columns: Number(cell.attributes.gridSpan ?? 1) || 1,
  rows: Number(cell.attributes.rowSpan ?? 1) || 1,
})
