import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { crc32, inflateRawSync } from 'node:zlib'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { messageOf, WorkError } from '../runtime/errors.ts'
import { assertInflation } from './inflation.ts'
import type { ArchiveLimits } from './protocol.ts'

const OLE2 = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const ENCRYPTED_STREAM = Buffer.from('EncryptedPackage', 'utf16le')
const XML_PART = /\.(xml|rels|vml)$/i
/** Where a text stands: a picture that is damaged harms none. */
const TEXT_PART = /\.(?:xml|rels|vml|x?html?|opf|ncx)$/i
/** Parts of these have no document type, the only place where entities are declared (ECMA-376 part 2, 9.1.4); those of others may name one. */
const OPEN_XML = /^(?:docx|xls[xm]|pptx)$/
const spelled = (text: string) => {
  const [bytes, wide] = [Buffer.from(text), Buffer.from(text, 'utf16le')]
  const swapped = Buffer.from(wide).swap16()
  // Without its first sign it begins with one that XML seldom has, so that most parts are passed over at one look.
  return [
    { whole: bytes, seldom: bytes.subarray(1) },
    { whole: wide, seldom: wide.subarray(2) },
    { whole: swapped, seldom: swapped.subarray(2) },
  ]
}
const ENTITIES = spelled('<!ENTITY')
const DECLARATIONS = [...spelled('<!DOCTYPE'), ...ENTITIES]
/** How an entry may be packed (APPNOTE 4.4.5). */
const [STORED, DEFLATED] = [0, 8]
const LONGEST_DECLARATION = Math.max(...DECLARATIONS.map(({ whole }) => whole.length))

/** An archive whose every entry was inflated once and found within the limits. */
export interface Archive {
  readonly names: readonly string[]
  /** The bytes of an entry, or undefined when there is none of this name. */
  read(name: string): Promise<Buffer | undefined>
  /** The same as a stream, for parts that are too large to be held. */
  stream(name: string): Promise<Readable | undefined>
  /** Inflated size of an entry in bytes, 0 when there is none. */
  sizeOf(name: string): number
  close(): void
}

/** Files up to this are held, and parts that inflate to no more than this are inflated in one go. */
const HELD_BYTES = 16 * 1024 * 1024

/**
 * Opens an Office document and checks it before any library sees it. Throws WorkError: `too_large` (inflated size,
 * ratio, entries; counted while inflating), `encrypted`, `corrupt` (damaged, wrong sizes or checksums, overlapping or doubled entries,
 * XML that declares what it must not). Archives inside are bytes like any others.
 */
export async function openArchive(path: string, fileType: string, limits: ArchiveLimits): Promise<Archive> {
  const held = await readHeld(path, fileType)
  const options = { autoClose: false, strictFileNames: false }
  const zip = await (held ? yauzl.fromBufferPromise(held, options) : yauzl.openPromise(path, options)).catch((cause: unknown) => {
    throw damaged(fileType, cause)
  })
  try {
    const parts = await directoryOf(zip, fileType, limits)
    const kept = await inflateAll(zip, held, [...parts.values()], fileType, limits)
    const stream = async ({ entry, start }: Part): Promise<Readable> => {
      const whole = kept.get(entry.fileName) ?? inflated(held, entry, start)
      return whole ? Readable.from(piecesOf(whole), { objectMode: false }) : zip.openReadStreamPromise(entry)
    }
    return {
      names: [...parts.keys()],
      async read(name) {
        const part = parts.get(name)
        if (!part) return undefined
        const whole = kept.get(name) ?? inflated(held, part.entry, part.start)
        return whole ?? Buffer.concat(await (await zip.openReadStreamPromise(part.entry)).toArray())
      },
      async stream(name) {
        const part = parts.get(name)
        return part && stream(part)
      },
      sizeOf: (name) => parts.get(name)?.entry.uncompressedSize ?? 0,
      close: () => zip.close(),
    }
  } catch (cause) {
    zip.close()
    throw cause instanceof WorkError ? cause : damaged(fileType, cause)
  }
}

const PIECE = 64 * 1024
function* piecesOf(bytes: Buffer): Iterable<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
}

/** An archive without its directory, in words for whoever chose the file. */
const plain = (said: string): string =>
  /central directory record signature/i.test(said) ? 'it was cut short, or is a file of another kind under this name' : said

const damaged = (fileType: string, cause: unknown): WorkError =>
  new WorkError('corrupt', `The .${fileType} file is damaged (${plain(messageOf(cause))}). Save it again and upload that copy.`, { cause })

/** The bytes of a file that is not large. Throws WorkError for the container of old Office formats, which is also that of protected new ones. */
async function readHeld(path: string, fileType: string): Promise<Buffer | undefined> {
  const file = await open(path)
  try {
    const held = (await file.stat()).size <= HELD_BYTES ? await file.readFile() : undefined
    const head = held ?? (await file.read(Buffer.alloc(OLE2.length), 0, OLE2.length, 0)).buffer
    if (!head.subarray(0, OLE2.length).equals(OLE2)) return held
    const whole = held ?? (await file.readFile())
    if (whole.includes(ENCRYPTED_STREAM))
      throw new WorkError('encrypted', `The .${fileType} file is protected by a password. Remove the password and upload it again.`)
    throw new WorkError(
      'corrupt',
      `The file is named .${fileType}, but it is in an old Office format. Save it as .${fileType} and upload that copy.`,
    )
  } finally {
    await file.close()
  }
}

const tooLarge = (what: string): WorkError =>
  new WorkError('too_large', `The file ${what}. Split it into smaller files, or save it again without embedded data.`)

interface Part {
  readonly entry: Entry
  /** Where its data begins in the file. */
  readonly start: number
}

async function directoryOf(zip: ZipFile, fileType: string, limits: ArchiveLimits): Promise<Map<string, Part>> {
  const parts = new Map<string, Part>()
  const ranges: { from: number; to: number }[] = []
  let declared = 0
  if (zip.entryCount > limits.max_archive_entries) throw tooLarge(`has more than ${limits.max_archive_entries} parts`)
  for await (const entry of zip.eachEntry()) {
    if (parts.size >= limits.max_archive_entries) throw tooLarge(`has more than ${limits.max_archive_entries} parts`)
    if (entry.isEncrypted())
      throw new WorkError('encrypted', `The .${fileType} file is protected by a password. Remove the password and upload it again.`)
    if (parts.has(entry.fileName)) throw new Error('two parts have one name')
    declared += entry.uncompressedSize
    const { fileDataStart: start } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
    parts.set(entry.fileName, { entry, start })
    ranges.push({ from: entry.relativeOffsetOfLocalHeader, to: start + entry.compressedSize })
  }
  assertSize(declared, zip.fileSize, limits)
  ranges.sort((a, b) => a.from - b.from)
  if (ranges.some((r, i) => i > 0 && r.from < ranges[i - 1]!.to)) throw new Error('its parts overlap')
  return parts
}

const assertSize = (inflated: number, packed: number, limits: ArchiveLimits): void =>
  assertInflation('The file unpacks to', inflated, packed, limits)

/** Sizes in the directory may lie: what counts is what comes out. Gives the XML parts that are held for their readers. */
async function inflateAll(
  zip: ZipFile,
  held: Buffer | undefined,
  parts: readonly Part[],
  fileType: string,
  limits: ArchiveLimits,
): Promise<Map<string, Buffer>> {
  const kept = new Map<string, Buffer>()
  const declarations = OPEN_XML.test(fileType) ? DECLARATIONS : ENTITIES
  let [total, keptBytes] = [0, 0]
  for (const { entry, start } of parts) {
    if (entry.fileName.endsWith('/')) continue
    const isXml = XML_PART.test(entry.fileName)
    const forbidden = isXml ? finderOf(declarations) : () => false
    // Inflated, a bit that is wrong is another letter as often as an error. Some writers leave the sum out.
    const hasSum = TEXT_PART.test(entry.fileName) && entry.crc32 !== 0
    let sum = 0
    const check = (chunk: Buffer): void => {
      total += chunk.length
      if (hasSum) sum = crc32(chunk, sum)
      assertSize(total, zip.fileSize, limits)
      if (forbidden(chunk))
        throw new WorkError('corrupt', `The .${fileType} file declares XML entities, which such documents never do. It was not read.`)
    }
    const whole = inflated(held, entry, start)
    if (whole) check(whole)
    else for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) check(chunk)
    if (hasSum && sum !== entry.crc32) throw new Error('a part of it does not fit its checksum')
    if (!whole || !isXml || keptBytes + whole.length > HELD_BYTES) continue
    keptBytes += whole.length
    kept.set(entry.fileName, whole)
  }
  return kept
}

/** A part of a held file in one go, which costs a fraction of what a stream does; undefined for one that is too large, or packed in another way. */
function inflated(
  held: Buffer | undefined,
  { compressedSize, uncompressedSize: size, compressionMethod }: Entry,
  start: number,
): Buffer | undefined {
  if (!held || size > HELD_BYTES) return undefined
  const packed = held.subarray(start, start + compressedSize)
  if (compressionMethod === STORED) return packed
  if (compressionMethod !== DEFLATED) return undefined
  const bytes = inflateRawSync(packed, { chunkSize: Math.max(64, size + 1), maxOutputLength: size + 1 })
  if (bytes.length !== size)
    throw new Error(`a part of it has ${bytes.length > size ? 'more' : 'less'} than the ${size} bytes that it claims`)
  return bytes
}

/** Finds a declaration also where a chunk's end parts it. */
function finderOf(declarations: typeof DECLARATIONS): (chunk: Buffer) => boolean {
  let tail = Buffer.alloc(0)
  return (chunk) => {
    const seam = Buffer.concat([tail, chunk.subarray(0, LONGEST_DECLARATION)])
    tail = Buffer.from(chunk.subarray(Math.max(0, chunk.length - LONGEST_DECLARATION)))
    return declarations.some(({ whole, seldom }) => (chunk.includes(seldom) && chunk.includes(whole)) || seam.includes(whole))
  }
}
