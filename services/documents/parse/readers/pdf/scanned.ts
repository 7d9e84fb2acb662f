import { WorkError } from '../../../../../kernel/runtime/errors.ts'
import type { DraftBlock, Reading } from '../../blocks/draft-block.ts'
import { isLanguage } from '../../is-language.ts'
import { encodePng } from '../../ocr/png.ts'
import type { Passage } from './layout/paragraphs.ts'
import type { GlyphPage, PdfiumDocument } from './pdfium/pdfium.ts'

/** How pages are drawn: for a model small print stays legible, and larger ones are scaled down; tesseract wants 300 dots an inch. */
const FOR_MODELS = { dots: 200, longestSide: 2000 }
const FINE = { dots: 300, longestSide: 3600 }
/** A page with a picture and fewer characters than this, such as its number, is a scanned one. */
const FEWEST_CHARACTERS = 16
const PAGES_NAMED = 20
/** Share of a document's text that is no language from which there is nothing to be found in it. */
const MOST_UNREADABLE = 0.5

/** The pages of a PDF that have to be looked at rather than read. */
export interface Scanned {
  /** Numbers of those that were drawn. */
  readonly drawn: number[]
  /** Pictures of their text beyond what may be drawn. */
  readonly left: number[]
  /** Text that is no language, and was not drawn either. */
  readonly unreadable: number[]
  /** Characters of these, and of all pages whose text is kept. */
  characters: { unreadable: number; all: number }
}

export const openScanned = (): Scanned => ({ drawn: [], left: [], unreadable: [], characters: { unreadable: 0, all: 0 } })

const textOf = (found: readonly Passage[]): string =>
  found
    .filter((p) => p.kind !== 'table')
    .map((p) => p.text)
    .join('\n')

const isPicture = ({ drawn, pictured }: GlyphPage, characters: number): boolean =>
  drawn && (characters === 0 || (pictured && characters < FEWEST_CHARACTERS))

/** Draws a page whose text is a picture, or no language. Gives the passages that stay: none where it was drawn for what they should say. */
export async function keepScanned(
  document: PdfiumDocument,
  index: number,
  { page, found }: { readonly page: GlyphPage; readonly found: readonly Passage[] },
  reading: Reading,
  scanned: Scanned,
): Promise<readonly Passage[]> {
  const characters = found.reduce((sum, p) => sum + p.text.length, 0)
  const readable = isLanguage(textOf(found))
  const wanted = !readable || isPicture(page, characters)
  const drawn = wanted && (await draw(document, index, reading, scanned))
  if (drawn && !readable) return []
  if (wanted && !drawn) (readable ? scanned.left : scanned.unreadable).push(index + 1)
  scanned.characters.all += characters
  if (!readable) scanned.characters.unreadable += characters
  return found
}

async function draw(document: PdfiumDocument, index: number, reading: Reading, { drawn }: Scanned): Promise<boolean> {
  if (drawn.length >= reading.pictures) return false
  try {
    await reading.keepPicture(index + 1, encodePng(document.render(index, reading.fine ? FINE : FOR_MODELS)))
    drawn.push(index + 1)
    return true
  } catch (error) {
    mayGoOn(error)
    reading.warn(`Page ${index + 1} is damaged and was left out.`)
    return false
  }
}

/** A page that is damaged does not take the others with it; running out of memory does. */
export function mayGoOn(error: unknown): void {
  if (error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError')) throw error
}

/** Refuses a document most of whose text is no language, and of which nothing will be recognised. */
export function assertReadable({ drawn, characters }: Scanned, { unread }: Pick<Reading, 'unread'>): void {
  if (drawn.length === 0 && characters.unreadable > characters.all * MOST_UNREADABLE) throw unreadable(unread)
}

/** Refuses what another reader made of a document, where most of it is no language either. */
export function assertLanguage(blocks: readonly Pick<DraftBlock, 'text'>[], { unread }: Pick<Reading, 'unread'>): void {
  const lengthOf = (some: readonly Pick<DraftBlock, 'text'>[]) => some.reduce((sum, { text }) => sum + text.length, 0)
  if (lengthOf(blocks.filter(({ text }) => !isLanguage(text))) > lengthOf(blocks) * MOST_UNREADABLE) throw unreadable(unread)
}

const unreadable = (unread: string): WorkError =>
  new WorkError(
    'unreadable',
    `The PDF's text is no language that can be read: its fonts do not tell which letters they hold, or the letters stand apart. Export it again with another program, or upload a scan of it. ${unread}`,
  )

const NO_WORDS = 'no text, only pictures'
const NO_LANGUAGE = 'text that is no language'

/** Tells of the pages that are left. */
export function warnOfScanned({ left, unreadable }: Scanned, { pictures, unread, warn }: Reading): void {
  for (const [pages, what] of [[left, NO_WORDS] as const, [unreadable, NO_LANGUAGE] as const]) {
    if (pages.length === 0) continue
    const named = pages.slice(0, PAGES_NAMED).join(', ') + (pages.length > PAGES_NAMED ? ', …' : '')
    const many = pages.length === 1 ? `Page ${named} holds` : `${pages.length} pages hold`
    const list = pages.length === 1 ? '' : ` (${named})`
    warn(`${many} ${what}${list}${pictures === 0 ? `. ${unread}` : `; parsing.ocr.max_pages lets ${pictures} of a document be read.`}`)
  }
}
