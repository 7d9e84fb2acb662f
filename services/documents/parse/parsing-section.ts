import { z } from 'zod'
import { defineSection, type SectionFault } from '../../../kernel/config/section.ts'
import { type DocumentFile, MAX_ATTACHMENTS } from '../../../schemas/document.ts'
import { stageDeadlineMs } from '../stage/stage-deadlines.ts'
import { LANGUAGE } from './ocr/tesseract/languages.ts'

/** Reading the file has its time, too. */
const MOST_SECONDS = (stageDeadlineMs.parsing * 0.75) / 1000

/** Recognition of scanned pages: by tesseract in the parser processes, or by a model that reads images. */
const ocr = z.object({
  engine: z
    .enum(['tesseract', 'model', 'off'])
    .optional()
    .describe(
      'How scanned pages are read: `tesseract` (on this machine), `model`, or `off`. Defaults to `model` if `parsing.ocr.model` is set, otherwise `tesseract`.',
    ),
  languages: z
    .array(z.string().regex(LANGUAGE, 'is no code of a language such as eng, deu or chi_sim'))
    .min(1)
    .max(8)
    .default(['eng'])
    .describe('Languages that tesseract reads, the most frequent first. `npm install @tesseract.js-data/CODE` adds one.'),
  model: z.string().max(200).default('').describe('Alias of a multimodal model that reads scanned pages. Empty means none.'),
  max_pages: z.int().min(1).max(2000).default(50).describe('Maximum number of scanned pages that are read per document.'),
  max_seconds: z
    .int()
    .min(1)
    .max(MOST_SECONDS)
    .default(240)
    .describe('Maximum time for which tesseract reads one document, in seconds. Pages that remain are reported as a warning.'),
  concurrency: z.int().min(1).max(16).default(2).describe('Number of pages that a process reads concurrently.'),
  timeout_ms: z
    .int()
    .min(1000)
    .max(300_000)
    .default(60_000)
    .describe('Timeout per page, in milliseconds. For tesseract, this is CPU time.'),
})

/** Files that came with a mail. */
const attachments = z.object({
  max_files: z
    .int()
    .min(0)
    .max(MAX_ATTACHMENTS)
    .default(50)
    .describe('Maximum number of attachments of an email that become documents, including those of nested emails.'),
  max_depth: z.int().min(1).max(10).default(3).describe('Maximum nesting depth of emails within emails.'),
})

const MEMORY = 'Memory limit of a parser process, in megabytes. An increase applies to processes that start after the change.'

/** What reading a file may take. */
export const parsingSection = defineSection({
  name: 'parsing',
  schema: z.object({
    timeout_ms: z
      .int()
      .positive()
      .default(50_000)
      .describe('Timeout for parsing one file, in milliseconds. It is extended by the same amount for every 20 MB of the file.'),
    memory_mb: z.int().positive().default(900).describe(MEMORY),
    max_inflated_mb: z.int().positive().default(500).describe('Maximum uncompressed size of an archive, in megabytes.'),
    max_compression_ratio: z
      .number()
      .positive()
      .default(100)
      .describe('Maximum ratio of the uncompressed to the compressed size of an archive.'),
    max_archive_entries: z.int().positive().default(10_000).describe('Maximum number of files in an archive.'),
    max_pages: z.int().positive().optional().describe('Maximum number of pages of a PDF. Defaults to 20,000.'),
    ocr: ocr.prefault({}),
    attachments: attachments.prefault({}),
  }),
  check(own, { llms }) {
    const faults: SectionFault[] = []
    const reader = own.ocr.model
    if (own.ocr.engine === 'model' && !reader) faults.push({ key: 'ocr.model', message: 'names the model where ocr.engine is model' })
    if (reader && !(Object.hasOwn(llms.models, reader) && llms.models[reader]?.multimodal))
      faults.push({ key: 'ocr.model', message: 'is not an alias of llms.models that is multimodal' })
    // a file is tried twice within one delivery
    if (own.timeout_ms * 2 > stageDeadlineMs.parsing)
      faults.push({ key: 'timeout_ms', message: `is at most ${stageDeadlineMs.parsing / 2}` })
    return faults
  },
})
export type ParsingSection = z.output<typeof parsingSection.schema>

/** How many files of this one may become documents, where it is a mail. */
export const mayAttach = ({ attached_to: mail }: DocumentFile, { attachments }: ParsingSection): number =>
  mail === undefined ? attachments.max_files : mail.depth < attachments.max_depth ? mail.may_attach : 0
