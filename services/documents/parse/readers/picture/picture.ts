import { readFile } from 'node:fs/promises'
import jpeg from 'jpeg-js'
import tiff, { type IFD } from 'utif2'
import { WorkError } from '../../../../../kernel/runtime/errors.ts'
import type { DraftBlock, Reading } from '../../blocks/draft-block.ts'
import { encodePng } from '../../ocr/png.ts'
import { type ColourPicture, uprightPicture } from './upright-picture.ts'

/** Of one page: a sheet of A3 at 600 dots an inch in grey has 70 million, a photograph of a good camera 50 million. */
const MOST_MEGAPIXELS = 72
/** Pixels of the longer side: what models see, and what tesseract reads as well as more. */
const FOR_MODELS = 2000
const FINE = 3600
/** Of a PNG file, which is shown as it was uploaded. */
const MOST_SHOWN_BYTES = 20_000_000
const UPRIGHT = 1
/** Tags of TIFF 6.0 and of EXIF, as the reader names them. */
const TAGS = { width: 't256', height: 't257', orientation: 't274' } as const

/** Its blocks come when its pages are recognised. */
const NOTHING: readonly DraftBlock[] = []

/** The pages of a picture, upright, to be recognised: a picture has no text of its own. */
export async function* readPicture(reading: Reading): AsyncIterable<DraftBlock> {
  reading.setReader('picture')
  const bytes = await readFile(reading.path)
  const pages = whole(() => pagesOf(bytes, { longestSide: reading.fine ? FINE : FOR_MODELS, channels: 1 }))
  reading.setPages(pages.length)
  if (reading.pictures === 0) throw new WorkError('empty', `A picture holds no text that can be read as it is. ${reading.unread}`)
  const drawn = pages.slice(0, reading.pictures)
  for (const [index, draw] of drawn.entries()) await reading.keepPicture(index + 1, whole(draw))
  if (drawn.length < pages.length)
    reading.warn(`The picture has ${pages.length} pages; parsing.ocr.max_pages lets ${drawn.length} of a document be read.`)
  reading.progress(0, pages.length, 'pages')
  yield* NOTHING
}

/** A page of a picture as it looks, from 1, as a PNG file; and how many there are. */
export async function drawPicture(path: string, page: number, longestSide: number): Promise<{ pages: number; png: Uint8Array }> {
  const bytes = await readFile(path)
  const pages = whole(() => pagesOf(bytes, { longestSide, channels: 3 }))
  const draw = pages[page - 1]
  if (!draw) throw new WorkError('empty', `The document has ${pages.length === 1 ? '1 page' : `${pages.length} pages`}.`)
  const png = whole(draw)
  if (png.length > MOST_SHOWN_BYTES)
    throw new WorkError('too_large', `The picture has more than ${MOST_SHOWN_BYTES / 1e6} MB. Download it to see it.`)
  return { pages: pages.length, png }
}

type Draw = () => Uint8Array
interface Size {
  readonly longestSide: number
  readonly channels: 1 | 3
}

function pagesOf(bytes: Buffer, size: Size): readonly Draw[] {
  if (bytes.subarray(1, 4).toString('latin1') === 'PNG') {
    // ISO/IEC 15948, 11.2.2; the engines read the format themselves.
    assertPixels(bytes.readUInt32BE(16), bytes.readUInt32BE(20))
    return [() => bytes]
  }
  if (bytes[0] === 0xff) return [() => jpegPage(bytes, size)]
  const content = new Uint8Array(bytes).buffer
  return tiff
    .decode(content)
    .filter((page) => numberOf(page, TAGS.width) > 0)
    .map((page) => () => tiffPage(content, page, size))
}

function jpegPage(bytes: Buffer, size: Size): Uint8Array {
  const { width, height, data, exifBuffer } = jpeg.decode(bytes, {
    useTArray: true,
    maxResolutionInMP: MOST_MEGAPIXELS,
    maxMemoryUsageInMB: MOST_MEGAPIXELS * 16,
  }) as ReturnType<typeof jpeg.decode> & { readonly exifBuffer?: Uint8Array }
  return pngOf({ width, height, rgba: data }, orientationOf(exifBuffer), size)
}

function tiffPage(content: ArrayBuffer, page: IFD, size: Size): Uint8Array {
  assertPixels(numberOf(page, TAGS.width), numberOf(page, TAGS.height))
  tiff.decodeImage(content, page)
  const { width, height } = page
  return pngOf({ width, height, rgba: tiff.toRGBA8(page) }, numberOf(page, TAGS.orientation) || UPRIGHT, size)
}

function pngOf(picture: ColourPicture, orientation: number, { longestSide, channels }: Size): Uint8Array {
  const { width, height, rgba } = picture
  if (!(width > 0 && height > 0) || rgba.length < width * height * 4) throw new Error('the picture is not whole')
  return encodePng(uprightPicture(picture, orientation, longestSide, channels), channels)
}

/** What follows on `Exif`: zeros, then a TIFF file without a picture. A note that cannot be read says nothing. */
function orientationOf(exif: Uint8Array | undefined): number {
  if (!exif) return UPRIGHT
  try {
    const [about] = tiff.decode(new Uint8Array(exif.subarray(exif.findIndex((byte) => byte !== 0))).buffer)
    return (about && numberOf(about, TAGS.orientation)) || UPRIGHT
  } catch {
    return UPRIGHT
  }
}

function numberOf(page: IFD, tag: string): number {
  const [value] = (page as unknown as Record<string, readonly unknown[] | undefined>)[tag] ?? []
  return typeof value === 'number' ? value : 0
}

function assertPixels(width: number, height: number): void {
  if (width * height > MOST_MEGAPIXELS * 1e6) throw tooLarge()
}

const tooLarge = (cause?: unknown): WorkError =>
  new WorkError('too_large', `The picture has more than ${MOST_MEGAPIXELS} million pixels. Make it smaller and upload it again.`, { cause })

/** What decoders throw is said as what the uploader can do about it. */
function whole<T>(decode: () => T): T {
  try {
    return decode()
  } catch (cause) {
    if (cause instanceof WorkError || cause instanceof RangeError) throw cause
    if (/maxResolutionInMP|maxMemoryUsageInMB/.test(String(cause))) throw tooLarge(cause)
    throw new WorkError('corrupt', 'The picture is damaged. Open it in another program, save it anew and upload that.', { cause })
  }
}
