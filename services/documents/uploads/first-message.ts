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

/** As what the programs that write files of these types can save them, so that they are read. */
const SAVED_AS: readonly (readonly [types: string, readable: string])[] = [
  ['doc dot docm dotx dotm wpd wps pages sxw fodt ott', 'DOCX or PDF'],
  ['xls xlt xlsb xltx xltm numbers sxc fods ots', 'XLSX or CSV'],
  ['ppt pps pot pptm ppsx potx key sxi fodp otp', 'PPTX or PDF'],
  ['mht mhtml webarchive', 'HTML or PDF'],
  ['mobi azw azw3 fb2', 'EPUB or PDF'],
  ['ps eps djvu xps svg odg vsd vsdx pub', 'PDF'],
  ['pst ost mbox', 'EML, a file for each mail'],
  ['gif bmp webp heic heif avif', 'PNG or JPEG'],
]

function unread(fileType: string): string {
  const types = fileType ? `.${fileType} files` : 'files without an extension'
  const readable = SAVED_AS.find(([old]) => old.split(' ').includes(fileType))?.[1]
  const remedy = readable ? ` Save it as ${readable} and upload that copy.` : ''
  return `Stored. There is no reader for ${types}, so nothing was indexed.${remedy}`
}

/** Whether a file will be read, by its name alone: of those that have to be recognised none is. */
export function firstMessage(mode: Mode, fileType: string): Beginning {
  const format = formatOf(fileType)
  if (mode === 'upload_only') return kept('Stored without processing, as asked (process_mode=upload_only)')
  if (!format) return kept(unread(fileType))
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
