import { z } from 'zod'
import { defineSection } from '../../../kernel/config/section.ts'
import { columnText } from '../../../schemas/column-text.ts'

/** What becomes of the files of WATCH_DIR. */
export const watchSection = defineSection({
  name: 'watch',
  schema: z.object({
    deleted: z.enum(['keep', 'remove']).default('keep').describe('Whether a document goes when its file leaves the watched folder.'),
    doc_type: z.string().trim().min(1).max(200).default('document').describe('Document type of files of the watched folder.'),
    confidentiality: columnText(200).default('').describe('Label of files of the watched folder; empty: none.'),
    business_unit: columnText(200).default('').describe('Label of files of the watched folder; empty: none.'),
    index: z.string().max(128).default('').describe('Name or alias of the index that they go to; empty: the default one.'),
  }),
})
