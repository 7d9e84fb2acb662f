import { CLOSE, OPEN, type XmlCursor } from '../../xml/cursor.ts'
import { readTree, type XmlElement } from '../../xml/xml.ts'
import { paragraphTexts } from './docx-asides.ts'

/** How much deeper a picture stands than the drawing: inline, graphic, graphicData, pic, blipFill, blip. */
const DEPTH_OF_PICTURE = 6

/** Reads a drawing to its end: whether it is a picture. The lines of its text boxes go to `boxes`. */
export function readDrawing(cursor: XmlCursor, boxes: string[]): boolean {
  const depth = cursor.depth + DEPTH_OF_PICTURE
  return readBoxes(cursor, boxes, depth)
}

/** Reads an element to its end; the lines of the text boxes in it go to `boxes`. */
export function readLooseBoxes(cursor: XmlCursor, boxes: string[]): void {
  readBoxes(cursor, boxes, 0)
}

function readBoxes(cursor: XmlCursor, boxes: string[], depth: number): boolean {
  let picture = false
  const outside = cursor.depth - 1
  while (cursor.depth > outside) {
    if (cursor.next() !== OPEN) continue
    if (cursor.local === 'txbx') for (const line of paragraphTexts(readTree(cursor))) boxes.push(line)
    else if (cursor.name === 'mc:AlternateContent') readNewest(cursor, boxes)
    else if (cursor.depth === depth && cursor.name === 'a:blip')
      picture = picture || Boolean(cursor.attribute('r:embed') ?? cursor.attribute('r:link'))
  }
  return picture
}

/** Text boxes of the first rendering, where the last has none. */
function readNewest(cursor: XmlCursor, boxes: string[]): void {
  const found: string[] = []
  let [first, older] = [true, false]
  for (let step = cursor.next(); step !== CLOSE; step = cursor.next()) {
    if (step !== OPEN) continue
    if (cursor.name === 'mc:Choice' && first) {
      first = false
      readBoxes(cursor, found, 0)
    } else if (cursor.name === 'mc:Fallback') older = hasBox(readTree(cursor)) || older
    else cursor.skip()
  }
  if (!older) for (const line of found) boxes.push(line)
}

const hasBox = (element: XmlElement): boolean =>
  element.children.some((child) => typeof child !== 'string' && (child.name === 'txbxContent' || hasBox(child)))
