import type { Agent } from '../../../kernel/agents/define-agent.ts'
import type { Tool, ToolContext } from '../../../kernel/agents/define-tool.ts'
import { contextOf } from '../../../kernel/agents/lazy-context.ts'
import { watchCancellation } from '../../../kernel/consume/cancellations.ts'
import { startDeadline } from '../../../kernel/consume/deadline.ts'
import { joinSignals } from '../../../kernel/consume/join-signals.ts'
import { type ModelAlias, providerOf } from '../../../kernel/llm/aliases.ts'
import type { ChatMessage } from '../../../kernel/llm/llm.ts'
import { type AttendedRun, attendRun, onceHere } from '../../../kernel/runs/attend-run.ts'
import { llmOfStep } from '../../../kernel/runs/calls/keep-calls.ts'
import type { Starter } from '../../../kernel/runs/control.ts'
import { wanted } from '../../../kernel/runs/workers/wanted.ts'
import { ApiError, isAway, messageOf } from '../../../kernel/runtime/errors.ts'
import { remoteTools } from '../mcp/remote/remote-tools.ts'
import { remember, remembered, type Thread } from '../memory/thread.ts'
import { type Moderator, refusedInput } from '../moderation/moderator.ts'
import { questionOf, textOf } from './agent-input.ts'
import { type AgentRun, decisionSchema, type Seat, shortly, storedCaller, TURN_MS, type TurnInput, WAIT_MS } from './agent-run.ts'
import { answerUnaided } from './answer-unaided.ts'
import { finishTurn, passed, withheld } from './finish-turn.ts'
import { aliasFor, messagesFor, parametersFor, promptOf, toolsOf } from './prepare-turn.ts'
import { runTurn, type TurnListener, type TurnParts, type WriteCall } from './run-turn.ts'
import { tracedLlm } from './traced-llm.ts'
import type { TurnResult } from './turn-result.ts'
import { beginTurn } from './turn-span.ts'

/** A turn that came in, past everything that the caller could have got wrong. */
export interface AskedTurn {
  readonly agent: Agent
  /** All of it the caller's own words. */
  readonly messages: readonly ChatMessage[]
  /** What this server puts before the model with them. */
  readonly material?: string
  readonly thread: Thread | undefined
  readonly tool: ToolContext
  readonly starter: Starter
}

export type TurnEnd = { readonly end: 'answered'; readonly result: TurnResult } | { readonly end: 'waiting' }

/** A turn that is written down as a run, ready to be worked on. */
export interface AttendedTurn {
  readonly runId: string
  /** Resolves once others can find the run. */
  noted(): Promise<void>
  /** Rejects with ApiError where the model fails, and with the signal's reason where nobody waits any more. */
  work(listener?: TurnListener): Promise<TurnEnd>
}

/** Ends a turn that waits for a person. */
class Waits extends Error {
  readonly key: string
  readonly about: WriteCall
  constructor(key: string, about: WriteCall) {
    super(`${key} waits for a person`)
    this.key = key
    this.about = about
  }
}

/** Checks the input, reads the thread, and writes the turn down. ApiError content_refused, invalid_request. */
export async function attendTurn(asked: AskedTurn, seat: Seat, run: AgentRun, moderate: Moderator | undefined): Promise<AttendedTurn> {
  const { agent, messages, material, thread, tool, starter } = asked
  const { edge } = seat
  const question = questionOf(messages)
  const alias = aliasFor(agent, tool.ports, messages)
  if (await moderate?.(messages.map(textOf).join('\n\n'), tool.signal)) throw refusedInput()
  const parts = { ports: tool.ports, alias: alias.alias, log: tool.log, signal: tool.signal }
  const window = thread ? await remembered(thread, parts) : undefined
  const prompt = await promptOf(agent, tool)
  const prepared = messagesFor(prompt.text, messages, { window, material })
  const input: TurnInput = {
    ...{ agent: agent.id, alias: alias.alias, question, caller: storedCaller(tool.caller, edge), requestId: tool.cause.requestId },
    messages: prepared as never,
    prompt: prompt.version,
    ...(thread ? { thread } : {}),
    ...(tool.cause.traceparent ? { traceparent: tool.cause.traceparent } : {}),
  }
  const attended = await attendRun(edge.ports, run, input, { starter, requestId: tool.cause.requestId, waitMs: WAIT_MS })
  const { id: runId, noted } = attended
  return { runId, noted, work: (listener) => work({ asked, seat, attended, alias, prepared, question, moderate, listener }) }
}

interface Work {
  readonly asked: AskedTurn
  readonly seat: Seat
  readonly attended: AttendedRun
  readonly alias: ModelAlias
  readonly prepared: readonly ChatMessage[]
  readonly question: string
  readonly moderate: Moderator | undefined
  readonly listener: TurnListener | undefined
}

async function work(given: Work): Promise<TurnEnd> {
  const { asked, seat, attended, question } = given
  const { agent, thread, tool } = asked
  const { ports } = seat.edge
  const place = { run_id: attended.id, epoch: 1, step: 'turn', item: 0 }
  const isWanted = wanted(ports.database)
  const cancelled = watchCancellation(
    ports.database,
    async () => attended.written() && !(await isWanted(place)),
    () => tool.log,
  )
  const limit = startDeadline(TURN_MS)
  const { signal, ...joined } = joinSignals(tool.signal, cancelled.signal, limit.signal)
  const span = beginTurn({ agent, alias: given.alias, llm: tool.ports.llm, thread, parent: tool.cause.traceparent })
  const cause = { ...tool.cause, ...(span.traceparent ? { traceparent: span.traceparent } : {}) }
  const here = onceHere()
  try {
    const said = await answer(given, { ...contextOf(tool), cause, signal }, here)
    const flagged = (await given.listener?.onEnd()) ?? false
    const end: TurnEnd = said.end === 'answered' && flagged ? { end: 'answered', result: withheld(said.result) } : said
    if (end.end === 'answered') {
      span.told(end.result)
      if (thread) await remember(ports, thread, { id: attended.id, asked: question, answered: end.result.text })
      await attended.done(end.result)
    }
    span.end()
    return end
  } catch (error) {
    span.end(error)
    // looked at before the end is written, from which on the watch takes the run for one that nobody wants
    const wasCancelled = cancelled.signal.aborted
    const left = signal.aborted && !wasCancelled
    await (tool.signal.aborted
      ? attended.cancelled('the caller left', here.kept)
      : wasCancelled
        ? undefined
        : attended.failed(reasonOf(error, left), here.kept)
    )?.catch((problem) => tool.log.warn({ error: messageOf(problem), run: attended.id }, 'the end of a turn was not kept'))
    tool.signal.throwIfAborted()
    if (wasCancelled) throw new ApiError('conflict', 'the run of this turn was cancelled', { details: { runId: attended.id } })
    if (left) throw new ApiError('timeout', `the turn took longer than ${TURN_MS / 60_000} minutes`)
    throw upstream(error)
  } finally {
    cancelled.end()
    limit.end()
    joined.end()
    attended.left()
  }
}

async function answer(
  { asked, seat, attended, alias, prepared, question, moderate, listener }: Work,
  tool: ToolContext,
  here: ReturnType<typeof onceHere>,
): Promise<TurnEnd> {
  const { agent } = asked
  // what is not of the form yet is no answer: it is told once it is
  const whole = agent.output !== undefined
  const tools = [...toolsOf(agent, seat.offers, tool), ...(await remoteTools(agent, tool))].map((one) => notedBefore(one, attended))
  if (providerOf(tool.ports.llm, alias.alias) === 'embedded') {
    const made = await answerUnaided(agent, tools, tool, question)
    for (const word of made.text.split(/(?<=\s)/)) listener?.onText(word)
    return { end: 'answered', result: listener ? made : await passed(made, moderate, tool.signal) }
  }
  const run = { id: attended.id, kind: 'agent', subject: asked.starter.subject, epoch: 1 }
  const calls = {
    run,
    step: 'turn',
    item: 0,
    notes: attended.notes,
    signal: tool.signal,
    uncounted: <T>(wait: Promise<T>) => wait,
    log: tool.log,
  }
  const parts: TurnParts = {
    ...{ agent, tools, alias, messages: prepared, tool, parameters: parametersFor(agent, tool.ports, alias) },
    llm: tracedLlm(llmOfStep(tool.ports, calls), { parent: tool.cause.traceparent, conversation: asked.thread?.thread }),
    store: {
      once: here.once,
      decision: async (key, about) => {
        throw new Waits(key, about)
      },
    },
    ...(listener ? { listener: whole ? { ...listener, onText: () => undefined } : listener } : {}),
  }
  try {
    const result = await finishTurn(parts, await runTurn(parts), listener && !whole ? null : (moderate ?? null))
    if (whole) listener?.onText(result.text)
    return { end: 'answered', result }
  } catch (error) {
    if (!(error instanceof Waits)) throw error
    await attended.asks({ key: error.key, about: shortly(error.about), schema: decisionSchema }, here.kept)
    return { end: 'waiting' }
  }
}

/** What changes something begins once the turn that it belongs to can be found. */
const notedBefore = (tool: Tool, { noted }: AttendedRun): Tool =>
  tool.effect === 'read'
    ? tool
    : {
        ...tool,
        handle: async (ctx, input) => {
          await noted()
          return tool.handle(ctx, input)
        },
      }

/** Codes that tell the caller more than that the model failed. */
const KNOWN = new Set(['model_incapable', 'upstream_failed', 'invalid_request', 'conflict'])

function upstream(error: unknown): ApiError {
  // A database that is away is not the model's failure: it says itself when to come again.
  if (error instanceof ApiError && (KNOWN.has(error.code) || isAway(error))) return error
  return new ApiError('upstream_failed', 'The model of this agent failed; try again in a moment.', { cause: error })
}

const reasonOf = (error: unknown, late: boolean): { code: string; message: string } =>
  late ? { code: 'timed_out', message: 'The turn took too long.' } : { code: upstream(error).code, message: upstream(error).message }
