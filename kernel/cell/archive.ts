import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { messageOf, WorkError } from '../runtime/errors.ts'
import { assertInflation } from './inflation.ts'
import type { ArchiveLimits } from './protocol.ts'

const OLE2 = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const ENCRYPTED_STREAM = Buffer.from('EncryptedPackage', 'utf16le')
const XML_PART = /\.(xml|rels|vml)$/i
/** A document type, the only place where entities are declared; Office documents have none (ECMA-376 part 2, 9.1.4). */
const DECLARATIONS = ['<!DOCTYPE', '<!ENTITY'].flatMap((s) => [
  Buffer.from(s),
  Buffer.from(s, 'utf16le'),
  Buffer.from(s, 'utf16le').swap16(),
])
const LONGEST_DECLARATION = Math.max(...DECLARATIONS.map((d) => d.length))

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

/**
 * Opens an Office document and checks it before any library sees it. Throws WorkError: `too_large` (inflated size,
 * ratio, entries; counted while inflating), `encrypted`, `corrupt` (damaged, wrong sizes, overlapping or doubled entries,
 * document types in XML). Archives inside are bytes like any others.
 */
export async function openArchive(path: string, fileType: string, limits: ArchiveLimits): Promise<Archive> {
  await refuseOle2(path, fileType)
  const zip = await yauzl.openPromise(path, { autoClose: false, strictFileNames: false }).catch((cause: unknown) => {
    throw damaged(fileType, cause)
  })
  try {
    const entries = await directoryOf(zip, fileType, limits)
    await inflateAll(zip, [...entries.values()], fileType, limits)
    return {
      names: [...entries.keys()],
      async read(name) {
        const entry = entries.get(name)
        return entry && Buffer.concat(await (await zip.openReadStreamPromise(entry)).toArray())
      },
      async stream(name) {
        const entry = entries.get(name)
        return entry && zip.openReadStreamPromise(entry)
      },
      sizeOf: (name) => entries.get(name)?.uncompressedSize ?? 0,
      close: () => zip.close(),
    }
  } catch (cause) {
    zip.close()
    throw cause instanceof WorkError ? cause : damaged(fileType, cause)
  }
}

const damaged = (fileType: string, cause: unknown): WorkError =>
  new WorkError('corrupt', `The .${fileType} file is damaged (${messageOf(cause)}). Save it again and upload that copy.`, { cause })

/** The container of old Office formats, which is also that of protected new ones. */
async function refuseOle2(path: string, fileType: string): Promise<void> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(OLE2.length), 0, OLE2.length, 0)
    if (!buffer.equals(OLE2)) return
    const whole = await file.readFile()
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

async function directoryOf(zip: ZipFile, fileType: string, limits: ArchiveLimits): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  const ranges: { from: number; to: number }[] = []
  let declared = 0
  if (zip.entryCount > limits.max_archive_entries) throw tooLarge(`has more than ${limits.max_archive_entries} parts`)
  for await (const entry of zip.eachEntry()) {
    if (entries.size >= limits.max_archive_entries) throw tooLarge(`has more than ${limits.max_archive_entries} parts`)
    if (entry.isEncrypted())
      throw new WorkError('encrypted', `The .${fileType} file is protected by a password. Remove the password and upload it again.`)
    if (entries.has(entry.fileName)) throw new Error('two parts have one name')
    entries.set(entry.fileName, entry)
    declared += entry.uncompressedSize
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
    ranges.push({ from: entry.relativeOffsetOfLocalHeader, to: fileDataStart + entry.compressedSize })
  }
  assertSize(declared, zip.fileSize, limits)
  ranges.sort((a, b) => a.from - b.from)
  if (ranges.some((r, i) => i > 0 && r.from < ranges[i - 1]!.to)) throw new Error('its parts overlap')
  return entries
}

const assertSize = (inflated: number, packed: number, limits: ArchiveLimits): void =>
  assertInflation('The file unpacks to', inflated, packed, limits)

/** Sizes in the directory may lie: what counts is what comes out. */
async function inflateAll(zip: ZipFile, entries: readonly Entry[], fileType: string, limits: ArchiveLimits): Promise<void> {
  let inflated = 0
  for (const entry of entries) {
    if (entry.fileName.endsWith('/')) continue
    const stream: Readable = await zip.openReadStreamPromise(entry)
    const forbidden = XML_PART.test(entry.fileName) ? declarationFinder() : () => false
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      inflated += chunk.length
      assertSize(inflated, zip.fileSize, limits)
      if (forbidden(chunk))
        throw new WorkError('corrupt', `The .${fileType} file declares XML entities, which Office documents never do. It was not read.`)
    }
  }
}

/** Finds a declaration also where a chunk's end parts it. */
function declarationFinder(): (chunk: Buffer) => boolean {
  let tail = Buffer.alloc(0)
  return (chunk) => {
    const seam = Buffer.concat([tail, chunk.subarray(0, LONGEST_DECLARATION)])
    tail = Buffer.from(chunk.subarray(Math.max(0, chunk.length - LONGEST_DECLARATION)))
    return DECLARATIONS.some((d) => chunk.includes(d) || seam.includes(d))
  }
}
