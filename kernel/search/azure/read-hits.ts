import { z } from 'zod'
import { keyFieldOf, vectorFieldOf } from '../index-spec.ts'
import type { FieldValue, IndexSpec, SearchHit } from '../search.ts'
import type { ServiceResult } from './ask-search.ts'

const namedSchema = z.array(z.looseObject({ name: z.string() }))
const metricSchema = z.object({ metric: z.string().nullish() }).nullish()

const fragmentsSchema = z.array(z.string())

/** Whether the service's vector scores come from cosines, which they do unless an index asks for another metric. */
function isCosine(spec: IndexSpec): boolean {
  const { vectorSearch } = spec
  if (typeof vectorSearch !== 'object' || vectorSearch === null) return true
  const { profiles, algorithms } = vectorSearch as Record<string, unknown>
  const wanted = vectorFieldOf(spec)?.vectorSearchProfile
  const profile = namedSchema.safeParse(profiles).data?.find((p) => p.name === wanted)
  const algorithm = namedSchema.safeParse(algorithms).data?.find((a) => a.name === profile?.algorithm)
  const { data } = metricSchema.safeParse(algorithm?.hnswParameters ?? algorithm?.exhaustiveKnnParameters)
  return (data?.metric ?? 'cosine') === 'cosine'
}

function fieldOf(value: unknown): FieldValue {
  if (Array.isArray(value)) return value.map(String)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

function highlightsOf(hit: ServiceResult['value'][number]): Record<string, string[]> {
  const found = Object.entries(hit['@search.highlights'] ?? {}).filter(([name]) => !name.includes('@'))
  return Object.fromEntries(found.map(([name, fragments]) => [name, fragmentsSchema.parse(fragments)]))
}

/**
 * The hits of a reply with these fields. A vector's score is 1 / (2 - cosine) on the service; with `cosines` it is given as the cosine,
 * as the embedded index does (https://learn.microsoft.com/azure/search/vector-search-ranking).
 */
export function hitsOf(
  spec: IndexSpec,
  { value }: ServiceResult,
  { shown, highlights = false, cosines = false }: { shown: readonly string[]; highlights?: boolean; cosines?: boolean },
): SearchHit[] {
  const id = keyFieldOf(spec).name
  const scoreOf = cosines && isCosine(spec) ? (score: number) => 2 - 1 / score : (score: number) => score
  return value.map((hit) => ({
    id: String(hit[id]),
    index: spec.name,
    score: scoreOf(hit['@search.score']),
    fields: Object.fromEntries(shown.map((name) => [name, fieldOf(hit[name])])),
    ...(highlights ? { highlights: highlightsOf(hit) } : {}),
  }))
}
