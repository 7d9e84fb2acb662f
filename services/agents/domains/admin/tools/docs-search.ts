import { z } from 'zod'
import { defineTool } from '../../../../../kernel/agents/define-tool.ts'
import { documentationFor } from '../../../docs/documentation.ts'

/** Searches the product's own documentation, as far as the caller's key may read it. */
export const docsSearch = defineTool({
  id: 'admin-docs-search',
  domain: 'admin',
  slug: 'docs-search',
  title: 'Documentation search',
  displayName: 'Looking into the documentation',
  description:
    'Finds sections of the documentation of this product: use, configuration and API. Use it for questions about the product itself.',
  input: z
    .object({ query: z.string().min(1).max(1000), top_k: z.int().min(1).max(20).default(5) })
    .meta({ examples: [{ query: 'how is a file uploaded' }] }),
  output: z
    .object({ sections: z.array(z.object({ source: z.string(), title: z.string(), text: z.string() })).describe('The best match first.') })
    .meta({
      examples: [
        {
          sections: [
            {
              source: 'docs/how-to/upload-documents.md',
              title: 'Upload documents › One file',
              text: 'Send the file to POST /api/v2/upload.',
            },
          ],
        },
      ],
    }),
  effect: 'read',
  timeoutMs: 5_000,
  async handle({ caller, edge, ports }, { query, top_k }) {
    const found = await documentationFor(caller, edge.env, ports.database)(query, top_k)
    return { sections: found.map(({ source, title, text }) => ({ source, title, text })) }
  },
})
