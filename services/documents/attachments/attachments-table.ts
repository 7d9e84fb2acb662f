import { z } from 'zod'
import type { Database } from '../../../kernel/store/database.ts'
import { defineTables, type TablesOf } from '../../../kernel/store/define-tables.ts'
import { documentFileSchema } from '../../../schemas/document.ts'
import { readState } from '../status/read-uploads.ts'

/** What became of the files of a mail: the one place where bringing them in and the mail's deletion meet, and one of them comes first. */
export const attachmentsMigration = defineTables('114-attachments', {
  mail_attachments: {
    columns: {
      mail_upload_id: 'varchar(36)',
      document_id: 'varchar(36)',
      generation: 'integer',
      /** JSON; null where the mail was gone before they could come. */
      attached: 'text?',
    },
    indexes: { mail_attachments_document: ['document_id', 'generation'] },
  },
})
export type AttachmentTables = TablesOf<typeof attachmentsMigration>

const attachedSchema = z.array(z.object({ upload_id: z.uuid(), document_id: z.uuid(), file: documentFileSchema }))
export type AttachedDocument = z.output<typeof attachedSchema>[number]

/** The files of a mail that became documents; known from the views where the store was lost. */
export async function attachedDocuments(database: Database, mailUploadId: string): Promise<AttachedDocument[]> {
  const row = await database
    .tables<AttachmentTables>()
    .selectFrom('mail_attachments')
    .select('attached')
    .where('mail_upload_id', '=', mailUploadId)
    .executeTakeFirst()
  if (row?.attached) return attachedSchema.parse(JSON.parse(row.attached))
  const told = (await readState(database, mailUploadId))?.attachments ?? []
  const states = await Promise.all(told.map(({ upload_id }) => readState(database, upload_id)))
  return states.flatMap((state) => (state?.file ? [{ upload_id: state.upload_id, document_id: state.document_id, file: state.file }] : []))
}
