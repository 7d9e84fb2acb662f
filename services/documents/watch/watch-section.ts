import { z } from 'zod'
import { defineSection } from '../../../kernel/config/section.ts'
import { columnText } from '../../../schemas/column-text.ts'

/** What becomes of the files of WATCH_DIR. */
export const watchSection = defineSection({
  name: 'watch',
  schema: z.object({
    deleted: z
      .enum(['keep', 'remove'])
      .default('keep')
      .describe('Whether a document is kept or removed when its file is deleted from the watched folder.'),
    doc_type: z.string().trim().min(1).max(200).default('document').describe('Document type of files from the watched folder.'),
    confidentiality: columnText(200).default('').describe('Label `confidentiality` of files from the watched folder. Empty means none.'),
    business_unit: columnText(200).default('').describe('Label `business_unit` of files from the watched folder. Empty means none.'),
    index: z.string().max(128).default('').describe('Name or alias of the target index. Empty means the default index.'),
  }),
})
