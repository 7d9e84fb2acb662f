import { presence } from '../../../kernel/llm/extractive/match.ts'
import { readQuestion, type Term } from '../../../kernel/llm/extractive/question.ts'
import type { SearchHit } from '../../../kernel/search/search.ts'
import { sentencesOf } from '../../../kernel/text/sentences.ts'
import { stemsOf } from '../../../kernel/text/terms.ts'
import { textField } from '../retrieval/retrieve.ts'
import { nameOf } from './documents.ts'
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

/** How surely a document is the one that is named: its name and title count most, then how its text begins; 0 to 1. */
export function likeness(terms: readonly Term[], hit: SearchHit): number {
  if (terms.length === 0) return 0
  const name = new Set(stemsOf([textField(hit, 'title'), textField(hit, 'filename')].join('\n').replace(/[_\-.]+/g, ' ')))
  const start = new Set(stemsOf((textField(hit, 'text') ?? '').slice(0, 1_500)))
  const squeezed = [...name].join('')
  const shares = terms.map((term) =>
    Math.max(
      presence(term, name),
      [...term.forms].some((form) => form.length >= 4 && squeezed.includes(form)) ? 0.9 : 0,
      0.7 * presence(term, start),
    ),
  )
  return shares.reduce((a, b) => a + b, 0) / shares.length
}

/** The sentences that tell most of a document, with the chunk that each stands in; of one without sentences, with what its sections begin. */
export function leadingSentences(chunks: readonly SearchHit[]): Said[] {
  const telling = tellingSentences(chunks, MOST_SENTENCES)
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

/** What stands before the sentences. */
export const summaryHead = (hit: SearchHit): string => `From ${nameOf(hit)}, sentences that say most of what it speaks of:`
