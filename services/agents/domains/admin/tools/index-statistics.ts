import { z } from 'zod'
import { defineTool } from '../../../../../kernel/agents/define-tool.ts'

/** How full the indexes are, as far as the caller may read them. */
export const indexStatistics = defineTool({
  id: 'admin-index-statistics',
  domain: 'admin',
  slug: 'index-statistics',
  title: 'Index statistics',
  displayName: 'Counting what the indexes hold',
  description: 'Returns the number of chunks that the caller may read, for every configured index.',
  input: z.object({}).meta({ examples: [{}] }),
  output: z
    .object({ indexes: z.array(z.object({ alias: z.string(), index: z.string(), is_default: z.boolean(), chunks: z.int().nullable() })) })
    .meta({ examples: [{ indexes: [{ alias: 'default', index: 'documents', is_default: true, chunks: 1204 }] }] }),
  effect: 'read',
  timeoutMs: 20_000,
  async handle({ search, ports: { config } }) {
    const aliases = Object.entries(config.indexes.aliases)
    const indexes = await Promise.all(
      aliases.map(async ([alias, index]) => {
        const there = await search.getIndex(index)
        return { alias, index, is_default: alias === config.indexes.default, chunks: there ? await search.count(index) : null }
      }),
    )
    return { indexes }
  },
})
