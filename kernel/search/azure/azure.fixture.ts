import { createLogger } from '../../runtime/log.ts'
import type { Database } from '../../store/database.ts'
import { batches } from '../contract/contract-fixture.ts'
import type { IndexedChunk, SearchIndex, SearchRequest } from '../search.ts'
import type { FakeService } from './fake-service.fixture.ts'
import { openAzureSearch } from './open-azure-search.ts'

/** One process that uses the fake. */
export const openOn = (fake: FakeService, database: Database, options: { graceMs?: number; apiKey?: string } = {}): Promise<SearchIndex> =>
  openAzureSearch({ endpoint: fake.endpoint, apiKey: fake.key, database, log: createLogger('CRITICAL'), ...options })

export const put = (search: SearchIndex, document: string, epoch: number, ...chunks: readonly IndexedChunk[]) =>
  search.replaceDocument('docs', { document_id: document, epoch }, batches(chunks))

/** Distinct texts of what a search finds, and how many hits there are. */
export async function seen(
  search: SearchIndex,
  request: Partial<SearchRequest> = {},
): Promise<{ texts: string[]; total: number | undefined; hits: number }> {
  const { hits, total } = await search.search('docs', { top: 5000, count: true, ...request })
  return { texts: [...new Set(hits.map((h) => String(h.fields.text)))].sort(), total, hits: hits.length }
}

/** Something that a test opens when it is time. */
export function gate(): { readonly passed: Promise<undefined>; open(): void } {
  let open = (): void => undefined
  const passed = new Promise<undefined>((resolve) => {
    open = () => resolve(undefined)
  })
  return { passed, open: () => open() }
}
