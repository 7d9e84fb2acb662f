import { open } from 'node:fs/promises'
import { detectEncoding } from '../../../kernel/cell/encoding.ts'
import { WorkError } from '../../../kernel/runtime/errors.ts'
import { formatOf } from '../formats/catalog.ts'

const HEAD_BYTES = 64 * 1024

const SIGNATURES: readonly { kind: string; label: string; bytes: string }[] = [
  { kind: 'pdf', label: 'a PDF', bytes: '%PDF-' },
  { kind: 'zip', label: 'a ZIP archive or an Office document', bytes: 'PK\x03\x04' },
  { kind: 'zip', label: 'an empty ZIP archive', bytes: 'PK\x05\x06' },
  { kind: 'ole2', label: 'an old or protected Office document', bytes: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' },
  { kind: 'image', label: 'a PNG image', bytes: '\x89PNG\r\n\x1a\n' },
  { kind: 'image', label: 'a JPEG image', bytes: '\xff\xd8\xff' },
  { kind: 'image', label: 'a GIF image', bytes: 'GIF8' },
  { kind: 'image', label: 'a TIFF image', bytes: 'II*\x00' },
  { kind: 'image', label: 'a TIFF image', bytes: 'MM\x00*' },
  { kind: 'gzip', label: 'a GZIP archive', bytes: '\x1f\x8b' },
  { kind: 'archive', label: 'a 7-Zip archive', bytes: "7z\xbc\xaf'\x1c" },
  { kind: 'archive', label: 'a RAR archive', bytes: 'Rar!\x1a\x07' },
  { kind: 'program', label: 'a program', bytes: '\x7fELF' },
  { kind: 'rtf', label: 'an RTF document', bytes: '{\\rtf' },
]

export interface ContentKind {
  /** pdf, zip, ole2, text, binary, or another word of SIGNATURES. */
  readonly kind: string
  /** For people, with its article. */
  readonly label: string
}

/** What the first bytes of a file say that it is. */
export function contentKindOf(head: Uint8Array): ContentKind {
  const latin = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1')
  const known = SIGNATURES.find((s) => latin.startsWith(s.bytes))
  if (known) return known
  // Readers of PDF accept up to a kilobyte of anything before the header (ISO 32000-1, annex H.3.4.1 note).
  if (latin.slice(0, 1024).includes('%PDF-')) return { kind: 'pdf', label: 'a PDF' }
  return detectEncoding(head) ? { kind: 'text', label: 'plain text' } : { kind: 'binary', label: 'binary data' }
}

/** Throws WorkError `corrupt` that names what was found when a file's content is not what its extension says. */
export async function assertContent(path: string, fileType: string): Promise<void> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const found = contentKindOf(buffer.subarray(0, bytesRead))
    const accepted = formatOf(fileType)?.holds
    if (!accepted || accepted.includes(found.kind)) return
    // Text that is opened by a mention of PDF is text.
    if (found.kind === 'pdf' && accepted.includes('text') && !buffer.subarray(0, 5).equals(Buffer.from('%PDF-'))) return
    throw new WorkError(
      'corrupt',
      `The file is named .${fileType}, but it holds ${found.label}. Give it the right extension, or upload the right file.`,
    )
  } finally {
    await file.close()
  }
}
