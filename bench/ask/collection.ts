import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { pino } from 'pino'
import { parse as parseYaml } from 'yaml'
import { limitedSearch } from '../../kernel/access/limited-search.ts'
import { platformLimits } from '../../kernel/access/limits.ts'
import { createParserPool, type ParserPool } from '../../kernel/cell/pool.ts'
import { parseConfig } from '../../kernel/config/config.ts'
import { sectionOf } from '../../kernel/config/section.ts'
import { hashingEmbedder } from '../../kernel/embed/hashing.ts'
import { extractiveLlm } from '../../kernel/llm/extractive/extractive.ts'
import { builtInPrompts } from '../../kernel/prompts/prompt-source.ts'
import { nameId } from '../../kernel/runtime/ids.ts'
import { createLogger } from '../../kernel/runtime/log.ts'
import { defaultIndexSpec } from '../../kernel/search/default-index.ts'
import { openEmbeddedSearch } from '../../kernel/search/embedded/open-embedded-search.ts'
import type { IndexedChunk, SearchIndex, SearchReply } from '../../kernel/search/search.ts'
import { createTemplates } from '../../kernel/templates/jinja.ts'
import { blockSchema } from '../../schemas/artifacts.ts'
import { generate } from '../../services/chat/generate.ts'
import { type ChatDeps, prepareTurn } from '../../services/chat/prepare/prepare-turn.ts'
import { chatRequestSchema } from '../../services/chat/request.ts'
import { respond } from '../../services/chat/respond.ts'
import type { ChatResponse } from '../../services/chat/response.ts'
import { configSchema } from '../../services/config-schema.ts'
import { chunkingSection } from '../../services/documents/chunk/chunking-section.ts'
import { openSplitter } from '../../services/documents/chunk/split.ts'
import { chunkFields } from '../../services/documents/index/chunk-fields.ts'
import { documentReader } from '../../services/documents/parse/document-reader.ts'

type History = ChatResponse['history']

/** Files, indexed as the product does it, and the chat on them without a model. */
export interface AskCollection {
  /** Files that could not be read, with the reason. */
  readonly unread: readonly string[]
  ask(question: string, history?: History): Promise<{ response: ChatResponse; ms: number }>
  /** The first passages for a question, by words, by vectors, or by both. */
  search(question: string, by: 'text' | 'vector' | 'hybrid', top: number): Promise<SearchReply['hits']>
  close(): Promise<void>
}

const LIMITS = { timeout_ms: 50_000, memory_mb: 900, max_inflated_mb: 500, max_compression_ratio: 100, max_archive_entries: 10_000 }
const DONE = 'indexed'

/** Parses and indexes the files in a folder of its own; `keep` names one that stays, so that the next run need not do it again. */
export async function openCollection(paths: readonly string[], keep?: string): Promise<AskCollection> {
  const dir = keep ?? (await mkdtemp(join(tmpdir(), 'ask-')))
  const log = createLogger('ERROR')
  const config = parseConfig(parseYaml(await readFile(new URL('../../config.yaml', import.meta.url), 'utf8')), configSchema)
  const search = await openEmbeddedSearch({ dir, log })
  const templates = createTemplates()
  const embedder = hashingEmbedder()
  const index = config.indexes.aliases[config.indexes.default]!
  let unread: string[] = []
  if (!existsSync(join(dir, DONE))) {
    await search.createIndex(defaultIndexSpec(index, embedder.dimensions))
    unread = await addFiles(search, index, sectionOf(config, chunkingSection), paths)
    await writeFile(join(dir, DONE), '')
  }
  const limited = limitedSearch(search, platformLimits)
  const prompts: ChatDeps['prompts'] = { current: async (type) => builtInPrompts[type], file: () => Promise.reject(new Error('no files')) }
  const deps: ChatDeps = { ports: { search: limited, embedder, templates, config, llm: extractiveLlm() }, prompts, log }
  const signal = new AbortController().signal
  return {
    unread,
    async ask(question, history) {
      const started = performance.now()
      const request = chatRequestSchema.parse({ question, ...(history ? { history } : {}) })
      const turn = await prepareTurn(deps, request, { kind: 'chat', multimodal: false }, signal)
      const generated = await generate(deps.ports.llm, turn, log, signal)
      const response = await respond(templates, turn, generated, 0)
      return { response, ms: performance.now() - started }
    },
    async search(question, by, top) {
      const [vector] = await embedder.embed([question], 'query')
      const { hits } = await limited.search(index, {
        ...(by === 'vector' ? {} : { text: question }),
        ...(by === 'text' ? {} : { vector: vector! }),
        top,
      })
      return hits
    },
    async close() {
      await templates.close()
      await search.close()
      if (!keep) await rm(dir, { recursive: true, force: true })
    },
  }
}

async function addFiles(
  search: SearchIndex,
  index: string,
  chunking: { max_tokens: number; overlap_tokens: number },
  paths: readonly string[],
) {
  const pool = createParserPool({ entry: documentReader, limits: LIMITS, size: 1, log: pino({ level: 'silent' }) })
  const unread: string[] = []
  try {
    for (const path of paths) {
      const chunks = await chunksOf(pool, path, chunking).catch((error: unknown) => {
        unread.push(`${basename(path)}: ${String(error)}`)
        return []
      })
      const document_id = nameId('bench', basename(path))
      if (chunks.length) await search.replaceDocument(index, { document_id, epoch: 1 }, oneBatch(chunks))
    }
  } finally {
    await pool.close()
  }
  return unread
}

async function chunksOf(pool: ParserPool, path: string, chunking: { max_tokens: number; overlap_tokens: number }): Promise<IndexedChunk[]> {
  const name = basename(path)
  const document_id = nameId('bench', name)
  const file_type = extname(path).slice(1).toLowerCase()
  const parsed = await pool.parse({ path, fileType: file_type })
  try {
    const lines = (await readFile(parsed.blocks, 'utf8')).split('\n').filter(Boolean)
    const splitter = openSplitter({ document_id, generation: 1, ...chunking })
    const chunks = [...lines.flatMap((line) => [...splitter.add(blockSchema.parse(JSON.parse(line)))]), ...splitter.end()]
    const vectors = await hashingEmbedder().embed(
      chunks.map((c) => c.text),
      'passage',
    )

    return chunks.map((chunk, i) => {
      const { prefix_length: _prefix, ...fields } = chunkFields(chunk)
      const shared = { document_id, source_file: name, filename: name, file_type, title: name }
      return { id: chunk.id, vector: vectors[i]!, fields: { ...shared, ...fields } }
    })
  } finally {
    await parsed.dispose()
  }
}

async function* oneBatch(chunks: IndexedChunk[]): AsyncIterable<IndexedChunk[]> {
  yield chunks
}
