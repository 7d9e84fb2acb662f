import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { filesystemBlobs } from '../../../../kernel/blobs/filesystem.ts'
import type { ParserPool } from '../../../../kernel/cell/pool.ts'
import { configSchemaOf, parseConfig } from '../../../../kernel/config/config.ts'
import { routedLlm } from '../../../../kernel/llm/routed.ts'
import { parseEnv } from '../../../../kernel/runtime/env.ts'
import { type Block, blockSchema } from '../../../../schemas/artifacts.ts'
import { documentReceived } from '../../../../schemas/document.ts'
import { eventOf, file, handlerContext, subject } from '../../../../tests/support/handler-context.ts'
import { parseConsumer } from '../consumer.ts'
import { parsingSection } from '../parsing-section.ts'

/** What became of a document, checked: the offsets of its blocks join up. */
export interface Parsed {
  readonly blocks: Block[]
  readonly warnings: readonly string[]
  /** The last progress that was told. */
  readonly last: unknown
}

interface Means {
  readonly pool: ParserPool
  /** Of the blob store. */
  readonly folder: string
  readonly limits: object
  /** Of the model; without one the embedded answerer is there alone. */
  readonly baseUrl?: string | undefined
  /** `pdf` when absent. */
  readonly fileType?: string
}

/** Reads a file as the pipeline does, for tests; a second call is another try of the same pass. */
export async function readAsPipeline(
  content: Buffer,
  ocr: Record<string, unknown>,
  { pool, folder, limits, baseUrl, fileType = 'pdf' }: Means,
) {
  const blobs = await filesystemBlobs({ dir: folder, container: 'documents' })
  await blobs.write(file.blob, content)
  const config = parseConfig(
    {
      llms: { defaults: { params: {} }, models: { default: { model: 'plain' }, eyes: { model: 'sees-1', multimodal: true } } },
      indexes: { default: 'default', aliases: { default: 'documents' } },
      retrieval: { top_k: 5, mode: 'auto', weights: { text: 1, vector: 0.5 } },
      parsing: { ...limits, ocr },
    },
    configSchemaOf([parsingSection]),
  )
  const llm = routedLlm(config, parseEnv(baseUrl === undefined ? {} : { LLM_BASE_URL: baseUrl }))
  return async (signal?: AbortSignal): Promise<Parsed> => {
    const ctx = handlerContext({ blobs, config, llm })
    const payload = {
      ...subject,
      file: { ...file, file_type: fileType },
      process: true,
      process_mode: 'async',
      trigger: 'http',
      message: '',
    }
    const own = signal ? { ...ctx, signal } : ctx
    const [event] = await parseConsumer(() => pool).handle(own, eventOf(documentReceived.name, payload))
    const { parsed, warnings, characters } = z
      .object({ parsed: z.object({ path: z.string() }), warnings: z.array(z.string()), characters: z.number() })
      .parse(event?.payload)
    const [, ...lines] = (await text(await blobs.read(parsed.path))).trimEnd().split('\n')
    const blocks = lines.map((l) => blockSchema.parse(JSON.parse(l)))
    const whole = blocks.map((b) => b.text).join('\n\n')
    if (characters !== whole.length || blocks.some((b) => whole.slice(b.start, b.start + b.text.length) !== b.text))
      throw new Error('the offsets of the blocks do not join up')
    return { blocks, warnings, last: ctx.told.at(-1)?.payload }
  }
}
