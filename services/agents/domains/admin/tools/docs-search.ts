import { z } from 'zod'
import { defineTool } from '../../../../../kernel/agents/define-tool.ts'
import { documentationFor } from '../../../docs/documentation.ts'
import { findSections } from '../../../docs/manual.ts'
import { tellFromManual } from '../../../docs/tell-from-manual.ts'

/** Sections of the product's own documentation, as far as the caller's key may read it. */
export const docsSearch = defineTool({
  id: 'admin-docs-search',
  domain: 'admin',
  slug: 'docs-search',
  title: 'Documentation search',
  displayName: 'Looking into the documentation',
  description:
    'Finds sections of the documentation of this product: how it is used, set up and called. Use it for questions about the product itself.',
  input: z
    .object({ query: z.string().min(1).max(1000), top_k: z.int().min(1).max(20).default(5) })
    .meta({ examples: [{ query: 'how is a file uploaded' }] }),
  output: z
    .object({
      sections: z.array(z.object({ source: z.string(), title: z.string(), text: z.string() })),
      answer: z
        .object({ text: z.string(), sections: z.array(z.object({ source: z.string(), title: z.string() })) })
        .nullable()
        .describe('What the documentation says word for word, where it surely says something; [1] names the first of its sections.'),
    })
    .meta({
      examples: [
        {
          sections: [{ source: 'README.md', title: 'Upload', text: 'Send the file to POST /api/v2/upload.' }],
          answer: { text: 'Send the file to POST /api/v2/upload. [1]', sections: [{ source: 'README.md', title: 'Upload' }] },
        },
      ],
    }),
  effect: 'read',
  timeoutMs: 5_000,
  async handle({ caller, edge, ports }, { query, top_k }) {
    const manual = await documentationFor(caller, edge.env, ports.database)
    if (!manual) return { sections: [], answer: null }
    const told = tellFromManual(manual, query)
    const answer = told ? { text: told.text, sections: told.sections.map(({ source, title }) => ({ source, title })) } : null
    return { sections: findSections(manual, query, top_k), answer }
  },
})
