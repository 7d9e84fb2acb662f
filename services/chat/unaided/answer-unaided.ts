import { asksForKeys, KEYS_SEARCHED_FOR } from '../../../kernel/llm/extractive/question/keys.ts'
import { asRead, readQuestion } from '../../../kernel/llm/extractive/question/question.ts'
import { readApart, unknownWordsApart } from '../../../kernel/llm/extractive/read-apart.ts'
import { numberedDates } from '../../../kernel/llm/extractive/spans/numbered-dates.ts'
import { countryStems } from '../../../kernel/llm/extractive/words/countries.ts'
import { searchedFor } from '../../../kernel/llm/extractive/words/stems.ts'
import type { Reading } from '../../../kernel/llm/llm.ts'
import type { PassageHit } from '../../../kernel/retrieve/find-passages.ts'
import type { Logger } from '../../../kernel/runtime/log.ts'
import type { SearchHit } from '../../../kernel/search/search.ts'
import type { ChatRequest, Mode } from '../request.ts'
import type { Issue } from '../response.ts'
import type { RetrievalPlan } from '../retrieval/plan-retrieval.ts'
import { type Retrieval, type RetrievalPorts, textField } from '../retrieval/retrieve.ts'
import { asksForDocuments, documentsAbout, listDocuments, topicOf } from './about-documents.ts'
import { bylineOf, workAskedFor } from './authorship.ts'
import { firstChunks, nameOf, wholeDocument } from './documents.ts'
import { standAlone } from './follow-up.ts'
import { gather } from './gather.ts'
import { beginningOf, sectionAskedFor } from './section.ts'
import { smallTalk } from './small-talk.ts'
import { askedRight, respell } from './spelling.ts'
import { mostLike, namingTerms, sumUp } from './summary.ts'

/** A turn that was answered without a model: what is replied, and the sources that its markers name. */
export interface Unaided {
  readonly plan: RetrievalPlan
  readonly retrieval: Retrieval
  readonly reading: Reading
}

/** Chunks at a document's beginning that may name its author. */
const FIRST_CHUNKS = 4
/** Passages that are looked through for the documents that speak of something. */
const TOPIC_PASSAGES = 100

const NO_HITS: Retrieval = { hits: [], issues: [] }

/** Answers a turn from the documents by rules alone. Rejects as `retrieve` does. */
export async function answerUnaided(
  ports: RetrievalPorts,
  { question: whole, history }: Pick<ChatRequest, 'question' | 'history'>,
  { kind }: Mode,
  plan: RetrievalPlan,
  n: number,
  log: Logger,
  asking: { readonly caller: string | undefined; readonly signal: AbortSignal },
): Promise<Unaided> {
  const { signal } = asking
  const said = asRead(whole)
  const repeated = (text: string, of: Reading['kind']): Reading => ({ kind: of, texts: Array.from({ length: n }, () => text) })
  const authorOf = async (text: string): Promise<Unaided | undefined> => {
    const found = await writerOf(ports, text, plan)
    return found && { plan, retrieval: { hits: [found.chunk], issues: [] }, reading: { ...repeated(found.text, 'answer'), own: true } }
  }
  const talk = smallTalk(said)
  if (talk) return { plan, retrieval: NO_HITS, reading: repeated(talk, 'none') }
  const listed = await aboutAll(ports, said, plan)
  if (listed) return { plan, retrieval: NO_HITS, reading: { ...repeated(listed.text, listed.kind), own: true } }
  const summed = await sumUp(ports, { question: said, history }, plan, (query) => gather(ports, { ...plan, query }, query, log, signal))
  if (summed) return { plan, retrieval: { hits: summed.hits, issues: [] }, reading: { ...repeated(summed.text, 'answer'), own: true } }
  const below = await sectionOf(ports, said, plan)
  if (below) return { plan, retrieval: { hits: below.hits, issues: [] }, reading: { ...repeated(below.text, 'answer'), own: true } }
  const spelled = askedRight(said)
  const written = await authorOf(spelled)
  if (written) return written
  const topic = topicOf(said)
  if (topic) {
    const found = await gather(ports, { ...plan, query: topic, top: TOPIC_PASSAGES }, topic, log, signal)
    const { text, kind: of } = documentsAbout(topic, found.hits)
    return { plan, ...shown(found.retrieval, found.hits, { ...repeated(text, of), own: true }, plan.top) }
  }
  const question = kind === 'chat' ? asRead(standAlone(spelled, history)) : spelled
  const given = plan.querySource === 'given'
  const asked = { ...plan, ...(given ? {} : { query: question }) }
  const gathered = (text: string) => gather(ports, { ...asked, ...(given ? {} : { query: widened(text) }) }, text, log, signal)
  const first = await gathered(question)
  const unknown = given ? [] : await unknownWordsApart(question, first.passages, asking)
  const spelt = await respell(ports.search, plan.index, question, unknown)
  const author = spelt === question ? undefined : await authorOf(spelt)
  if (author) return author
  const found = spelt === question ? first : await gathered(spelt)
  const reading = await readApart(spelt, found.passages, n, asking)
  const more = reading.kind === 'answer' || reading.unread || given ? undefined : inOtherWords(spelt)
  if (more) {
    const others = await gather(ports, { ...asked, query: more }, spelt, log, signal)
    const isNew = ({ id }: { readonly id: string }) => !found.hits.some((hit) => hit.id === id)
    const hits = [...found.hits, ...others.hits.filter(isNew)]
    const reread = await readApart(spelt, [...found.passages, ...others.passages.filter(isNew)], n, asking)
    if (reread.kind === 'answer') return { plan: asked, ...shown(found.retrieval, hits, reread, plan.top) }
  }
  const told = shown(found.retrieval, found.hits, reading, plan.top)
  if (!reading.unread) return { plan: asked, ...told }
  log.warn({ reason: reading.unread, index: plan.index }, 'the passages could not be read')
  return { plan: asked, ...told, retrieval: { ...told.retrieval, issues: [...told.retrieval.issues, UNREAD] } }
}

const UNREAD: Issue = {
  code: 'passages_not_read',
  message: 'The passages could not be read to their end in time; how the closest of them begin is shown instead.',
}

/** Words beside each of a question's that are searched for where its own found no answer. */
const OTHER_WORDS = 6

/** The question with words that may stand for its own, which a text may use instead; undefined where none are known. */
function inOtherWords(question: string): string | undefined {
  const { terms } = readQuestion(question)
  const others = terms.flatMap(({ related, role }) => (role === 'light' || role === 'name' ? [] : [...related].slice(0, OTHER_WORDS)))
  return others.length > 0 ? `${question} ${others.map(searchedFor).join(' ')}` : undefined
}

/** What is searched for: the French president, too, where the president of France is asked for, the English for words of other languages, keys by their names. */
function widened(question: string): string {
  const { terms, foreign } = readQuestion(question)
  const numbered = numberedDates(question)
  const others = terms.flatMap(({ forms, stem, role }) => [
    ...(foreign ? [...forms].filter((form) => form !== stem) : []),
    ...(foreign || role === 'name' ? [...forms].flatMap(countryStems) : []),
  ])
  return [question, ...others.map(searchedFor), ...numbered, ...(asksForKeys(question) ? [KEYS_SEARCHED_FOR] : [])].join(' ')
}

/** The reply to a question about the documents as such, or undefined. */
async function aboutAll({ search }: RetrievalPorts, question: string, plan: RetrievalPlan) {
  const what = asksForDocuments(question)
  if (!what) return undefined
  const { hits, total } = await firstChunks(search, plan)
  return listDocuments(hits, total)
}

/** How the section begins that the question names of a document it names. */
async function sectionOf({ search }: RetrievalPorts, question: string, plan: RetrievalPlan) {
  const asked = sectionAskedFor(question)
  if (!asked) return undefined
  const document = mostLike(namingTerms(asked.document), (await firstChunks(search, plan)).hits)
  const id = document && textField(document, 'document_id')
  const sentences = id ? beginningOf(asked.section, await wholeDocument(search, plan, id)).slice(0, plan.top) : []
  return sentences.length > 0 ? cited(sentences) : undefined
}

/** Sentences with the markers of their chunks. */
function cited(sentences: readonly { chunk: SearchHit; text: string }[]) {
  const hits = [...new Set(sentences.map(({ chunk }) => chunk))]
  const text = sentences
    .map(({ chunk, text: said }) => `${said.replace(/ ?\[\d+(?:[,–-]\d+)*\]/g, '')} [${hits.indexOf(chunk) + 1}]`)
    .join(' ')
  return { hits, text }
}

/** Who has written the document that the question names, where its beginning says so. */
async function writerOf({ search }: RetrievalPorts, question: string, plan: RetrievalPlan) {
  const work = workAskedFor(question)
  if (!work) return undefined
  const terms = namingTerms(work)
  const document = mostLike(terms, (await firstChunks(search, plan)).hits)
  const id = document && textField(document, 'document_id')
  if (!document || !id) return undefined
  const byline = bylineOf((await wholeDocument(search, plan, id)).slice(0, FIRST_CHUNKS))
  return (
    byline && {
      chunk: byline.chunk,
      text: `${nameOf(document)} names ${byline.names.replace(/[∗*†‡§+#$\d⋆]+/gu, '').replace(/\s+/g, ' ')} as its author. [1]`,
    }
  )
}

/** The hits that the reply shows: those that it cites and the best of the others, `top` at most, with the markers renumbered. */
function shown(
  retrieval: Retrieval,
  hits: readonly PassageHit[],
  reading: Reading,
  top: number,
): { retrieval: Retrieval; reading: Reading } {
  const cited = [...new Set(reading.texts.flatMap((text) => [...text.matchAll(MARKER)].map((m) => Number(m[1]) - 1)))].slice(
    0,
    Math.max(1, top),
  )
  const others = hits.map((_, i) => i).filter((i) => !cited.includes(i))
  const kept = [...cited, ...others].slice(0, top).sort((a, b) => a - b)
  const renumbered = (text: string) =>
    text.replace(MARKER, (_, number: string) => {
      const place = kept.indexOf(Number(number) - 1)
      return place < 0 ? '' : `[${place + 1}]`
    })
  return {
    retrieval: { ...retrieval, hits: kept.map((i) => hits[i]!) },
    reading: { ...reading, texts: reading.texts.map(renumbered) },
  }
}

const MARKER = /\[(\d{1,3})\]/g
