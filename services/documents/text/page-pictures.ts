import { readFile } from 'node:fs/promises'
import type { Blobs } from '../../../kernel/blobs/blobs.ts'
import { createParserPool, type ParserPool } from '../../../kernel/cell/pool.ts'
import { changeCount } from '../../../kernel/runtime/concurrency/change-count.ts'
import { ApiError, rateLimited, WorkError } from '../../../kernel/runtime/errors.ts'
import type { Logger } from '../../../kernel/runtime/log.ts'
import { documentReader } from '../parse/document-reader.ts'
import { type PageWords, pageWordsSchema } from '../parse/page-words.ts'
import type { ParsingSection } from '../parse/parsing-section.ts'

/** Bytes of pictures that are kept in memory, and how many may wait to be drawn. */
const KEPT_BYTES = 32_000_000
const MOST_WAITING = 20
/** So that others find a place. */
const MOST_OF_CALLER = 10
const DEADLINE_MS = 30_000
const DRAWING_MS = 20_000
/** Pages whose refusal is remembered; for an hour where the machine may be at fault, because it was busy or short of memory. */
const MOST_REFUSED = 1_000
const TRIED_AGAIN_MS = 3_600_000
const MAYBE_THE_MACHINE: ReadonlySet<string> = new Set(['timed_out', 'internal'])

export interface DrawnPage {
  readonly png: Buffer
  readonly words: PageWords['words']
}

export interface PageRequest {
  /** Names the file for ever: other bytes have another key. */
  readonly key: string
  readonly blob: string
  readonly fileType: string
  readonly page: number
  readonly caller: string | undefined
}

/**
 * Draws pages of PDFs and pictures in a child process of their own, one after the other, callers by turns; the last ones stay in memory,
 * and why others cannot be drawn, which would cost as much each time. ApiError `not_found` for such a page, `unavailable` where too many
 * wait, `rate_limited` where too many of one caller do.
 */
export function createPagePictures(blobs: Blobs, parsing: () => ParsingSection, log: Logger, openPool = createParserPool) {
  const drawn = new Map<string, Promise<DrawnPage>>()
  const sizes = new Map<string, number>()
  const refused = new Map<string, { readonly error: WorkError; readonly until: number }>()
  let pool: ParserPool | undefined
  let pending = 0
  const pendingOf = new Map<string | undefined, number>()

  async function draw({ blob, fileType, page, caller }: PageRequest): Promise<DrawnPage> {
    const limits = { ...parsing(), timeout_ms: DRAWING_MS }
    pool ??= openPool({ entry: documentReader, limits, size: 1, log })
    const local = await blobs.localFile(blob)
    try {
      const file = await pool.parse({ path: local.path, fileType, caller, draw: page, signal: AbortSignal.timeout(DEADLINE_MS) })
      try {
        const [png, words] = await Promise.all([readFile(file.pictures[0]?.path ?? ''), readFile(file.blocks, 'utf8')])
        return { png, words: pageWordsSchema.parse(JSON.parse(words)).words }
      } finally {
        await file.dispose()
      }
    } finally {
      await local.dispose()
    }
  }

  function keep(key: string, { png, words }: DrawnPage): void {
    sizes.set(key, png.length + words.length * 100)
    let total = sizes.values().reduce((sum, bytes) => sum + bytes, 0)
    for (const [oldest, bytes] of sizes) {
      if (total <= KEPT_BYTES) break
      total -= bytes
      sizes.delete(oldest)
      drawn.delete(oldest)
    }
  }

  function refuse(key: string, error: unknown): void {
    if (!(error instanceof WorkError) || error.retryable) return
    refused.delete(key)
    refused.set(key, { error, until: MAYBE_THE_MACHINE.has(error.code) ? performance.now() + TRIED_AGAIN_MS : Number.POSITIVE_INFINITY })
    if (refused.size > MOST_REFUSED) refused.delete(refused.keys().next().value!)
  }

  return {
    async page(request: PageRequest): Promise<DrawnPage> {
      const key = `${request.key}/${request.page}`
      const known = drawn.get(key)
      if (known) return known
      const before = refused.get(key)
      if (before && performance.now() < before.until) throw refusalOf(before.error, request.page)
      if (pending >= MOST_WAITING)
        throw new ApiError('unavailable', 'many pages are being drawn; try again in a moment', { headers: { 'retry-after': '2' } })
      const own = pendingOf.get(request.caller) ?? 0
      if (request.caller !== undefined && own >= MOST_OF_CALLER)
        throw rateLimited(`${own} pages of yours are being drawn; wait for one of them`, { limit: MOST_OF_CALLER, seconds: 2 })
      pending++
      changeCount(pendingOf, request.caller, 1)
      const drawing = draw(request)
        .catch((error: unknown) => {
          refuse(key, error)
          throw refusalOf(error, request.page)
        })
        .finally(() => {
          pending--
          changeCount(pendingOf, request.caller, -1)
        })
      drawn.set(key, drawing)
      try {
        const whole = await drawing
        keep(key, whole)
        return whole
      } catch (error) {
        drawn.delete(key)
        throw error
      }
    },
    close: async () => pool?.close(),
  }
}

function refusalOf(error: unknown, page: number): unknown {
  if (error instanceof WorkError) {
    const again = MAYBE_THE_MACHINE.has(error.code) ? ' It is not tried again within an hour.' : ''
    return new ApiError('not_found', `page ${page} cannot be drawn: ${error.message}${again}`)
  }
  const late = error instanceof Error && error.name === 'TimeoutError'
  return late
    ? new ApiError('unavailable', 'drawing the page took too long; try again in a moment', { headers: { 'retry-after': '5' } })
    : error
}
