import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { hashingEmbedder } from '../../kernel/embed/hashing.ts'
import { nameId } from '../../kernel/runtime/ids.ts'
import type { IndexedChunk, SearchIndex } from '../../kernel/search/search.ts'
import type { Block, Chunk } from '../../schemas/artifacts.ts'
import { generate } from '../../services/chat/generate.ts'
import { type ChatDeps, prepareTurn, type Turn } from '../../services/chat/prepare/prepare-turn.ts'
import { chatRequestSchema } from '../../services/chat/request.ts'
import { respond } from '../../services/chat/respond.ts'
import type { ChatResponse } from '../../services/chat/response.ts'
import { openSplitter } from '../../services/documents/chunk/split.ts'
import { oneBatch, openAnswerer } from '../ask/answerer.ts'

/** XQuAD's articles and questions; not part of the repository. */
export const QA = new URL('../../../shared/data/qa/', import.meta.url)

const strangerSchema = z.object({ _id: z.string(), title: z.string(), text: z.string() })

const questionSchema = z.object({
  id: z.string(),
  question: z.string(),
  answers: z.array(z.string()),
  doc: z.string().nullable(),
  paragraph: z.number().nullable(),
  answerable: z.boolean(),
})
export type Question = z.output<typeof questionSchema>

/** A paragraph's place in its article. */
export interface Paragraph {
  readonly start: number
  readonly end: number
}

/** The articles, indexed, and the chat on them. */
export interface QaCollection {
  readonly paragraphs: ReadonlyMap<string, Paragraph[]>
  /** The questions on which rules were set, and those that were held out. */
  questions(): Promise<{ known: Question[]; heldOut: Question[] }>
  ask(question: string): Promise<{ turn: Turn; response: ChatResponse }>
  close(): Promise<void>
}

/** Indexes the articles in a folder of its own, with `strangers` abstracts of another field beside them. */
export async function openQa({ strangers = 0 } = {}): Promise<QaCollection> {
  const dir = await mkdtemp(join(tmpdir(), 'answers-'))
  const answerer = await openAnswerer(dir)
  const { search, index, deps, chunking } = answerer
  await answerer.createIndex()
  const paragraphs = await addArticles(search, index, chunking)
  await addStrangers(search, index, strangers)
  return {
    paragraphs,
    async questions() {
      const known = await readQuestions('questions.jsonl')
      const ids = new Set(known.map(({ id }) => id))
      return { known, heldOut: (await readQuestions('questions_all.jsonl')).filter(({ id }) => !ids.has(id)) }
    },
    ask: (question) => ask(deps, question),
    async close() {
      await answerer.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

async function ask(deps: ChatDeps, question: string): Promise<{ turn: Turn; response: ChatResponse }> {
  const signal = new AbortController().signal
  const turn = await prepareTurn(deps, chatRequestSchema.parse({ question }), { kind: 'rag', multimodal: false }, signal)
  const asked = performance.now()
  const generated = await generate(deps.ports.llm, turn, deps.log, signal)
  return { turn, response: await respond(deps.ports.templates, turn, generated, (performance.now() - asked) / 1000) }
}

async function addArticles(search: SearchIndex, index: string, chunking: { max_tokens: number; overlap_tokens: number }) {
  const embedder = hashingEmbedder()
  const paragraphs = new Map<string, Paragraph[]>()
  for (const name of await readdir(new URL('docs/', QA))) {
    const blocks = blocksOf(await readFile(new URL(`docs/${name}`, QA), 'utf8'))
    // the first block is the article's title; the questions count the paragraphs after it
    paragraphs.set(
      `qa/docs/${name}`,
      blocks.slice(1).map(({ start, text }) => ({ start, end: start + text.length })),
    )
    const document_id = nameId('bench', name)
    const splitter = openSplitter({ document_id, generation: 1, ...chunking })
    const chunks = [...blocks.flatMap((block) => [...splitter.add(block)]), ...splitter.end()]
    const vectors = await embedder.embed(
      chunks.map((c) => c.text),
      'passage',
    )
    const indexed = chunks.map((chunk, i) => indexedChunk(name, document_id, chunk, vectors[i]!))
    await search.replaceDocument(index, { document_id, epoch: 1 }, oneBatch(indexed))
  }
  return paragraphs
}

/** Documents that answer none of the questions, so many. */
async function addStrangers(search: SearchIndex, index: string, count: number): Promise<void> {
  if (count === 0) return
  const lines = (await readFile(new URL('../ir/scifact/corpus.jsonl', QA), 'utf8')).trim().split('\n')
  for (const line of lines.slice(0, count)) {
    const { _id, title, text } = strangerSchema.parse(JSON.parse(line))
    const id = nameId('stranger', _id)
    const fields = { id, document_id: id, filename: `${_id}.txt`, title, text, char_start: 0, char_end: text.length, chunk_index: 0 }
    await search.replaceDocument(index, { document_id: id, epoch: 1 }, oneBatch([{ id, fields }]))
  }
}

async function readQuestions(name: string): Promise<Question[]> {
  const lines = (await readFile(new URL(name, QA), 'utf8')).trim().split('\n')
  return lines.map((line) => questionSchema.parse(JSON.parse(line)))
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let start = 0
  for (const paragraph of text.trimEnd().split('\n\n')) {
    blocks.push({ type: 'paragraph', text: paragraph, start })
    start += paragraph.length + 2
  }
  return blocks
}

const indexedChunk = (name: string, document_id: string, chunk: Chunk, vector: Float32Array): IndexedChunk => ({
  id: chunk.id,
  vector,
  fields: {
    id: chunk.id,
    document_id,
    source_file: name,
    filename: name,
    file_type: 'txt',
    chunk_index: chunk.chunk_index,
    title: name.replace('.txt', '').replaceAll('_', ' '),
    text: chunk.text,
    section: chunk.section,
    tokens: chunk.tokens,
    char_start: chunk.char_start,
    char_end: chunk.char_end,
    page_number: chunk.page_number,
  },
})
