import type { Embedder } from '../embed/embedder.ts'
import { defaultIndexSpec } from './default-index.ts'
import type { SearchIndex } from './search.ts'

/** Makes the indexes that aliases name and that are missing. Safe in several processes at once. */
export async function ensureIndexes(
  { search, embedder }: { readonly search: Pick<SearchIndex, 'getIndex' | 'createIndex'>; readonly embedder: Pick<Embedder, 'dimensions'> },
  aliases: Readonly<Record<string, string>>,
): Promise<void> {
  for (const name of new Set(Object.values(aliases))) {
    if (await search.getIndex(name)) continue
    // Another process may make it in this very moment.
    await search.createIndex(defaultIndexSpec(name, embedder.dimensions)).catch(async (error) => {
      if (!(await search.getIndex(name))) throw error
    })
  }
}
