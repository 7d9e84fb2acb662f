import { z } from 'zod'
import { indexPath, type Patience, type Rest } from './rest.ts'

/** The body of docs/search.post.search, as far as it is used. */
export interface SearchBody {
  readonly search?: string
  readonly searchMode?: 'any' | 'all'
  readonly searchFields?: string
  readonly filter?: string
  readonly top: number
  readonly skip?: number
  readonly count?: boolean
  readonly facets?: readonly string[]
  readonly highlight?: string
  readonly select?: string
  readonly orderby?: string
  readonly vectorFilterMode?: 'preFilter'
  readonly vectorQueries?: readonly {
    readonly kind: 'vector'
    readonly vector: readonly number[]
    readonly fields: string
    readonly k: number
    readonly weight?: number
  }[]
  /** Requests of one session ask the same replica, as far as the service can. */
  readonly sessionId?: string
}

const replySchema = z.object({
  '@odata.count': z.number().optional(),
  '@search.facets': z.record(z.string(), z.unknown()).nullish(),
  value: z.array(z.looseObject({ '@search.score': z.number(), '@search.highlights': z.record(z.string(), z.unknown()).nullish() })),
})
export type ServiceResult = z.output<typeof replySchema>

/** One request to an index. ApiError not_found, invalid_request, unavailable. */
export async function askSearch(rest: Rest, index: string, body: SearchBody, patience?: Patience): Promise<ServiceResult> {
  const request = { method: 'POST', path: `${indexPath(index)}/docs/search.post.search`, body: JSON.stringify(body) } as const
  return replySchema.parse(await rest.expect(request, [200], { index, ...(patience && { patience }) }))
}

const facetSchema = z.array(z.object({ value: z.union([z.string(), z.number(), z.boolean()]), count: z.number() }))

/** The counts of a facet, most frequent first, equal ones in order of value. */
export function facetOf(reply: ServiceResult, field: string): z.output<typeof facetSchema> {
  const counts = facetSchema.parse(reply['@search.facets']?.[field] ?? [])
  return counts.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
}
