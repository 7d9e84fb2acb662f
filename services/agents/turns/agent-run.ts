import { z } from 'zod'
import type { Caller } from '../../../kernel/access/caller.ts'
import type { Offers } from '../../../kernel/agents/offers.ts'
import { withId } from '../../../kernel/agents/offers.ts'
import type { EdgeContext } from '../../../kernel/edge-context.ts'
import { modelAlias } from '../../../kernel/llm/aliases.ts'
import type { ChatMessage } from '../../../kernel/llm/llm.ts'
import { defineRun, defineStep, type StepContext } from '../../../kernel/runs/define-run.ts'
import { Undecided } from '../../../kernel/runs/workers/step-store.ts'
import { WorkError } from '../../../kernel/runtime/errors.ts'
import { remoteTools } from '../mcp/remote/remote-tools.ts'
import { remember, threadSchema } from '../memory/thread.ts'
import { finishTurn } from './finish-turn.ts'
import { parametersFor, toolsOf } from './prepare-turn.ts'
import { runTurn, type WriteCall } from './run-turn.ts'
import { tracedLlm } from './traced-llm.ts'
import { turnResultSchema } from './turn-result.ts'
import { beginTurn } from './turn-span.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Of a person's decision. */
export const WAIT_MS = 7 * DAY
/** Of one turn of a user, with all its calls. */
export const TURN_MS = 15 * MINUTE

const callerSchema = z.object({
  keyName: z.string().optional(),
  subject: z.string().optional(),
  roles: z.array(z.string()),
  /** Those that limit what is read, and no others. */
  claims: z.record(z.string(), z.unknown()),
  actor: z.string(),
  goodUntil: z.number().optional(),
})

export const turnInputSchema = z.object({
  agent: z.string(),
  alias: z.string(),
  /** As the model reads them: prompt, thread, what was sent. */
  messages: z.array(z.looseObject({ role: z.string() })),
  /** Version of the agent's prompt among them. Absent: from before versions were noted. */
  prompt: z.string().optional(),
  /** The last words of the user. */
  question: z.string(),
  thread: threadSchema.optional(),
  caller: callerSchema,
  requestId: z.string(),
  traceparent: z.string().optional(),
})
export type TurnInput = z.output<typeof turnInputSchema>

export const decisionSchema = z.object({ approved: z.boolean() }).meta({ description: 'Whether the call may be made.' })

/** What a turn needs of the edge on which it goes on. */
export interface Seat {
  readonly edge: EdgeContext
  readonly offers: Offers
}

/** Of a caller what a later tool call has to know. */
export const storedCaller = (
  { keyName, subject, roles, claims, actor, goodUntil }: Caller,
  { ports: { config } }: EdgeContext,
): TurnInput['caller'] => {
  const names = [config.access.confidentiality.claim, config.access.business_unit.claim]
  return {
    ...(keyName === undefined ? {} : { keyName }),
    ...(subject === undefined ? {} : { subject }),
    ...(goodUntil === undefined ? {} : { goodUntil }),
    roles: [...roles],
    claims: Object.fromEntries(Object.entries(claims).filter(([name]) => names.includes(name))),
    actor,
  }
}

/**
 * A turn of an agent as a run. Turns are worked on in their request (attend-turn.ts); what waits for a person goes on here once it is
 * decided, on whichever edge takes it up, and so does a turn that is run again.
 */
export function agentRunOn(seatOf: (database: object) => Seat | undefined) {
  const turn = defineStep<TurnInput, 'llm' | 'database' | 'config'>({
    name: 'turn',
    needs: ['llm', 'database', 'config'],
    retry: { attempts: 3, baseMs: 1_000, capMs: 10_000 },
    timeoutMs: TURN_MS,
    onFail: 'end',
    async handle(ctx) {
      const seat = seatOf(ctx.ports.database)
      if (!seat) throw new WorkError('unavailable', 'the edge of this process is still starting', { retryable: true, retryAfterMs: 500 })
      return goOn(ctx, seat)
    },
  })
  return defineRun({
    kind: 'agent',
    words: { kind: 'Turn of an agent', steps: { turn: 'Answer' } },
    runs: 'edge',
    input: turnInputSchema,
    result: turnResultSchema,
    steps: [turn],
    deadlineMs: TURN_MS,
    keepMs: 30 * DAY,
    title: ({ agent, question }) => `${agent}: ${question}`,
  })
}
export type AgentRun = ReturnType<typeof agentRunOn>

async function goOn(ctx: StepContext<TurnInput, 'llm' | 'database' | 'config'>, { edge, offers }: Seat) {
  const { input, ports, signal, log } = ctx
  const agent = withId(offers.agents, input.agent)
  if (!agent) throw new WorkError('not_found', `there is no agent ${input.agent} any more`)
  const { caller, thread } = input
  const alias = modelAlias(ports.config, ports.llm, input.alias)
  const span = beginTurn({ agent, alias, llm: ports.llm, thread, parent: input.traceparent })
  const { traceparent } = span
  const tool = {
    ports: edge.ports,
    edge,
    caller,
    cause: { requestId: input.requestId, ...(traceparent ? { traceparent } : {}) },
    signal,
    log,
    search: edge.readAs(caller),
  }
  const parts = async () => ({
    agent,
    tools: [...toolsOf(agent, offers, { caller, edge }), ...(await remoteTools(agent, tool))],
    alias,
    messages: input.messages as unknown as ChatMessage[],
    llm: tracedLlm(ports.llm, { parent: traceparent, conversation: thread?.thread }),
    tool,
    parameters: parametersFor(agent, edge.ports, alias),
    store: {
      once: ctx.once,
      decision: async (key: string, about: WriteCall) => {
        const { approved } = await ctx.decision(key, decisionSchema, shortly(about))
        return approved ? ('approved' as const) : ('rejected' as const)
      },
    },
  })
  try {
    const given = await parts()
    const result = await finishTurn(given, await runTurn(given))
    if (thread) await remember(edge.ports, thread, { id: ctx.run.id, asked: input.question, answered: result.text })
    span.told(result)
    span.end()
    return result
  } catch (error) {
    // to wait for a person is no failure
    span.end(error instanceof Undecided ? undefined : error)
    throw error
  }
}

/** What a person is shown stands in the run's own row. */
const MOST_SHOWN = 12_000
export function shortly({ tool, input }: WriteCall): WriteCall {
  const text = JSON.stringify(input ?? null)
  return { tool, input: text.length <= MOST_SHOWN ? input : `${text.slice(0, MOST_SHOWN).toWellFormed()} …` }
}
