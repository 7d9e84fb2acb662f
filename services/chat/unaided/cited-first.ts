import type { Reading } from '../../../kernel/llm/llm.ts'
import type { PassageHit } from '../../../kernel/retrieve/find-passages.ts'
import type { Retrieval } from '../retrieval/retrieve.ts'

const MARKER = /\[(\d{1,3})\]/g

/**
 * The hits that a reply shows: those that it cites, in the order of its first markers, then the best of the others, `top` at most.
 * Markers are renumbered, so that [1] is cited before [2]; those of hits that are left out go.
 */
export function citedFirst(
  retrieval: Retrieval,
  hits: readonly PassageHit[],
  reading: Reading,
  top: number,
): { retrieval: Retrieval; reading: Reading } {
  const markers = reading.texts.flatMap((text) => [...text.matchAll(MARKER)].map((m) => Number(m[1]) - 1))
  const cited = [...new Set(markers)].slice(0, Math.max(1, top))
  const others = hits.map((_, i) => i).filter((i) => !cited.includes(i))
  const kept = [...cited, ...others].slice(0, top)
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
