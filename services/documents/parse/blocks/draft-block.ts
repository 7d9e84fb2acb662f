import type { ArchiveLimits } from '../../../../kernel/cell/protocol.ts'
import type { Block } from '../../../../schemas/artifacts.ts'

/** A block before its place in the document's text is known. */
export type DraftBlock = Omit<Block, 'start'>

/** What a reader is given beside the path, and what it tells while it reads. */
export interface Reading {
  readonly path: string
  readonly fileType: string
  readonly limits: ArchiveLimits
  /** Pages, slides or sheets of the document, once they are known. */
  setPages(pages: number): void
  /** Name of the reader that gave the text. */
  setReader(name: string): void
  /** Something that the uploader should know although the document was read. */
  warn(message: string): void
  /** How many scanned pages are to be drawn at most; 0 where nothing would read them. */
  readonly pictures: number
  /** Whether they are drawn larger, for recognition without a model. */
  readonly fine: boolean
  /** What to do where such pages are not read, as a sentence. */
  readonly unread: string
  /** Keeps the PNG file of a page without text. */
  keepPicture(page: number, png: Uint8Array): Promise<void>
  /** How many files within the file are to be kept at most. */
  readonly attachments: number
  /** Keeps a file that lies in this one; false where there are too many. */
  attach(name: string, contentType: string, content: Uint8Array): Promise<boolean>
  progress(done: number, total: number, unit: 'pages' | 'bytes'): void
}

/** Reads a file to blocks in reading order. Throws WorkError of a document error code. */
export type Reader = (reading: Reading) => AsyncIterable<DraftBlock>
