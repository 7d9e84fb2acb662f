import type { Lane } from '../../consume/lanes.ts'
import type { Embedder, EmbedOptions } from '../../embed/embedder.ts'
import { othersOf } from '../../embed/embedder-of.ts'
import { aroundLlm } from '../../llm/around.ts'
import { costOf } from '../../llm/cost.ts'
import type { ChatMessage, Completion, CompletionRequest, Llm } from '../../llm/llm.ts'
import { aliasOf } from '../../llm/routed.ts'
import type { Ports } from '../../ports.ts'
import { ApiError, messageOf, WorkError } from '../../runtime/errors.ts'
import { newId } from '../../runtime/ids.ts'
import type { Logger } from '../../runtime/log.ts'
import type { RunTables, RunTrx } from '../tables.ts'

/** Characters of a call's messages that are kept, and of its reply; a message is cut to its share. */
const MOST_CHARACTERS = 16_000
/** Messages of a call that are kept: the first, and the last ones. */
const MOST_MESSAGES = 40
/** Calls of a run whose messages are kept; what more of them cost is kept all the same. */
const MOST_WITH_TEXTS = 1_000

type CallRow = RunTables['run_calls']

/** Takes down that calls of a model began, and how they ended. Never rejects: a call that could not be noted is made all the same. */
export interface CallNotes {
  /** `messages` as JSON. */
  begun(row: CallRow, messages: string): Promise<void> | void
  /** `reply` as JSON, where there was one. */
  ended(id: string, change: Partial<CallRow>, reply: string | undefined): Promise<void> | void
}

/** Whose calls these are. */
export interface CallsOf {
  readonly run: { readonly id: string; readonly kind: string; readonly subject: string; readonly epoch: number }
  readonly step: string
  readonly item: number
  /** Where its calls are noted; in the store when absent. */
  readonly notes?: CallNotes
  /** Of the work: a call ends with it. */
  readonly signal: AbortSignal
  readonly uncounted: <T>(wait: Promise<T>) => Promise<T>
  readonly log: Logger
  /** In which the model's calls stand in line. */
  readonly lane?: Lane | undefined
}

/**
 * The model as a step has it: calls take the starter's turn, end with the step's signal, and are kept with their tokens and their cost by
 * run, step, item and alias. A call that could not be kept is made all the same.
 */
export function llmOfStep(ports: Pick<Ports, 'llm' | 'database' | 'clock' | 'config'>, of: CallsOf): Llm {
  const keep = callKeeper(ports, of)
  return aroundLlm(ports.llm, async (given, call) => {
    const request = { ...contextOf(of), ...given, signal: either(of.signal, given.signal) }
    const end = await keep.begin(request)
    let started = performance.now()
    try {
      const leave = await (of.lane && of.uncounted(of.lane.take(request.signal)))
      started = performance.now()
      const completion = await call(request).finally(leave)
      await end({ ms: performance.now() - started, completion })
      return completion
    } catch (error) {
      await end({ ms: performance.now() - started, error })
      throw error
    }
  })
}

/** The embedder as a step has it, see `llmOfStep`. */
export function embedderOfStep(ports: Ports, of: CallsOf): Embedder {
  return keptEmbedder(ports.embedder, callKeeper(ports, of), of)
}

function keptEmbedder(embedder: Embedder, keep: ReturnType<typeof callKeeper>, of: CallsOf): Embedder {
  const { embedCounted } = embedder
  const given = (options: EmbedOptions = {}): EmbedOptions => ({
    ...{ ...contextOf(of), ...options, signal: either(of.signal, options.signal) },
    onUsage: (tokens) => {
      options.onUsage?.(tokens)
      void keep.embedded(embedder.model, tokens)
    },
  })
  return {
    ...embedder,
    ...othersOf(embedder, (inner) => keptEmbedder(inner, keep, of)),
    embed: (texts, kind, options) => embedder.embed(texts, kind, given(options)),
    ...(embedCounted && { embedCounted: (texts, kind, options) => embedCounted(texts, kind, given(options)) }),
  }
}

const contextOf = ({ run, step, uncounted }: CallsOf) => ({ caller: run.subject, step: `${run.kind}.${step}`, uncounted })
const either = (own: AbortSignal, given = own): AbortSignal => (given === own ? own : AbortSignal.any([given, own]))

interface CallEnd {
  readonly ms: number
  readonly completion?: Completion
  readonly error?: unknown
}

function callKeeper(ports: Pick<Ports, 'database' | 'clock' | 'config'>, of: CallsOf) {
  const { clock, config } = ports
  const { run, step, item, signal, notes = notesInStore(ports, of) } = of
  const place = { run_id: run.id, step, item, epoch: run.epoch }
  const at = () => new Date(clock.now()).toISOString()
  const empty = { ms: null, error: null, finish_reason: null, prompt_tokens: null, completion_tokens: null, cost: null, currency: null }
  return {
    /** Notes a call before it goes out; gives the function that notes its end. */
    async begin(request: CompletionRequest): Promise<(end: CallEnd) => Promise<void>> {
      const id = newId()
      const alias = aliasOf(config, request)
      const row = { ...empty, id, ...place, alias, model: request.model, started_at: at(), outcome: 'running', estimated: 0 }
      await notes.begun(row, JSON.stringify(boundedMessages(request.messages)))
      return async ({ ms, completion, error }) => {
        const end = completion ? told(completion) : { outcome: outcomeOf(signal, request), error: reasonOf(error) }
        await notes.ended(id, { ms: Math.round(ms), ...end }, completion && replyOf(completion))
      }
    },
    /** Notes what a request for vectors used. */
    async embedded(model: string, tokens: number): Promise<void> {
      const { price } = config.embeddings
      const cost = price && costOf({ prompt: tokens, completion: 0, total: tokens }, price)
      const money = cost ? { cost: billionths(cost.amount), currency: cost.currency } : {}
      const facts = { alias: 'embeddings', model, started_at: at(), outcome: 'ok', prompt_tokens: tokens, estimated: 0 }
      const row = { ...empty, id: newId(), ...place, ...facts, ...money }
      await inStore(
        ports,
        of,
      )(async (trx) => {
        await trx.insertInto('run_calls').values(row).execute()
      })
    },
  }
}

/** Kept over the death of the process; what a power failure takes is a call that is not counted. */
const inStore =
  ({ database }: Pick<Ports, 'database'>, { log }: CallsOf) =>
  (work: (trx: RunTrx) => Promise<void>): Promise<void> =>
    database
      .transaction<RunTables, void>(work, { derived: true })
      .catch((error) => log.warn({ error: messageOf(error) }, 'a call of a model was not kept'))

function notesInStore(ports: Pick<Ports, 'database'>, of: CallsOf): CallNotes {
  const { run, step, item } = of
  const write = inStore(ports, of)
  let first = true
  return {
    begun: (row, messages) =>
      write(async (trx) => {
        // Of an earlier try of this item, whose process died.
        if (first)
          await trx
            .updateTable('run_calls')
            .set({ outcome: 'lost' })
            .where('run_id', '=', run.id)
            .where('step', '=', step)
            .where('item', '=', item)
            .where('outcome', '=', 'running')
            .execute()
        first = false
        await trx.insertInto('run_calls').values(row).execute()
        if ((await textsOf(trx, run.id)) >= MOST_WITH_TEXTS) return
        await trx.insertInto('run_call_texts').values({ call_id: row.id, run_id: run.id, messages, reply: null }).execute()
      }),
    ended: (id, change, reply) =>
      write(async (trx) => {
        await trx.updateTable('run_calls').set(change).where('id', '=', id).execute()
        if (reply !== undefined) await trx.updateTable('run_call_texts').set({ reply }).where('call_id', '=', id).execute()
      }),
  }
}

const replyOf = ({ texts, toolCalls = [] }: Completion): string =>
  JSON.stringify({ text: cut(texts.join('\n\n'), MOST_CHARACTERS), tool_calls: toolsOf(toolCalls, MOST_CHARACTERS) })

async function textsOf(trx: RunTrx, runId: string): Promise<number> {
  const query = trx.selectFrom('run_call_texts').select((e) => e.fn.countAll().as('n'))
  return Number((await query.where('run_id', '=', runId).executeTakeFirstOrThrow()).n)
}

function told({ usage, cost, finishReason }: Completion) {
  const tokens = usage ? { prompt_tokens: usage.prompt, completion_tokens: usage.completion, estimated: usage.estimated ? 1 : 0 } : {}
  return {
    outcome: 'ok',
    finish_reason: finishReason,
    ...tokens,
    ...(cost ? { cost: billionths(cost.amount), currency: cost.currency } : {}),
  }
}

const billionths = (amount: number): number => Math.round(amount * 1e9)
const outcomeOf = (work: AbortSignal, { signal }: Pick<CompletionRequest, 'signal'>): string =>
  work.aborted || signal.aborted ? 'cancelled' : 'failed'
/** An internal fault's own message stays in the log. */
const reasonOf = (error: unknown): string =>
  error instanceof ApiError || error instanceof WorkError ? cut(`${error.code}: ${error.message}`, 2_000) : 'internal'

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most).toWellFormed()} … (${text.length - most} more characters)`

const toolsOf = (calls: readonly { name: string; arguments: string }[], most: number) =>
  calls.slice(0, 20).map((call) => ({ name: cut(call.name, 200), arguments: cut(call.arguments, Math.floor(most / 20)) }))

/** A message as it is kept: its text, cut to its share, pictures named in place of their bytes. */
export interface KeptMessage {
  readonly role: string
  readonly text: string
  readonly tool_calls?: readonly { readonly name: string; readonly arguments: string }[]
}

export function boundedMessages(messages: readonly ChatMessage[]): KeptMessage[] {
  const some = messages.length <= MOST_MESSAGES ? messages : [...messages.slice(0, 1), ...messages.slice(1 - MOST_MESSAGES)]
  const share = Math.floor(MOST_CHARACTERS / Math.max(1, some.length))
  return some.map((message) => {
    const text = cut(typeof message.content === 'string' ? message.content : message.content.map(partText).join('\n'), share)
    const calls = message.role === 'assistant' ? message.toolCalls : undefined
    return { role: message.role, text, ...(calls?.length ? { tool_calls: toolsOf(calls, share) } : {}) }
  })
}

const partText = (part: Exclude<ChatMessage['content'], string>[number]): string => (part.type === 'text' ? part.text : '[a picture]')
