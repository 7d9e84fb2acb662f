import type { EdgePorts } from '../ports.ts'
import { defaultIndexSpec } from './default-index.ts'

/** Makes the indexes that aliases name and that are missing. Safe in several processes at once. */
export async function ensureIndexes(
  { search, embedder }: Pick<EdgePorts, 'search' | 'embedder'>,
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
