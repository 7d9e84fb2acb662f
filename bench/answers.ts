// How well the embedded answerer answers: npm run bench bench/answers.ts [-- --misses] [--among N]: N abstracts of another field beside the articles
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'
import { parseConfig } from '../kernel/config.ts'
import { hashingEmbedder } from '../kernel/embed/hashing.ts'
import { nameId } from '../kernel/ids.ts'
import { extractiveLlm, NOTHING_FOUND } from '../kernel/llm/extractive.ts'
import { createLogger } from '../kernel/log.ts'
import { builtInPrompts } from '../kernel/prompts/prompt-source.ts'
import { defaultIndexSpec } from '../kernel/search/default-index.ts'
import { openEmbeddedSearch } from '../kernel/search/embedded/open-embedded-search.ts'
import type { IndexedChunk, SearchIndex } from '../kernel/search/search.ts'
import { createTemplates } from '../kernel/templates/jinja.ts'
import type { Block, Chunk } from '../schemas/artifacts.ts'
import { generate } from '../services/chat/generate.ts'
import { type ChatDeps, prepareTurn } from '../services/chat/prepare-turn.ts'
import { chatRequestSchema } from '../services/chat/request.ts'
import { respond } from '../services/chat/respond.ts'
import type { ChatResponse } from '../services/chat/response.ts'
import { openSplitter } from '../services/chunk/split.ts'

const DATA = new URL('../../shared/data/qa/', import.meta.url)

const strangerSchema = z.object({ _id: z.string(), title: z.string(), text: z.string() })

const questionSchema = z.object({
  id: z.string(),
  question: z.string(),
  answers: z.array(z.string()),
  doc: z.string().nullable(),
  paragraph: z.number().nullable(),
  answerable: z.boolean(),
})
type Question = z.output<typeof questionSchema>

interface Paragraph {
  readonly start: number
  readonly end: number
}

interface Outcome {
  readonly question: Question
  readonly response: ChatResponse
  readonly ms: number
  readonly declined: boolean
  readonly retrieved: boolean
  readonly cited: boolean
  readonly contained: boolean
}

async function run(dir: string): Promise<void> {
  const log = createLogger('ERROR')
  const config = parseConfig(parseYaml(await readFile(new URL('../config.yaml', import.meta.url), 'utf8')))
  const search = await openEmbeddedSearch({ dir, log })
  const templates = createTemplates()
  const embedder = hashingEmbedder()
  const index = config.indexes.aliases[config.indexes.default]!
  await search.createIndex(defaultIndexSpec(index, embedder.dimensions))
  const paragraphs = new Map<string, Paragraph[]>()
  for (const name of await readdir(new URL('docs/', DATA))) {
    const blocks = blocksOf(await readFile(new URL(`docs/${name}`, DATA), 'utf8'))
    // the first block is the article's title; the questions count the paragraphs after it
    paragraphs.set(
      `qa/docs/${name}`,
      blocks.slice(1).map(({ start, text }) => ({ start, end: start + text.length })),
    )
    const document_id = nameId('bench', name)
    const splitter = openSplitter({ document_id, generation: 1, ...config.chunking })
    const chunks = [...blocks.flatMap((block) => [...splitter.add(block)]), ...splitter.end()]
    const vectors = await embedder.embed(
      chunks.map((c) => c.text),
      'passage',
    )
    const indexed = chunks.map((chunk, i) => indexedChunk(name, document_id, chunk, vectors[i]!))
    await search.replaceDocument(index, { document_id, generation: 1 }, oneBatch(indexed))
  }
  await addStrangers(search, index)
  const prompts: ChatDeps['prompts'] = { current: async (type) => builtInPrompts[type], file: () => Promise.reject(new Error('no files')) }
  const deps: ChatDeps = { ports: { search, embedder, templates, config, llm: extractiveLlm() }, prompts, log }
  const known = await questions('questions.jsonl')
  const ids = new Set(known.map(({ id }) => id))
  const others = (await questions('questions_all.jsonl')).filter(({ id }) => !ids.has(id))
  console.log('The rule for "nothing found" was set on these:')
  report(await askAll(deps, known, paragraphs))
  console.log('\nHeld out:')
  report(await askAll(deps, others, paragraphs))
  await templates.close()
  await search.close()
}

/** Documents that answer none of the questions, as the second argument of --among says how many. */
async function addStrangers(search: SearchIndex, index: string): Promise<void> {
  const at = process.argv.indexOf('--among')
  if (at < 0) return
  const lines = (await readFile(new URL('../ir/scifact/corpus.jsonl', DATA), 'utf8')).trim().split('\n')
  for (const line of lines.slice(0, Number(process.argv[at + 1] ?? 1000))) {
    const { _id, title, text } = strangerSchema.parse(JSON.parse(line))
    const id = nameId('stranger', _id)
    const fields = { id, document_id: id, filename: `${_id}.txt`, title, text, char_start: 0, char_end: text.length, chunk_index: 0 }
    await search.replaceDocument(index, { document_id: id, generation: 1 }, oneBatch([{ id, fields }]))
  }
}

async function questions(name: string): Promise<Question[]> {
  const lines = (await readFile(new URL(name, DATA), 'utf8')).trim().split('\n')
  return lines.map((line) => questionSchema.parse(JSON.parse(line)))
}

async function askAll(deps: ChatDeps, questions: readonly Question[], paragraphs: ReadonlyMap<string, Paragraph[]>): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const question of questions) outcomes.push(await ask(deps, question, paragraphs))
  if (process.argv.includes('--misses')) misses(outcomes)
  return outcomes
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

async function* oneBatch(chunks: IndexedChunk[]): AsyncIterable<IndexedChunk[]> {
  yield chunks
}

const indexedChunk = (name: string, document_id: string, chunk: Chunk, vector: Float32Array): IndexedChunk => ({
  id: chunk.id,
  vector,
  fields: {
    ...{ id: chunk.id, document_id, source_file: name, filename: name, file_type: 'txt', chunk_index: chunk.chunk_index },
    ...{ title: name.replace('.txt', '').replaceAll('_', ' '), text: chunk.text, section: chunk.section, tokens: chunk.tokens },
    ...{ char_start: chunk.char_start, char_end: chunk.char_end, page_number: chunk.page_number },
  },
})

async function ask(deps: ChatDeps, question: Question, paragraphs: ReadonlyMap<string, Paragraph[]>): Promise<Outcome> {
  const signal = new AbortController().signal
  const started = performance.now()
  const turn = await prepareTurn(deps, chatRequestSchema.parse({ question: question.question }), { kind: 'rag', multimodal: false }, signal)
  const asked = performance.now()
  const generated = await generate(deps.ports.llm, turn, deps.log, signal)
  const response = await respond(deps.ports.templates, turn, generated, (performance.now() - asked) / 1000)
  const right = question.doc === null ? undefined : paragraphs.get(question.doc)?.[question.paragraph ?? -1]
  const name = question.doc?.split('/').at(-1)
  const covers = (start: unknown, end: unknown) =>
    right && typeof start === 'number' && typeof end === 'number' && start < right.end && end > right.start
  return {
    question,
    response,
    ms: performance.now() - started,
    declined: response.answer === NOTHING_FOUND,
    retrieved: turn.retrieval.hits.some(({ fields }) => fields.filename === name && covers(fields.char_start, fields.char_end)),
    cited: response.citations.some((c) => c.filename === name && covers(c.char_start, c.char_end)),
    contained: question.answers.some((answer) => flat(response.answer).includes(flat(answer))),
  }
}

const flat = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')

function report(outcomes: readonly Outcome[]): void {
  const yes = outcomes.filter((o) => o.question.answerable)
  const no = outcomes.filter((o) => !o.question.answerable)
  const ms = outcomes.map((o) => o.ms).sort((a, b) => a - b)
  const llm = outcomes.map((o) => z.number().parse(timing(o))).sort((a, b) => a - b)
  const sentences = yes.filter((o) => !o.declined).map((o) => o.response.citations.length)
  console.log(`questions                        ${yes.length} answerable, ${no.length} not`)
  console.log(`right paragraph among sources    ${share(yes, (o) => o.retrieved)}`)
  console.log(`right paragraph cited            ${share(yes, (o) => o.cited)}`)
  console.log(`answer string in the answer      ${share(yes, (o) => o.contained)}`)
  console.log(`unanswerable declined            ${share(no, (o) => o.declined)}`)
  console.log(`answerable wrongly declined      ${share(yes, (o) => o.declined)}`)
  console.log(`sentences in an answer           ${(sentences.reduce((a, b) => a + b, 0) / sentences.length).toFixed(2)}`)
  console.log(`whole turn, ms                   p50 ${at(ms, 0.5).toFixed(1)}  p95 ${at(ms, 0.95).toFixed(1)}`)
  console.log(`answerer alone, ms               p50 ${(at(llm, 0.5) * 1000).toFixed(1)}  p95 ${(at(llm, 0.95) * 1000).toFixed(1)}`)
}

const timing = ({ response }: Outcome): unknown =>
  z.object({ orchestrator: z.object({ llm_generate: z.number() }) }).parse(response.response_metadata.timings).orchestrator.llm_generate

const share = (of: readonly Outcome[], is: (o: Outcome) => boolean): string =>
  of.length ? (of.filter(is).length / of.length).toFixed(3) : '-'

const at = (sorted: readonly number[], quantile: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * quantile))]!

function misses(outcomes: readonly Outcome[]): void {
  for (const { question, response, declined, contained } of outcomes) {
    if (question.answerable ? contained : declined) continue
    console.log(
      `\n${question.answerable ? 'Q' : 'unanswerable Q'} ${question.question}\n  wanted ${question.answers.join(' | ')}\n  got ${response.answer}`,
    )
  }
}

if (!existsSync(DATA)) {
  console.log(`skipped: ${DATA.pathname} is not there`)
  process.exit(0)
}
const dir = await mkdtemp(join(tmpdir(), 'answers-'))
try {
  await run(dir)
} finally {
  await rm(dir, { recursive: true, force: true })
}
