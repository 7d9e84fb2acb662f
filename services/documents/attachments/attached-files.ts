import { attachmentPath } from '../../../kernel/blobs/artifacts.ts'
import { nameId } from '../../../kernel/runtime/ids.ts'
import type { AttachedFile } from '../../../schemas/artifacts.ts'
import type { DocumentFile, DocumentSubject } from '../../../schemas/document.ts'
import { fileTypeOf, formatOf } from '../formats/catalog.ts'
import type { AttachedDocument } from './attachments-table.ts'

const LONGEST_NAME = 255
const BETWEEN = ' - '

/**
 * The files of a mail as documents: their ids follow from the mail's, so that the same mail gives the same ones however often it is
 * read. Each has the mail's metadata, its labels above all. Mails among them share what the mail may still bring.
 */
export function attachedFiles(
  mail: DocumentSubject & { file: DocumentFile },
  files: readonly AttachedFile[],
  mayAttach: number,
  at: string,
): AttachedDocument[] {
  const { document_id, upload_id, generation, file } = mail
  const mails = files.filter(({ name }) => formatOf(fileTypeOf(name))?.attaches).length
  const share = mails === 0 ? 0 : Math.max(0, Math.floor((mayAttach - files.length) / mails))
  return files.map(({ name, content_type, bytes }, n) => ({
    upload_id: nameId('attachment-upload', upload_id, n),
    document_id: nameId('attachment', document_id, generation, n),
    file: {
      index: file.index,
      source_file: nameWithin(file.source_file, name),
      file_type: fileTypeOf(name),
      size_bytes: bytes,
      content_type: content_type || 'application/octet-stream',
      blob: attachmentPath({ document_id, generation }, n),
      metadata: { ...file.metadata, title: name, attached_to: { document_id, upload_id, filename: file.source_file } },
      received_at: at,
      ...(file.caller === undefined ? {} : { caller: file.caller }),
      attached_to: { document_id, upload_id, source_file: file.source_file, depth: (file.attached_to?.depth ?? 0) + 1, may_attach: share },
    },
  }))
}

/** Names the mail first, so that files of one name in two mails are told apart. */
const nameWithin = (mail: string, name: string): string =>
  `${mail.slice(0, LONGEST_NAME - BETWEEN.length - name.length).toWellFormed()}${BETWEEN}${name}`
