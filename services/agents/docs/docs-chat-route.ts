import { z } from 'zod'
import { withId } from '../../../kernel/agents/offers.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import { starterOf } from '../../../kernel/runs/routes.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { moderatorOf } from '../moderation/moderator.ts'
import { toolContext } from '../tools/tool-context.ts'
import type { AgentRun, Seat } from '../turns/agent-run.ts'
import { attendTurn } from '../turns/attend-turn.ts'
import { documentationFor, isInternal } from './documentation.ts'
import { findSections } from './manual.ts'
import { nearestQuestions } from './nearest-questions.ts'
import type { Section } from './sections.ts'
import { NOTHING, tellFromManual } from './tell-from-manual.ts'

export const DOCS_CHAT = '/docs/chat'
const AGENT = 'admin-documentation-assistant'
/** Sections that a question gets. */
const TOP = 6

const bodySchema = z
  .object({ question: z.string().trim().min(1).max(4_000) })
  .meta({ id: 'DocsQuestion', description: 'A question about this product.', examples: [{ question: 'How is a file uploaded?' }] })
const replySchema = z
  .object({
    answer: z.string(),
    citations: z.array(z.object({ marker: z.string(), source: z.string(), title: z.string(), quote: z.string() })),
    scope: z.enum(['external', 'internal']),
    model: z.string().describe('`embedded`: no model is configured, and the words are those of the documentation.'),
    runId: z.string(),
  })
  .meta({
    id: 'DocsAnswer',
    description: 'An answer from the documentation, with the sections that it rests on.',
    examples: [
      {
        answer: 'Send it to POST /api/v2/upload [1].',
        citations: [{ marker: '[1]', source: 'README.md', title: 'Upload', quote: 'Send the file to POST /api/v2/upload.' }],
        scope: 'external',
        model: 'gpt-4o-mini',
        runId: '0196f3a2-7c1e-7a55-b0a9-2f6b0d7f4c11',
      },
    ],
  })

/** Questions about the product, answered from its own documentation: that for users, or all of it for keys with the scope `internal`. */
export function registerDocsChat(app: App, seat: Seat, run: AgentRun): void {
  const { edge } = seat
  const moderate = moderatorOf(edge.env, edge.log)
  app.post(
    DOCS_CHAT,
    {
      config: { access: 'key' },
      schema: {
        operationId: 'askDocumentation',
        summary: 'Ask the documentation',
        body: bodySchema,
        response: { 200: replySchema },
        errors: ['content_refused', 'upstream_failed'],
      },
    },
    async (request, reply) => {
      const agent = withId(seat.offers.agents, AGENT)
      if (!agent) throw new ApiError('unavailable', 'the documentation assistant is not offered here')
      const { question } = request.body
      const { caller } = request
      const manual = await documentationFor(caller, edge.env, edge.ports.database)
      const found = manual ? findSections(manual, question, TOP) : []
      let cited: readonly Section[] = found
      const tool = toolContext(edge, request, reply)
      const asked = {
        // without a model the sections speak for themselves
        agent: {
          ...agent,
          unaided: async () => {
            const told = manual && tellFromManual(manual, question)
            cited = told?.sections ?? []
            return `Without a model (embedded), from the documentation:\n\n${told?.text ?? nothingBut(manual ? nearestQuestions(manual, question) : [])}`
          },
        },
        messages: [{ role: 'user' as const, content: question }],
        material: `Sections of the documentation. Put the marker of the section behind each statement, like [1].\n\n${found.map(numbered).join('\n\n')}`,
        thread: undefined,
        starter: starterOf(request, edge),
        tool,
      }
      const turn = await attendTurn(asked, seat, run, moderate)
      const end = await turn.work()
      if (end.end === 'waiting') throw new ApiError('conflict', 'the answer waits for a person', { details: { runId: turn.runId } })
      const { text, model } = end.result
      const citations = cited.flatMap((section, i) =>
        text.includes(`[${i + 1}]`)
          ? [{ marker: `[${i + 1}]`, source: section.source, title: section.title, quote: quoteOf(section) }]
          : [],
      )
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

/** What is not answered, with what might have been meant: each can be asked as it stands. */
const nothingBut = (nearest: readonly string[]): string =>
  nearest.length === 0 ? NOTHING : `${NOTHING} Perhaps you mean one of these:\n\n${nearest.map((title) => `- ${title}`).join('\n')}`

const numbered = ({ source, title, text }: Section, i: number): string => `[${i + 1}] ${source}, ${title}\n${text}`
/** The beginning of the section, word for word. */
const quoteOf = ({ text }: Section): string => text.slice(0, 300).toWellFormed()
