import type { Passage } from '../llm.ts'
import type { Question } from './question/question.ts'
import type { Ranked } from './rank.ts'

/** The answer when the passages do not hold what was asked. */
export const NOTHING_FOUND = 'I found nothing about this in the documents.'
/** A further sentence comes in when its score is at least this share of the first one's, and none once the reply is this long. */
export const ANSWERS = { also: 0.85, most: 3, long: 500 }
/** Passages are shown for the reader to choose. */
export const PASSAGES = { also: 0.7, most: 3, long: 900 }

/** `n` texts: the best candidates with their markers, then the same without the first of them, and so on. */
export function variants(candidates: readonly Ranked[], n: number, bounds: typeof ANSWERS): string[] {
  const texts: string[] = []
  let rest = candidates
  while (texts.length < n && rest.length) {
    const chosen = choose(rest, bounds)
    texts.push(chosen.map(({ text, passage }) => `${withoutMarkers(text)} [${passage + 1}]`).join(' '))
    rest = rest.filter((candidate) => candidate !== chosen[0])
  }
  return filled(texts, n)
}

/** So many texts; where there are fewer, the last again. */
export const filled = (texts: readonly string[], n: number): string[] =>
  Array.from({ length: n }, (_, i) => texts[i] ?? texts.at(-1) ?? NOTHING_FOUND)

/** The best and those nearly as good that do not repeat it. */
function choose(ranked: readonly Ranked[], { also, most, long }: typeof ANSWERS): Ranked[] {
  const chosen: Ranked[] = []
  for (const candidate of ranked) {
    if (chosen.length === most || (chosen.length && candidate.score < also * chosen[0]!.score)) break
    const length = chosen.reduce((sum, { text }) => sum + text.length, candidate.text.length)
    if (chosen.length && length > long) continue
    if (!chosen.some((c) => repeats(candidate, c))) chosen.push(candidate)
  }
  return chosen
}

function repeats(a: Ranked, b: Ranked): boolean {
  const shared = [...a.stems].filter((stem) => b.stems.has(stem)).length
  return shared >= 0.8 * Math.min(a.stems.size, b.stems.size)
}

/** The number of a step, whose point was lost on the way: no quantity stands before these words. */
const LONE_NUMBER = /^\d{1,2} (?=(?:The|A|An|This|These|If|When|Where|In|On|At|As|Each|Every|All|After|Before|To|Do|Never|Always|Please) )/

/** A bullet or a number says nothing outside its list; bracketed numbers of the document's own would read as markers; line breaks belong to the page, not to the sentence. */
export const withoutMarkers = (text: string): string =>
  text
    .replace(/\n(?=[-–•*▪◦☐]|\(?\w{1,2}[.)])/g, '; ')
    .replace(/\s+/g, ' ')
    .replace(/; (?:[-–•*▪◦☐]|\(?\w{1,2}[.)]) /g, '; ')
    .replace(/:; /g, ': ')
    .replace(/^(?:[-–•*▪◦☐]|(?:\d{1,3}\.)+) /, '')
    .replace(LONE_NUMBER, '')
    .replace(/ ?\[\d+(?: ?[,–-] ?\d+)*\]/g, '')
    .trim()

/** "Tomasz Varga: Two days …", as a transcript has it. */
const SPEAKER = /^\p{Lu}[\p{L}.’'-]*(?: (?:\p{Lu}[\p{L}.’'-]*|de|van|von)){0,3}(?=: )/u
const FIRST_PERSON = /\b(?:I|I['’](?:ll|ve|m|d)|me|my|mine|ich|mein\p{Ll}*|je|j['’]ai|yo|mi)\b/u

/** Who says "I", before what he says: who asks for somebody learns nothing from the sentence alone. */
export function withSpeaker({ type }: Question, said: Ranked, passages: readonly Passage[]): Ranked {
  const speaker = type === 'person' && said.kind === 'sentence' ? SPEAKER.exec(passages[said.passage]?.text ?? '')?.[0] : undefined
  return speaker && FIRST_PERSON.test(said.text) && !said.text.startsWith(speaker) ? { ...said, text: `${speaker}: ${said.text}` } : said
}
