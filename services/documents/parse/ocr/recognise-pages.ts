import { z } from 'zod'
import { artifactFolder } from '../../../../kernel/blobs/artifacts.ts'
import type { Blobs } from '../../../../kernel/blobs/blobs.ts'
import { once, onceIn } from '../../../../kernel/blobs/once.ts'
import type { ParserPool } from '../../../../kernel/cell/pool.ts'
import { type PagePicture, pictureTextSchema } from '../../../../kernel/cell/protocol.ts'
import type { Config } from '../../../../kernel/config/config.ts'
import { sectionOf } from '../../../../kernel/config/section.ts'
import type { CallContext, Llm } from '../../../../kernel/llm/llm.ts'
import { createTurns } from '../../../../kernel/runtime/concurrency/take-turns.ts'
import { messageOf, WorkError } from '../../../../kernel/runtime/errors.ts'
import { parsingSection } from '../parsing-section.ts'
import { askModel } from './ask-model.ts'
import type { OcrEngine } from './engine-of.ts'

export interface RecognitionPorts {
  readonly llm: Llm
  readonly config: Config
  readonly blobs: Blobs
}

/** A page as it was recognised. Models do not tell how sure they are. */
export interface RecognisedPage {
  readonly text: string
  /** From 0 to 1. */
  readonly confidence?: number
}

export interface Recognised {
  readonly pages: ReadonlyMap<number, RecognisedPage>
  /** Pages that were given up, with the reason. */
  readonly failed: ReadonlyMap<number, string>
  /** Pages for which the time of a document did not suffice. */
  readonly late: readonly number[]
}

type Options = Pick<CallContext, 'caller' | 'uncounted'> & { signal: AbortSignal; onPage: (done: number) => void }

/** Of all documents of this process. */
const turns = createTurns()

/**
 * The texts of scanned pages by their number. Each is kept beside the artifacts of its generation, so that a pass that is tried again
 * pays for no page twice. Throws WorkError: worth another try, not before the model's Retry-After, unless the model refuses the page.
 */
export async function recognisePages(
  ports: RecognitionPorts,
  { engine, pool }: { readonly engine: OcrEngine; readonly pool: ParserPool },
  key: { document_id: string; generation: number },
  pictures: readonly PagePicture[],
  options: Options,
): Promise<Recognised> {
  const given = new AbortController()
  const signal = AbortSignal.any([options.signal, given.signal])
  const folder = `${artifactFolder(key)}/recognised`
  const most = () => sectionOf(ports.config, parsingSection).ocr.concurrency
  const pages = new Map<number, RecognisedPage>()
  const failed = new Map<number, string>()
  const late: number[] = []
  let seconds = 0

  const byModel = async (picture: PagePicture): Promise<RecognisedPage> => ({
    text: await once(onceIn(ports.blobs, folder), String(picture.page), z.string(), () =>
      turns.take({ caller: options.caller, most, signal }, () => askModel(ports, picture, { ...options, signal })),
    ),
  })
  const byTesseract = (picture: PagePicture): Promise<RecognisedPage> =>
    once(onceIn(ports.blobs, `${folder}/${engine.languages.join('+')}`), String(picture.page), pictureTextSchema, () =>
      turns.take({ caller: options.caller, most, signal }, () => readOne(picture)),
    )
  const readOne = async ({ path }: PagePicture) => {
    const { timeout_ms, max_seconds } = sectionOf(ports.config, parsingSection).ocr
    if (seconds >= max_seconds) throw new OutOfTime()
    const began = { at: performance.now() }
    const inLine = async <T>(wait: Promise<T>) => {
      const seat = await (options.uncounted ?? ((w) => w))(wait)
      began.at = performance.now()
      return seat
    }
    try {
      return await pool.recognise({
        ...{ path, languages: engine.languages, timeoutMs: timeout_ms, caller: options.caller, signal, inLine },
      })
    } finally {
      seconds += (performance.now() - began.at) / 1000
    }
  }

  const all = pictures.map(async (picture) => {
    try {
      pages.set(picture.page, await (engine.kind === 'model' ? byModel(picture) : byTesseract(picture)))
    } catch (error) {
      if (error instanceof OutOfTime) late.push(picture.page)
      else if (engine.kind === 'tesseract' && !signal.aborted && isOfThePage(error)) failed.set(picture.page, messageOf(error))
      else given.abort(error)
    }
    options.onPage(pages.size + failed.size + late.length)
  })
  await Promise.allSettled(all)
  // The first failure stopped the others: it is the reason of all.
  if (options.signal.aborted) throw options.signal.reason
  if (given.signal.aborted) throw given.signal.reason
  return { pages, failed, late: late.sort((a, b) => a - b) }
}

class OutOfTime extends Error {}

/** A page that takes too long, or too much memory, or makes the engine fall does not take the others with it. */
const isOfThePage = (error: unknown): boolean => error instanceof WorkError && !error.retryable
