import type { PassageHit } from '../../../kernel/retrieve/find-passages.ts'

/**
 * The sources of a reply: its hits, and behind them, in the order of their scores, the copies that were left out of the prompt, as far as
 * `top` has room. Markers stay, because a copy stands behind every hit.
 */
export function withCopies(hits: readonly PassageHit[], top: number): PassageHit[] {
  const shown = new Set(hits.map(({ id }) => id))
  const copies = hits.flatMap((hit) => hit.copies ?? []).filter(({ id }) => !shown.has(id))
  copies.sort((a, b) => b.score - a.score)
  return [...hits, ...copies].slice(0, Math.max(top, hits.length))
}
