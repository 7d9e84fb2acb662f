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
      'What reads scanned pages: tesseract (on this machine), model, or off. Left out: the model where one is named, else tesseract.',
    ),
  languages: z
    .array(z.string().regex(LANGUAGE, 'is no code of a language such as eng, deu or chi_sim'))
    .min(1)
    .max(8)
    .default(['eng'])
    .describe('Languages that tesseract reads, the most frequent first; npm install @tesseract.js-data/CODE brings one.'),
  model: z.string().max(200).default('').describe('Alias of a multimodal model that reads scanned pages; empty: none does.'),
  max_pages: z.int().min(1).max(2000).default(50).describe('Scanned pages of one document that are read at most.'),
  max_seconds: z
    .int()
    .min(1)
    .max(MOST_SECONDS)
    .default(240)
    .describe('Time that tesseract works on the pages of one document at most; what is left is said.'),
  concurrency: z.int().min(1).max(16).default(2).describe('Pages that a process has read at once.'),
  timeout_ms: z
    .int()
    .min(1000)
    .max(300_000)
    .default(60_000)
    .describe('Longest wait for the text of one page; of tesseract: processor time.'),
})

/** Files that came with a mail. */
const attachments = z.object({
  max_files: z
    .int()
    .min(0)
    .max(MAX_ATTACHMENTS)
    .default(50)
    .describe('Files of one mail that become documents of their own at most, those of mails within it included.'),
  max_depth: z.int().min(1).max(10).default(3).describe('How deep mails within mails are opened.'),
})

const MEMORY = 'Memory of a process that reads files. A higher limit holds for processes that start from now on.'

/** What reading a file may take. */
export const parsingSection = defineSection({
  name: 'parsing',
  schema: z.object({
    timeout_ms: z.int().positive().default(50_000).describe('Time to read one file; for every 20 MB of a file as much again.'),
    memory_mb: z.int().positive().default(900).describe(MEMORY),
    max_inflated_mb: z.int().positive().default(500).describe('What an archive may unpack to.'),
    max_compression_ratio: z.number().positive().default(100).describe('How many times its size an archive may unpack to.'),
    max_archive_entries: z.int().positive().default(10_000).describe('Files that an archive may hold.'),
    max_pages: z.int().positive().optional().describe('Pages that a PDF may have; 20,000 when absent.'),
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
