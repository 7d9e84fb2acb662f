import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { pino } from 'pino'
import { createParserPool, type ParserPool } from '../../kernel/cell/pool.ts'
import { hashingEmbedder } from '../../kernel/embed/hashing.ts'
import { nameId } from '../../kernel/runtime/ids.ts'
import type { IndexedChunk, SearchIndex, SearchReply } from '../../kernel/search/search.ts'
import { blockSchema } from '../../schemas/artifacts.ts'
import { generate } from '../../services/chat/generate.ts'
import { prepareTurn } from '../../services/chat/prepare/prepare-turn.ts'
import { chatRequestSchema } from '../../services/chat/request.ts'
import { respond } from '../../services/chat/respond.ts'
import type { ChatResponse } from '../../services/chat/response.ts'
import { openSplitter } from '../../services/documents/chunk/split.ts'
import { chunkFields } from '../../services/documents/index/chunk-fields.ts'
import { documentReader } from '../../services/documents/parse/document-reader.ts'
import { oneBatch, openAnswerer } from './answerer.ts'

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
  const answerer = await openAnswerer(dir)
  const { search, limited, embedder, index, deps, chunking } = answerer
  let unread: string[] = []
  if (!existsSync(join(dir, DONE))) {
    await answerer.createIndex()
    unread = await addFiles(search, index, chunking, paths)
    await writeFile(join(dir, DONE), '')
  }
  const signal = new AbortController().signal
  return {
    unread,
    async ask(question, history) {
      const started = performance.now()
      const request = chatRequestSchema.parse({ question, ...(history ? { history } : {}) })
      const turn = await prepareTurn(deps, request, { kind: 'chat', multimodal: false }, signal)
      const generated = await generate(deps.ports.llm, turn, deps.log, signal)
      const response = await respond(deps.ports.templates, turn, generated, 0)
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
      await answerer.close()
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
