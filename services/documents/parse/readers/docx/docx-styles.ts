import { CLOSE, OPEN, XmlCursor } from '../../xml/cursor.ts'

/** What a paragraph or a style says of its numbering. */
export interface NumberingMark {
  readonly num: string | undefined
  /** As it is written, a number from 0. */
  readonly level: string | undefined
}

/** A style of paragraphs, or of lists (ECMA-376 part 1, 17.7.4.17). */
export interface Style {
  readonly name: string | undefined
  readonly basedOn: string | undefined
  readonly mark: NumberingMark | undefined
}

/** Styles by their ids, as far as blocks depend on them; of several with one id the first counts. */
export interface Styles {
  readonly paragraphs: ReadonlyMap<string, Style>
  readonly lists: ReadonlyMap<string, Style>
}

/** Styles of a document from the text of its part; throws UnreadXml. */
export function readStyles(source: string | undefined): Styles {
  const [paragraphs, lists] = [new Map<string, Style>(), new Map<string, Style>()]
  if (source === undefined) return { paragraphs, lists }
  const cursor = new XmlCursor(source)
  cursor.next()
  for (let step = cursor.next(); step !== CLOSE; step = cursor.next()) {
    if (step !== OPEN) continue
    const type = cursor.local === 'style' ? cursor.attributeOf('type') : undefined
    const styles = type === 'paragraph' ? paragraphs : type === 'numbering' ? lists : undefined
    const id = cursor.attributeOf('styleId')
    if (!styles || id === undefined || styles.has(id)) cursor.skip()
    else styles.set(id, readStyle(cursor))
  }
  return { paragraphs, lists }
}

function readStyle(cursor: XmlCursor): Style {
  let [name, basedOn, mark]: [string?, string?, NumberingMark?] = []
  for (let step = cursor.next(); step !== CLOSE; step = cursor.next()) {
    if (step !== OPEN) continue
    if (cursor.local === 'name') name ??= cursor.attributeOf('val')
    else if (cursor.local === 'basedOn') basedOn ??= cursor.attributeOf('val')
    if (cursor.local !== 'pPr') cursor.skip()
    else mark ??= readParagraphMark(cursor)
  }
  return { name, basedOn, mark }
}

function readParagraphMark(cursor: XmlCursor): NumberingMark | undefined {
  let mark: NumberingMark | undefined
  for (let step = cursor.next(); step !== CLOSE; step = cursor.next()) {
    if (step !== OPEN) continue
    if (cursor.local === 'numPr' && !mark) mark = readMark(cursor)
    else cursor.skip()
  }
  return mark
}

/** What a `numPr` says, which was just opened. */
export function readMark(cursor: XmlCursor): NumberingMark {
  let [num, level]: [string?, string?] = []
  for (let step = cursor.next(); step !== CLOSE; step = cursor.next()) {
    if (step !== OPEN) continue
    if (cursor.local === 'numId') num ??= cursor.attributeOf('val')
    else if (cursor.local === 'ilvl') level ??= cursor.attributeOf('val')
    cursor.skip()
  }
  return { num, level }
}
