import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Agent } from '../../../kernel/agents/define-agent.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import { inputOf, isReadable } from '../../../kernel/runs/read-runs.ts'
import { starterOf } from '../../../kernel/runs/routes.ts'
import { hasEnded, type RunState } from '../../../kernel/runs/run-state.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { type AgentRun, type Seat, storedCaller } from '../turns/agent-run.ts'
import { rerunTurn } from '../turns/rerun-turn.ts'
import { agentRunSchema } from './agent-schemas.ts'
import { shownTurn } from './shown-turn.ts'

const bodySchema = z
  .object({
    from: z
      .union([z.int().min(0).max(1_000), z.string().min(1).max(100)])
      .default(0)
      .describe(
        'How many steps are taken over, or the key of the first one that is done anew (`model/1`); 0: everything anew. A turn that failed has none.',
      ),
  })
  .meta({ id: 'AgentRerun', description: 'Where a turn is begun again.', examples: [{ from: 2 }] })
const caseSchema = z
  .object({ id: z.string(), question: z.string(), expected_answer: z.string(), expected_documents: z.array(z.string()).optional() })
  .meta({
    id: 'AgentCase',
    description: 'A turn as a case: one line of the set that `npm run eval -- --set` reads.',
    examples: [
      {
        id: '0196f3a2-7c1e-7a55-b0a9-2f6b0d7f4c11',
        question: 'Which hotel rates hold abroad?',
        expected_answer: 'Those of the ministry.',
        expected_documents: ['travel-policy.docx'],
      },
    ],
  })

interface One {
  readonly base: string
  readonly params: z.ZodObject
  readonly docs: (operationId: string, summary: string) => { hide: boolean; operationId: string; summary: string }
  readonly found: (request: FastifyRequest) => Promise<{ agent: Agent; state: RunState }>
  /** The same where what was said may be shown. */
  readonly readable: One['found']
}

/** A recorded turn run again from any of its steps, and taken as a case of an evaluation. */
export function registerRerunRoutes(app: App, { edge }: Seat, run: AgentRun, { base, params, docs, found, readable }: One): void {
  const config = { access: 'api' as const }
  const { ports } = edge
  const ended = async ({ agent, state }: Awaited<ReturnType<One['found']>>) => {
    if (!hasEnded(state)) throw new ApiError('conflict', `the turn is ${state.status}; wait for its end, or cancel it`)
    const { result, steps } = await shownTurn(ports, run, state, agent)
    return { agent, state, result, steps: result?.steps ?? steps ?? [] }
  }
  app.post(
    `${base}/runs/:runId/rerun`,
    {
      config,
      schema: {
        ...docs('rerunAgent', 'Rerun a turn from any of its steps'),
        params,
        body: bodySchema,
        response: { 202: agentRunSchema },
        errors: ['conflict'],
      },
    },
    async (request, reply) => {
      const { agent, state, steps } = await ended(await found(request))
      const { from } = request.body as z.output<typeof bodySchema>
      const starter = starterOf(request, edge)
      if (from !== 0 && !(await isReadable(ports, state.id, starter.limits)))
        throw new ApiError('forbidden', 'This turn read within other limits than yours; run it again from its beginning.')
      const caller = storedCaller(request.caller, edge)
      const fresh = await rerunTurn(ports, run, { state, steps: steps as never, from, starter, caller, requestId: request.id })
      return reply.code(202).send((await shownTurn(ports, run, fresh, agent)) as never)
    },
  )
  app.get(
    `${base}/runs/:runId/case`,
    { config, schema: { ...docs('getAgentCase', 'Get a turn as an evaluation case'), params, response: { 200: caseSchema } } },
    async (request) => {
      const { state, result } = await ended(await readable(request))
      if (!result) throw new ApiError('conflict', `the turn is ${state.status}; only a completed one is a case`)
      const { question } = await inputOf(ports, run, state.id)
      const named = JSON.stringify(result.steps).matchAll(/\\"source_file\\":\\"([^"\\]+)\\"/g)
      const files = [...new Set([...named].map(([, file = '']) => file))].filter((file) => result.text.includes(file))
      return { id: state.id, question, expected_answer: result.text, ...(files.length ? { expected_documents: files } : {}) } as never
    },
  )
}
