import { presence } from '../../../kernel/llm/extractive/match.ts'
import { readQuestion, type Term } from '../../../kernel/llm/extractive/question/question.ts'
import type { SearchHit } from '../../../kernel/search/search.ts'
import { sentencesOf } from '../../../kernel/text/sentences.ts'
import { stemsOf } from '../../../kernel/text/terms.ts'
import type { ChatRequest } from '../request.ts'
import type { RetrievalPlan } from '../retrieval/plan-retrieval.ts'
import { type RetrievalPorts, textField } from '../retrieval/retrieve.ts'
import { firstChunks, nameOf, wholeDocument } from './documents.ts'
import { type Said, tellingSentences } from './telling-sentences.ts'

const SUMMARY =
  /^(?:please |can you |could you |bitte )*(?:summari[sz]e|sum up|recap|outline|give (?:me )?(?:an? |the )?(?:short |brief |quick )?(?:summary|overview|outline|gist)(?: of)?|(?:an? )?(?:short |brief )?(?:summary|overview) of|fasse|fass|zusammenfassung(?: von)?|résume[rz]?|resume|resumen de)\s*(.*?)(?:\s+(?:for me|in short|briefly|zusammen))?[?!.\s]*$/i
const ABOUT =
  /^(?:what(?:['’]s| is| are| does)|tell me) (?:the |this |that |your )?(.{0,80}?)\s*(?:document |file |paper |book |report |deal |say )?(?:about|cover|deal with)[?!.\s]*$|^wovon handelt (.{2,80}?)[?!.\s]*$|^de quoi parle (.{2,80}?)[?!.\s]*$/i
const TERMINAL = /[.!?]["”’)]*$/
const SHORTEST = 30
const LONGEST = 320
/** Sentences of a summary. */
const MOST_SENTENCES = 5
/** A document is meant where so much of what names it fits. */
const NAMED = 0.6
/** Words that may stand between a topic and the document that tells of it. */
const PARTS = /\s+(?:(?:in|of|from|by|at|for|to|on|im|in der|aus|von|dans|de|en)\s+(?:(?:the|der|dem|den|la|le|el)\s+)?)/giu
/** Parts of a question that are held against each document's name: the last, because a name stands at the end. */
const MOST_PARTS = 8
/** Of fewer the beginnings of sections tell more. */
const LEAST_SENTENCES = 2

/** What is to be summed up; empty: no document is named. Undefined for other questions. */
export function summaryOf(question: string): string | undefined {
  const said = question.trim()
  const match = SUMMARY.exec(said)
  if (match) return match[1] ?? ''
  const about = ABOUT.exec(said)
  return about ? (about[1] ?? about[2] ?? about[3] ?? '') : undefined
}

/** Words that only say that a document is meant. */
const GENERIC =
  /^(?:document|documents|file|files|paper|report|text|pdf|book|article|advisory|presentation|the|this|that|it|my|of|about|on|main|points?|content|contents|dokument|datei)$/i

/** The words that name a document, without those that every document could be called by. */
export const namingTerms = (named: string): Term[] => {
  const { terms } = readQuestion(`About ${named}`)
  return terms.filter(({ word }) => !GENERIC.test(word))
}

const nameStems = (hit: SearchHit) =>
  new Set(stemsOf([textField(hit, 'title'), textField(hit, 'filename')].join('\n').replace(/[_\-.]+/g, ' ')))

/** How much of the terms a document's name and title have, and, for less, how its text begins; 0 to 1. */
export function likeness(terms: readonly Term[], hit: SearchHit, { beginning } = { beginning: true }): number {
  if (terms.length === 0) return 0
  const name = nameStems(hit)
  const start = new Set(beginning ? stemsOf((textField(hit, 'text') ?? '').slice(0, 1_500)) : [])
  const squeezed = [...name].join('')
  const shares = terms.map((term) =>
    Math.max(
      presence(term, name),
      [...term.forms].some((form) => form.length >= 4 && squeezed.includes(form)) ? 0.9 : 0,
      0.7 * presence(term, start),
    ),
  )
  return meanOf(shares)
}

const meanOf = (shares: readonly number[]) => shares.reduce((a, b) => a + b, 0) / Math.max(1, shares.length)

/** The document that is named surely enough. */
export const mostLike = (terms: readonly Term[], hits: readonly SearchHit[]): SearchHit | undefined =>
  alike(terms, hits, { beginning: true })[0]

/** The documents that fit the terms best and surely enough. */
function alike(terms: readonly Term[], hits: readonly SearchHit[], by = { beginning: true }): SearchHit[] {
  const scored = hits.map((hit) => ({ hit, score: likeness(terms, hit, by) }))
  const best = Math.max(NAMED, ...scored.map(({ score }) => score))
  return scored.flatMap(({ hit, score }) => (score >= best ? [hit] : []))
}

/** What is named, and what stands behind each word that may part a topic from the document's name: "what is learnt in the Node.js onboarding". */
function namesIn(named: string): { topic: string; name: string }[] {
  const parts = [...named.matchAll(PARTS)].map(({ index, 0: { length } }) => ({
    topic: named.slice(0, index),
    name: named.slice(index + length),
  }))
  return [{ topic: '', name: named }, ...parts.slice(-MOST_PARTS)]
}

/** Of documents, the one whose passages have most of the terms, by their order; undefined where none has enough of them. */
function documentBySaying(terms: readonly Term[], found: readonly SearchHit[], documents: readonly SearchHit[]): SearchHit | undefined {
  const idOf = (hit: SearchHit) => textField(hit, 'document_id')
  const scored = found.flatMap((hit) => {
    const document = documents.find((one) => idOf(one) === idOf(hit))
    const stems = new Set([...nameStems(hit), ...stemsOf(textField(hit, 'text') ?? '')])
    return document ? [{ document, score: meanOf(terms.map((term) => presence(term, stems))) }] : []
  })
  const best = Math.max(NAMED, ...scored.map(({ score }) => score))
  return scored.find(({ score }) => score >= best)?.document
}

type Found = (query: string) => Promise<{ readonly hits: readonly SearchHit[] }>

/** The document that is meant by its name, by the name behind its topic, by how it begins, or by what it says; with the topic's terms. */
export async function documentNamed(asked: string, documents: readonly SearchHit[], find: Found) {
  const named = summaryOf(asked) ?? ''
  const terms = namingTerms(named)
  for (const { topic, name } of namesIn(named)) {
    const meant = alike(namingTerms(name), documents, { beginning: false })
    if (meant.length === 0) continue
    const document = meant.length === 1 ? meant[0] : (documentBySaying(terms, (await find(named)).hits, meant) ?? meant[0])
    return { document, about: topic ? namingTerms(topic) : [] }
  }
  const byBeginning = mostLike(terms, documents)
  // “What is rye about?” asks for what one sentence may say: only what is to be summed up is looked for in all that is said.
  if (byBeginning || !SUMMARY.test(asked)) return { document: byBeginning, about: [] }
  return { document: documentBySaying(terms, (await find(named)).hits, documents), about: terms }
}

/** A summary of the document that the question names, or of the only one, or of the one that the conversation is about. */
export async function sumUp(
  { search }: Pick<RetrievalPorts, 'search'>,
  { question, history }: Pick<ChatRequest, 'question' | 'history'>,
  plan: RetrievalPlan,
  find: Found,
): Promise<{ hits: SearchHit[]; text: string } | undefined> {
  const named = summaryOf(question)
  if (named === undefined) return undefined
  const { hits } = await firstChunks(search, plan)
  const { document, about } =
    namingTerms(named).length > 0
      ? await documentNamed(question.trim(), hits, find)
      : { document: lastCited(history, hits) ?? (hits.length === 1 ? hits[0] : undefined), about: [] }
  const id = document && textField(document, 'document_id')
  if (!document || !id) return undefined
  const sentences = leadingSentences(await wholeDocument(search, plan, id), about).slice(0, plan.top)
  if (sentences.length === 0) return undefined
  const chunks: SearchHit[] = [...new Set(sentences.map(({ chunk }) => chunk))]
  const lines = sentences.map(({ chunk, text }) => `- ${text.replace(/ ?\[\d+(?:[,–-]\d+)*\]/g, '')} [${chunks.indexOf(chunk) + 1}]`)
  return { hits: chunks, text: `${headOf(document, about)}\n${lines.join('\n')}` }
}

/** The document that the last answer's first source is of. */
function lastCited(history: ChatRequest['history'], hits: readonly SearchHit[]): SearchHit | undefined {
  const source = history.findLast(({ role }) => role === 'assistant')?.sources?.[0]
  return source && hits.find((hit) => textField(hit, 'document_id') === source.document_id)
}

/** The sentences that tell most of a document, with the chunk that each stands in; of one without sentences, with what its sections begin. */
export function leadingSentences(chunks: readonly SearchHit[], about: readonly Term[] = []): Said[] {
  const telling = tellingSentences(chunks, MOST_SENTENCES, about)
  if (telling.length >= LEAST_SENTENCES) return telling
  const sections = new Map<string, { chunk: SearchHit; text: string }>()
  for (const [i, chunk] of chunks.entries()) {
    const section = textField(chunk, 'section') ?? textField(chunk, 'part') ?? `${i}`
    if (sections.has(section)) continue
    const text = leadOf(textField(chunk, 'text') ?? '')
    if (text) sections.set(section, { chunk, text })
  }
  const all = [...sections.values()]
  if (all.length <= MOST_SENTENCES) return all
  const step = (all.length - 1) / (MOST_SENTENCES - 1)
  // What a document is about stands at its beginning: two of its first, then evenly.
  const places = [0, 1, ...Array.from({ length: MOST_SENTENCES - 2 }, (_, i) => Math.round((i + 2) * step))]
  return [...new Set(places)].map((place) => all[place]!).filter(Boolean)
}

function leadOf(text: string): string | undefined {
  const pieces = sentencesOf(text).map(({ start, end }) => text.slice(start, end).replace(/\s+/g, ' '))
  const whole = (piece: string) =>
    piece.length >= SHORTEST && piece.length <= LONGEST && TERMINAL.test(piece) && !piece.includes('|') && /^\p{Lu}|^["“]/u.test(piece)
  return (
    pieces.find(whole) ??
    pieces.find((piece) => piece.length >= SHORTEST && piece.length <= LONGEST && !piece.includes('|') && /\p{L}{3}/u.test(piece))
  )
}

const headOf = (hit: SearchHit, about: readonly Term[]): string =>
  `From ${nameOf(hit)}, sentences that say most of ${about.length > 0 ? 'this' : 'what it speaks of'}:`
