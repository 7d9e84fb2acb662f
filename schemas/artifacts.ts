import { z } from 'zod'

/** A file that lies in another one. */
const attachedFileSchema = z.object({ name: z.string(), content_type: z.string(), bytes: z.int().nonnegative() })
export type AttachedFile = z.output<typeof attachedFileSchema>

/**
 * Artifact of the stage `parsed`: newline-delimited JSON, first a header line, then one block a line.
 * The document's text is the blocks' texts joined by a blank line ("\n\n"); `start` is a block's offset in it
 * (UTF-16 code units), so `text.slice(start, start + block.text.length) === block.text`.
 */
export const parsedHeaderSchema = z.object({
  format: z.literal('millrace.parsed.v1'),
  reader: z.string(),
  pages: z.int().nonnegative(),
  characters: z.int().nonnegative(),
  warnings: z.array(z.string()),
  /** Of a mail: its files, the n-th at `attachmentPath(…, n)`. */
  attachments: z.array(attachedFileSchema).optional(),
})
export type ParsedHeader = z.output<typeof parsedHeaderSchema>

export const blockSchema = z.object({
  type: z.enum(['heading', 'paragraph', 'list', 'table', 'note', 'utterance']),
  text: z.string().min(1),
  start: z.int().nonnegative(),
  /** 1 for the topmost heading. Headings only. */
  level: z.int().min(1).max(9).optional(),
  /** Page or slide, from 1; for sheets the sheet's number. */
  page: z.int().positive().optional(),
  /** Further pages that the text runs over, and where in it each begins (UTF-16 code units). */
  pageStarts: z.array(z.object({ start: z.int().positive(), page: z.int().positive() })).optional(),
  /** Sheet name, or "notes" for speaker notes. */
  part: z.string().optional(),
  /** Tables: how many of the text's first lines are the header, to be repeated when the table is split. */
  headerLines: z.int().nonnegative().optional(),
  speaker: z.string().optional(),
  timestamp: z.string().optional(),
  /** Read from a picture of the page: its words may be mistaken. */
  recognised: z.literal(true).optional(),
  /** Of recognised blocks: how sure the words of its page are on average, from 0 to 1. Models do not tell. */
  confidence: z.number().min(0).max(1).optional(),
})
export type Block = z.output<typeof blockSchema>

/**
 * Artifact of the stage `chunks`: newline-delimited JSON, one chunk a line.
 * `text` is `prefix` followed by the document's text from `char_start` to `char_end`; the prefix holds a split table's header.
 */
export const chunkSchema = z.object({
  /** UUIDv5 of document, generation and chunk_index. */
  id: z.uuid(),
  chunk_index: z.int().nonnegative(),
  text: z.string().min(1),
  prefix: z.string(),
  char_start: z.int().nonnegative(),
  char_end: z.int().positive(),
  page_number: z.int().positive().nullable(),
  /** Pages that begin within the chunk: where in the document's text, and which. */
  page_starts: z.array(z.object({ start: z.int().nonnegative(), page: z.int().positive() })).optional(),
  /** Headings above the chunk, joined by " > ". */
  section: z.string().nullable(),
  part: z.string().nullable(),
  block_id: z.string(),
  speaker: z.string().nullable(),
  timestamp: z.string().nullable(),
  tokens: z.int().positive(),
})
export type Chunk = z.output<typeof chunkSchema>
