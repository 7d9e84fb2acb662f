import { z } from 'zod'
import { withId } from '../../../kernel/agents/offers.ts'
import type { Section } from '../../../kernel/docs/sections.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import { starterOf } from '../../../kernel/runs/routes.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { moderatorOf } from '../moderation/moderator.ts'
import { toolContext } from '../tools/tool-context.ts'
import type { AgentRun, Seat } from '../turns/agent-run.ts'
import { attendTurn } from '../turns/attend-turn.ts'
import { documentationFor, isInternal } from './documentation.ts'
import { consolePath, QUOTED, quotePassages } from './quote-passages.ts'

export const DOCS_CHAT = '/docs/chat'
const AGENT = 'admin-documentation-assistant'
/** Sections that the model gets. */
const TOP = 6
const QUOTE_CHARACTERS = 300

const bodySchema = z
  .object({ question: z.string().trim().min(1).max(4_000) })
  .meta({ id: 'DocsQuestion', description: 'A question about this product.', examples: [{ question: 'How is a file uploaded?' }] })
const replySchema = z
  .object({
    answer: z.string(),
    citations: z.array(
      z.object({
        marker: z.string(),
        source: z.string(),
        title: z.string(),
        quote: z.string(),
        path: z.string().optional().describe('The address of the section in the console.'),
      }),
    ),
    scope: z.enum(['external', 'internal']),
    model: z.string().describe('`embedded`: no model is connected, and the answer quotes the documentation.'),
    runId: z.string(),
  })
  .meta({
    id: 'DocsAnswer',
    description: 'An answer from the documentation, with the sections that it cites.',
    examples: [
      {
        answer: 'Send it to POST /api/v2/upload [1].',
        citations: [
          {
            marker: '[1]',
            source: 'docs/how-to/upload-documents.md',
            title: 'Upload documents › One file',
            quote: 'Send the file to POST /api/v2/upload.',
            path: '/docs/how-to/upload-documents#one-file',
          },
        ],
        scope: 'external',
        model: 'gpt-4o-mini',
        runId: '0196f3a2-7c1e-7a55-b0a9-2f6b0d7f4c11',
      },
    ],
  })

/** Registers the route that answers questions about the product from its documentation. */
export function registerDocsChat(app: App, seat: Seat, run: AgentRun): void {
  const { edge } = seat
  const moderate = moderatorOf(edge.env, edge.log)
  app.post(
    DOCS_CHAT,
    {
      config: { access: 'key' },
      schema: {
        operationId: 'askDocumentation',
        summary: 'Ask the documentation assistant',
        body: bodySchema,
        response: { 200: replySchema },
        errors: ['content_refused', 'upstream_failed'],
      },
    },
    async (request, reply) => {
      const agent = withId(seat.offers.agents, AGENT)
      if (!agent) throw new ApiError('unavailable', 'The documentation assistant is turned off on this server.')
      const { question } = request.body
      const { caller } = request
      let found = await documentationFor(caller, edge.env, edge.ports.database)(question, TOP)
      const tool = toolContext(edge, request, reply)
      const asked = {
        agent: { ...agent, unaided: async () => quotePassages((found = found.slice(0, QUOTED))) },
        messages: [{ role: 'user' as const, content: question }],
        material: `Sections of the documentation. Put the marker of the section behind each statement, like [1].\n\n${found.map(numbered).join('\n\n')}`,
        thread: undefined,
        starter: starterOf(request, edge),
        tool,
      }
      const turn = await attendTurn(asked, seat, run, moderate)
      const end = await turn.work()
      if (end.end === 'waiting') throw new ApiError('conflict', 'The answer waits for an approval.', { details: { runId: turn.runId } })
      const { text, model } = end.result
      const citations = found.map(citationOf).filter(({ marker }) => text.includes(marker))
      return {
        answer: text,
        citations,
        scope: isInternal(caller, edge.env) ? ('internal' as const) : ('external' as const),
        model,
        runId: turn.runId,
      }
    },
  )
}

const numbered = ({ source, title, text }: Section, i: number): string => `[${i + 1}] ${source}, ${title}
${text}`

function citationOf(section: Section, i: number) {
  const path = consolePath(section)
  return {
    marker: `[${i + 1}]`,
    source: section.source,
    title: section.title,
    quote: section.text.slice(0, QUOTE_CHARACTERS).toWellFormed(),
    ...(path !== undefined && { path }),
  }
}
