import { termsOf } from '../../../kernel/search/query-terms.ts'
import { stemOf, wordsOf } from '../../../kernel/text/words.ts'

const WORD = /[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{Co}\p{M}]*/gu
const LENGTH = 300
/** What stands before the first word that was asked for. */
const LEAD = 60

interface Hit {
  readonly at: number
  readonly stems: readonly string[]
}

function hitsOf(text: string, wanted: ReadonlySet<string>): Hit[] {
  return [...text.matchAll(WORD)].flatMap(({ 0: run, index }) => {
    // a run without spaces may hold several words of its script
    const stems = wordsOf(run)
      .map(stemOf)
      .filter((stem) => wanted.has(stem))
    return stems.length ? [{ at: index, stems }] : []
  })
}

/** The hit from which the most different words stand within one snippet; the first of equals. */
function bestStart(hits: readonly Hit[]): number {
  let best = { at: 0, count: 0 }
  for (const [i, { at }] of hits.entries()) {
    const within = new Set<string>()
    for (let j = i; j < hits.length && hits[j]!.at < at + LENGTH - LEAD; j++) for (const stem of hits[j]!.stems) within.add(stem)
    if (within.size > best.count) best = { at, count: within.size }
  }
  return best.at
}

/** Never between the halves of a surrogate pair. */
const whole = (text: string, at: number): number => (/[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at)

/** A passage of about 300 characters of the text that holds the most of the query's words, cut between words. */
export function snippetOf(text: string, query: string): string {
  if (text.length <= LENGTH) return text.trim()
  const hit = bestStart(hitsOf(text, new Set(termsOf(query).map(stemOf))))
  const earliest = Math.max(0, Math.min(hit - LEAD, text.length - LENGTH))
  const space = earliest === 0 ? -1 : text.indexOf(' ', earliest)
  const start = earliest === 0 ? 0 : space >= 0 && space < hit ? space + 1 : whole(text, earliest)
  const limit = Math.min(text.length, start + LENGTH)
  const lastSpace = text.lastIndexOf(' ', limit)
  const end = limit === text.length ? limit : lastSpace > Math.max(hit, start) ? lastSpace : whole(text, limit)
  return `${start > 0 ? '… ' : ''}${text.slice(start, end).trim()}${end < text.length ? ' …' : ''}`
}
