import { presence } from '../../../kernel/llm/extractive/match.ts'
import type { Term } from '../../../kernel/llm/extractive/question/question.ts'
import type { SearchHit } from '../../../kernel/search/search.ts'
import { sentencesOf } from '../../../kernel/text/sentences.ts'
import { contentStems } from '../../../kernel/text/terms.ts'
import { textField } from '../retrieval/retrieve.ts'

/** A sentence of a document and the chunk that it stands in. */
export interface Said {
  readonly chunk: SearchHit
  readonly text: string
}

interface Weighed extends Said {
  readonly stems: readonly string[]
  /** The document says of these sentences that they sum it up. */
  readonly summing: boolean
}

const TERMINAL = /[.!?]["”’)]*$/
const SHORTEST = 40
const LONGEST = 320
/** Words of a sentence that says something of its own. */
const LEAST_STEMS = 5
/** Imprints, invitations to click, contents, notes and references. */
const NOISE =
  /\bclick (?:here|on)\b|\bfor (?:more|further) information\b|^(?:download|subscribe|visit|buy|see|note|source|figure|fig\.|table)\b|copyright|©|\bcreative commons\b|\ball rights reserved\b|\bISBN\b|\bdoi:|https?:|www\.|\.{4,}|\bet al\.,|\bRetrieved\b|\|/i
const SUMMING = /^(?:abstract|(?:executive |plain )?summary|key (?:takeaways|points|findings)|overview|zusammenfassung|résumé|resumen)\b/i
/** Sentences after a heading of that kind that it speaks of. */
const SUMMED = 6
/** What a sentence counts for each of: being of a summary, standing at the very beginning. */
const BONUS = { summing: 0.8, beginning: 0.25 }
/** Long sentences hold many words, and are no better for that. */
const LENGTH = 8
/** Of a stretch that has nothing of this share of the best sentence nothing is told. */
const WORTH = 0.5
/** Shared words from which on two sentences say the same. */
const SAME = 0.6
/** A sentence is about a word where it has it, or a near relation; fewer such sentences make no summary. */
const ABOUT = 0.8
const LEAST_ASKED = 3

/**
 * The sentences that say most of what a document speaks of again and again, one of each stretch of it, in its order. Where some of them use
 * the words of what is asked `about`, they are of those.
 */
export function tellingSentences(chunks: readonly SearchHit[], most: number, about: readonly Term[] = []): Said[] {
  const whole = sentencesIn(chunks)
  const all = mostAbout(whole, about)
  if (all.length <= most) return [...all]
  const counts = new Map<string, number>()
  for (const { stems } of all) for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  const weight = (stem: string) => Math.log(counts.get(stem) ?? 1)
  const score = ({ stems, summing }: Weighed, place: number) => {
    const said = stems.reduce((sum, stem) => sum + weight(stem), 0) / (stems.length + LENGTH)
    return said * (1 + (summing ? BONUS.summing : 0) + (place < 3 ? BONUS.beginning : 0))
  }
  const least = WORTH * Math.max(...all.map(score))
  const chosen: Weighed[] = []
  for (let stretch = 0; stretch < most; stretch++) {
    const [from, to] = [Math.floor((stretch * all.length) / most), Math.floor(((stretch + 1) * all.length) / most)]
    const ranked = all
      .slice(from, to)
      .map((said, i) => ({ said, score: score(said, from + i) }))
      .sort((a, b) => b.score - a.score)
    const best = ranked.find(({ said }) => !chosen.some((one) => repeats(one, said)))
    if (best && best.score >= least) chosen.push(best.said)
  }
  return chosen
}

/** Those that have most of the terms, as long as they are enough; all of them without terms. */
function mostAbout(sentences: readonly Weighed[], about: readonly Term[]): readonly Weighed[] {
  const counted = sentences.map((said) => ({ said, has: about.filter((term) => presence(term, said.stems) >= ABOUT).length }))
  for (let least = about.length; least > 0; least--) {
    const asked = counted.filter(({ has }) => has >= least)
    if (asked.length >= LEAST_ASKED) return asked.map(({ said }) => said)
  }
  return sentences
}

function sentencesIn(chunks: readonly SearchHit[]): Weighed[] {
  const seen = new Set<string>()
  const found: Weighed[] = []
  for (const chunk of chunks) {
    const text = textField(chunk, 'text') ?? ''
    let summed = 0
    for (const { start, end } of sentencesOf(text)) {
      const piece = text.slice(start, end).replace(/\s+/g, ' ').trim()
      if (SUMMING.test(piece) && piece.length < SHORTEST) summed = SUMMED
      if (!isWhole(piece) || seen.has(piece)) continue
      seen.add(piece)
      const stems = contentStems(piece)
      if (stems.length >= LEAST_STEMS) found.push({ chunk, text: piece.replace(/^[-–•*] /, ''), stems, summing: summed-- > 0 })
    }
  }
  return found
}

const isWhole = (piece: string): boolean =>
  piece.length >= SHORTEST &&
  piece.length <= LONGEST &&
  TERMINAL.test(piece) &&
  !piece.endsWith('?') &&
  !NOISE.test(piece) &&
  /^(?:[-–•*] )?["“]?\p{Lu}/u.test(piece)

function repeats(a: Weighed, b: Weighed): boolean {
  const shared = a.stems.filter((stem) => b.stems.includes(stem)).length
  return shared >= SAME * Math.min(a.stems.length, b.stems.length)
}
