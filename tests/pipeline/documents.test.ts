import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createParserPool, type ParserPool } from '../../kernel/cell/pool.ts'
import { WorkError } from '../../kernel/runtime/errors.ts'
import { type Block, blockSchema, type ParsedHeader } from '../../schemas/artifacts.ts'
import { documentErrorCodes } from '../../schemas/document-error-codes.ts'
import { documentReader } from '../../services/documents/parse/document-reader.ts'

const SHARED = new URL('../../../shared/data/', import.meta.url)
const present = existsSync(new URL('expected.json', SHARED))

const expectationSchema = z.object({
  file: z.string(),
  kind: z.string(),
  ok: z.boolean(),
  lenient: z.boolean().default(false),
  must_contain: z.array(z.string()).default([]),
  must_not_contain: z.array(z.string()).default([]),
  deleted_text: z.array(z.string()).default([]),
  hidden_text: z.array(z.string()).default([]),
  pages: z.int().optional(),
  sheets: z.array(z.string()).optional(),
  password: z.string().optional(),
  anchors: z
    .array(z.object({ text: z.string(), page: z.int().optional(), slide: z.int().optional(), sheet: z.string().optional() }))
    .default([]),
})
type Expectation = z.output<typeof expectationSchema>

const KINDS = ['pdf', 'docx', 'xlsx', 'pptx', 'csv', 'txt', 'json']
const expectations: Expectation[] = present
  ? z
      .array(z.looseObject({ file: z.string() }))
      .parse(JSON.parse(readFileSync(new URL('expected.json', SHARED), 'utf8')))
      .filter((e) => e.file.startsWith('documents/'))
      .map((e) => expectationSchema.parse(e))
  : []

/** The comparison of the data's description: NFKC, no white space. */
const normal = (text: string): string => text.normalize('NFKC').replace(/\s+/gu, '')

interface Read {
  readonly header: ParsedHeader
  readonly blocks: Block[]
}

if (!present) console.info('skipped: the folder of real documents (../shared/data) is not here')

describe.skipIf(!present)('real documents', () => {
  let pool: ParserPool
  beforeAll(() => {
    const limits = { timeout_ms: 50_000, memory_mb: 900, max_inflated_mb: 500, max_compression_ratio: 100, max_archive_entries: 10_000 }
    pool = createParserPool({ entry: documentReader, limits, size: 2, log: pino({ level: 'silent' }) })
  })
  afterAll(() => pool.close())

  async function readThrough(expected: Expectation): Promise<Read | WorkError> {
    const path = fileURLToPath(new URL(expected.file, SHARED))
    try {
      const result = await pool.parse({ path, fileType: expected.kind })
      const blocks: Block[] = []
      for await (const line of createInterface({ input: createReadStream(result.blocks) })) blocks.push(blockSchema.parse(JSON.parse(line)))
      await result.dispose()
      return { header: result.header, blocks }
    } catch (error) {
      if (error instanceof WorkError) return error
      throw error
    }
  }

  it('has expectations of every kind', () => {
    expect([...new Set(expectations.map((e) => e.kind))].sort()).toEqual([...KINDS].sort())
  })

  it.each(expectations.map((e) => [e.file.replace('documents/', ''), e] as const))(
    '%s',
    async (_, expected) => {
      const result = await readThrough(expected)
      if (result instanceof WorkError) expectRefused(expected, result)
      else expectRead(expected, result)
    },
    60_000,
  )
})

function expectRefused(expected: Expectation, error: WorkError): void {
  expect(documentErrorCodes).toContain(error.code)
  expect(error.message).toMatch(/[A-Z].*\.$/s)
  expect(error.retryable).toBe(false)
  if (expected.lenient) return
  if (expected.ok) {
    // A document without any text is told as such, never indexed as nothing.
    expect(expected.must_contain, error.message).toEqual([])
    expect(error.code).toBe('empty')
  } else if (expected.password) expect(error.code).toBe('encrypted')
  else expect(['corrupt', 'empty']).toContain(error.code)
}

function expectRead(expected: Expectation, { header, blocks }: Read): void {
  expect(expected.ok || expected.lenient, 'a file that must be refused was read').toBe(true)
  expectLaidOut(header, blocks)
  const all = normal(blocks.map((b) => b.text).join(' '))
  const holds = (texts: readonly string[]) => texts.filter((t) => all.includes(normal(t)))
  expect(holds(expected.must_contain)).toEqual(expected.must_contain)
  expect(holds(expected.hidden_text)).toEqual(expected.hidden_text)
  expect(holds([...expected.must_not_contain, ...expected.deleted_text])).toEqual([])
  if (expected.pages !== undefined) expect(header.pages).toBe(expected.pages)
  if (expected.sheets) expect(header.pages).toBe(expected.sheets.length)
  for (const anchor of expected.anchors) {
    const page = anchor.page ?? anchor.slide
    const there =
      anchor.sheet === undefined ? blocks.map((b) => textOn(b, page)) : blocks.filter((b) => b.part === anchor.sheet).map((b) => b.text)
    expect(normal(there.join(' ')), `on ${anchor.sheet ?? page}`).toContain(normal(anchor.text))
  }
}

/** What of a block stands on a page: it may go over several. */
function textOn({ text, page, pageStarts = [] }: Block, wanted: number | undefined): string {
  const pages = [{ start: 0, page }, ...pageStarts]
  return pages.map((p, i) => (p.page === wanted ? text.slice(p.start, pages[i + 1]?.start) : '')).join('')
}

/** The invariant of the artifact: the texts joined by a blank line, each at its offset. */
function expectLaidOut(header: ParsedHeader, blocks: readonly Block[]): void {
  let start = 0
  for (const block of blocks) {
    if (block.start !== start || block.text.trim() !== block.text)
      expect({ ...block, text: block.text.slice(0, 80) }).toMatchObject({ start })
    start += block.text.length + 2
  }
  expect(header.characters).toBe(start - 2)
}
