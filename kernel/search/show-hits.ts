import { highlight } from './highlight.ts'
import { allows } from './index-spec.ts'
import type { IndexSpec, SearchHit, SearchRequest } from './search.ts'

/** The fields that a reply shows: retrievable ones, those of `select` where it says so. */
function shownFields(spec: IndexSpec, fields: SearchHit['fields'], select: readonly string[] | undefined): SearchHit['fields'] {
  const wanted = spec.fields.filter((f) => allows(f, 'retrievable') && (!select || select.includes(f.name)))
  return Object.fromEntries(wanted.map((f) => [f.name, fields[f.name] ?? null]))
}

/** Hits with all of their fields as the request wants to see them, with passages around the words that it asked for. */
export function showHits(
  spec: IndexSpec,
  full: readonly SearchHit[],
  { select, highlight: fields }: Pick<SearchRequest, 'select' | 'highlight'>,
  words: readonly string[] | undefined,
): SearchHit[] {
  return full.map((hit) => {
    const shown = { ...hit, fields: shownFields(spec, hit.fields, select) }
    if (!fields || !words) return shown
    const found = fields.map((name) => {
      const value = hit.fields[name]
      return [name, (Array.isArray(value) ? value : [value]).flatMap((v) => (typeof v === 'string' ? highlight(v, words) : []))] as const
    })
    return { ...shown, highlights: Object.fromEntries(found.filter(([, fragments]) => fragments.length)) }
  })
}
