import { readQuestion } from '../../../kernel/llm/extractive/question/question.ts'
import { titleStemsOf } from '../../../kernel/llm/extractive/words/stems.ts'
import type { Passage } from '../../../kernel/llm/llm.ts'
import type { PassageHit } from '../../../kernel/retrieve/find-passages.ts'
import type { Logger } from '../../../kernel/runtime/log.ts'
import { passagesOf } from '../prepare/prompt.ts'
import type { RetrievalPlan } from '../retrieval/plan-retrieval.ts'
import { type Retrieval, type RetrievalPorts, retrieve, textField } from '../retrieval/retrieve.ts'
import { MOST_CHUNKS, wholeDocument } from './documents.ts'

/** Passages that are read for an answer: more than a model gets, because reading them costs nothing. */
const WIDE = 24
/** Tables are read as a whole of which one of these first passages is a part, or as many as this of all of them. */
const TABLES_AMONG = 8
const PARTS_FOUND = 4
const MOST_TABLES = 3
const MOST_PASSAGES = 300
/** Of a question of more words fewer passages: each is compared with each, in the thread that answers everyone. */
const FEW_TERMS = 10
const TABLE = /^\s*\|(?:\s*:?-{3,}:?\s*\|)+\s*$/m

export interface Gathered {
  /** What the search replied to the plan, with more hits than it asked for. */
  readonly retrieval: Retrieval
  readonly hits: readonly PassageHit[]
  readonly passages: readonly Passage[]
}

/** The passages of a plan and those around them: the rest of a table of which a part was found, as far as `question` can be held against it. */
export async function gather(
  ports: RetrievalPorts,
  plan: RetrievalPlan,
  question: string,
  log: Logger,
  signal: AbortSignal,
): Promise<Gathered> {
  const retrieval = await retrieve(ports, { ...plan, top: Math.max(plan.top, WIDE) }, log, signal)
  const { all, documents } = tablesFound(retrieval.hits, question)
  const most = mostFor(question)
  const known = new Set(retrieval.hits.map(({ id }) => id))
  const rest: PassageHit[] = []
  const partly = new Set(all.filter((document) => !documents.includes(document)))
  for (const document of documents) {
    const chunks = await wholeDocument(ports.search, plan, document).catch((error: unknown) => {
      log.warn({ err: error, index: plan.index }, 'the rest of a table could not be read')
      return []
    })
    const others = chunks.filter((chunk) => !known.has(chunk.id) && TABLE.test(textField(chunk, 'text') ?? ''))
    const room = most - rest.length
    if (chunks.length === 0 || chunks.length === MOST_CHUNKS || others.length > room) partly.add(document)
    rest.push(...others.slice(0, room).map((chunk) => ({ ...chunk, score: 0 })))
  }
  const hits = [...retrieval.hits, ...rest]
  const passages = passagesOf(hits).map((passage) => (partly.has(passage.document ?? '') ? { ...passage, partly: true as const } : passage))
  return { retrieval, hits, passages }
}

/** How many passages are read beside those that were found. */
export function mostFor(question: string): number {
  const terms = readQuestion(question).terms.length
  return terms > FEW_TERMS ? Math.floor((MOST_PASSAGES * FEW_TERMS) / terms) : MOST_PASSAGES
}

/** Documents of which parts of tables were found, and which of them are read whole: those that the question names, and those with the most parts. */
function tablesFound(hits: readonly PassageHit[], question: string): { all: readonly string[]; documents: readonly string[] } {
  const parts = hits.flatMap((hit, rank) => {
    const document = textField(hit, 'document_id')
    return document && TABLE.test(textField(hit, 'text') ?? '') ? [{ document, rank, hit }] : []
  })
  const names = readQuestion(question).terms.filter(({ role }) => role === 'name')
  const isNamed = ({ hit }: (typeof parts)[number]) => {
    const title = new Set(titleStemsOf([textField(hit, 'title'), textField(hit, 'filename')].join(' ')))
    return names.some(({ stem }) => title.has(stem))
  }
  const byDocument = [...Map.groupBy(parts, ({ document }) => document)].map(([document, own]) => ({
    document,
    own,
    named: isNamed(own[0]!),
  }))
  const documents = byDocument
    .filter(({ own, named }) => named || own[0]!.rank < TABLES_AMONG || own.length >= PARTS_FOUND)
    .sort((a, b) => Number(b.named) - Number(a.named) || b.own.length - a.own.length)
    .slice(0, MOST_TABLES)
    .map(({ document }) => document)
  return { all: byDocument.map(({ document }) => document), documents }
}
