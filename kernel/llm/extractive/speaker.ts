import type { Passage } from '../llm.ts'
import type { Question } from './question.ts'
import type { Ranked } from './rank.ts'

/** "Tomasz Varga: Two days …", as a transcript has it. */
const SPEAKER = /^\p{Lu}[\p{L}.’'-]*(?: (?:\p{Lu}[\p{L}.’'-]*|de|van|von)){0,3}(?=: )/u
const FIRST_PERSON = /\b(?:I|I['’](?:ll|ve|m|d)|me|my|mine|ich|mein\p{Ll}*|je|j['’]ai|yo|mi)\b/u

/** Who says "I", before what he says: who asks for somebody learns nothing from the sentence alone. */
export function withSpeaker({ type }: Question, said: Ranked, passages: readonly Passage[]): Ranked {
  const speaker = type === 'person' && said.kind === 'sentence' ? SPEAKER.exec(passages[said.passage]?.text ?? '')?.[0] : undefined
  return speaker && FIRST_PERSON.test(said.text) && !said.text.startsWith(speaker) ? { ...said, text: `${speaker}: ${said.text}` } : said
}
