import type { Blobs } from '../../../kernel/blobs/blobs.ts'
import type { Config } from '../../../kernel/config/config.ts'
import type { Llm } from '../../../kernel/llm/llm.ts'
import { formatOf } from '../formats/catalog.ts'
import { contentKindOf } from '../parse/content-kind.ts'
import { engineOf } from '../parse/ocr/engine-of.ts'

type Mode = 'async' | 'sync' | 'upload_only'
/** What becomes of an upload, and what its status says at first. */
interface Beginning {
  readonly processed: boolean
  readonly message: string
}

const kept = (message: string): Beginning => ({ processed: false, message })

/** Whether a file will be read, by its name alone: of those that have to be recognised none is. */
export function firstMessage(mode: Mode, fileType: string): Beginning {
  const format = formatOf(fileType)
  if (mode === 'upload_only') return kept('Stored without processing, as asked (process_mode=upload_only)')
  if (!format)
    return kept(`Stored. There is no reader for ${fileType ? `.${fileType} files` : 'files without an extension'}, so nothing was indexed.`)
  if (format.recognised) return kept('Stored. Pictures are read where they are uploaded by themselves, so nothing was indexed.')
  return { processed: true, message: 'Stored; waiting to be processed' }
}

/** The same of a file that lies in storage: pictures are read where they are some, and something recognises their text. */
export async function beginningOf(
  ports: { readonly blobs: Blobs; readonly llm: Llm; readonly config: Config },
  { blob, mode, fileType }: { readonly blob: string; readonly mode: Mode; readonly fileType: string },
): Promise<Beginning> {
  if (mode === 'upload_only' || !formatOf(fileType)?.recognised) return firstMessage(mode, fileType)
  const { kind, remedy = '' } = engineOf(ports)
  if (kind === 'off') return kept(`Stored. Pictures are not read here, so nothing was indexed. ${remedy}`)
  const head = await headOf(ports.blobs, blob)
  if (contentKindOf(head).kind !== 'image')
    return kept(`Stored. The file is named .${fileType}, but it is no picture, so nothing was indexed.`)
  if (isTiny(head)) return kept('Stored. The picture is too small to hold text, so nothing was indexed.')
  return { processed: true, message: 'Stored; waiting to be processed' }
}

const HEAD_BYTES = 24
/** No letter is lower. */
const LEAST_SIDE = 8

async function headOf(blobs: Blobs, path: string): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of await blobs.read(path)) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes >= HEAD_BYTES) break
  }
  return Buffer.concat(pieces)
}

/** A PNG begins with its width and height (ISO/IEC 15948, 11.2.2); others tell them somewhere. */
const isTiny = (head: Buffer): boolean =>
  head[0] === 0x89 && head.length >= HEAD_BYTES && Math.min(head.readUInt32BE(16), head.readUInt32BE(20)) < LEAST_SIDE
