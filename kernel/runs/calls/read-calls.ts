import { z } from 'zod'
import type { RunPorts } from '../change-run.ts'
import type { RunTables } from '../tables.ts'

const costSchema = z.object({ amount: z.number(), currency: z.string() })

const example = {
  call_id: '0196f3a2-8d10-7c02-9f31-5be2c3a10d44',
  step: 'write',
  item: 3,
  epoch: 1,
  alias: 'default',
  model: 'gpt-4o-mini',
  started_at: '2026-03-12T09:30:02.000Z',
  ms: 1840,
  outcome: 'ok' as const,
  error: null,
  finish_reason: 'stop',
  prompt_tokens: 812,
  completion_tokens: 164,
  estimated: false,
  cost: { amount: 0.000_22, currency: 'EUR' },
}
const said = { messages: [{ role: 'user', text: 'Write the section on the weir.' }], reply: { text: 'The weir …', tool_calls: [] } }
/** What a step used, for the API's document. */
export const usageExample = {
  step: 'write',
  alias: 'default',
  calls: 4,
  prompt_tokens: 3248,
  completion_tokens: 656,
  amount: 0.000_88,
  currency: 'EUR',
}

/** A call of a model that a run made, without what was said. */
export const runCallSchema = z
  .object({
    ...{ call_id: z.string(), step: z.string(), item: z.int(), epoch: z.int(), alias: z.string(), model: z.string() },
    started_at: z.string(),
    ms: z.number().nullable().describe('How long it took; null while it is under way.'),
    outcome: z.enum(['running', 'ok', 'failed', 'cancelled', 'lost']).describe('lost: its process ended before it.'),
    error: z.string().nullable(),
    finish_reason: z.string().nullable(),
    prompt_tokens: z.number().nullable(),
    completion_tokens: z.number().nullable(),
    estimated: z.boolean().describe('The endpoint told no counts.'),
    cost: costSchema.nullable(),
  })
  .meta({ id: 'RunCall', description: 'A call of a model that a run made.', examples: [example] })
export type RunCall = z.output<typeof runCallSchema>

const toolCallsSchema = z.array(z.object({ name: z.string(), arguments: z.string() }))
const messageSchema = z.object({ role: z.string(), text: z.string(), tool_calls: toolCallsSchema.optional() })
const replySchema = z.object({ text: z.string(), tool_calls: toolCallsSchema })

export const runCallTextsSchema = runCallSchema
  .extend({
    messages: z.array(messageSchema).nullable().describe('Cut to 16,000 characters; null where they were not kept.'),
    reply: replySchema.nullable(),
  })
  .meta({ id: 'RunCallTexts', description: 'A model call with its messages.', examples: [{ ...example, ...said }] })

export const runUsageSchema = z
  .object({
    ...{ step: z.string(), alias: z.string(), calls: z.int(), prompt_tokens: z.number(), completion_tokens: z.number() },
    amount: z.number(),
    currency: z.string().nullable().describe('null: the alias has no price.'),
  })
  .meta({ id: 'RunUsage', description: 'What a step used of an alias.', examples: [usageExample] })

type Row = RunTables['run_calls']
const BILLION = 1e9
const orNull = (value: number | null): number | null => (value === null ? null : Number(value))

function callOfRow({ id, run_id: _run, cost, currency, estimated, ms, prompt_tokens, completion_tokens, outcome, ...rest }: Row): RunCall {
  return {
    ...{ call_id: id, ...rest, estimated: estimated === 1, ms, outcome: runCallSchema.shape.outcome.parse(outcome) },
    ...{ prompt_tokens: orNull(prompt_tokens), completion_tokens: orNull(completion_tokens) },
    cost: cost === null || currency === null ? null : { amount: Number(cost) / BILLION, currency },
  }
}

/** A page of a run's calls, the newest first. */
export async function callsOf(
  { database }: Pick<RunPorts, 'database'>,
  runId: string,
  { step, item }: { step?: string | undefined; item?: number | undefined },
  { skip, top }: { skip: number; top: number },
): Promise<{ calls: RunCall[]; total: number }> {
  let query = database.tables<RunTables>().selectFrom('run_calls').where('run_id', '=', runId)
  if (step !== undefined) query = query.where('step', '=', step)
  if (item !== undefined) query = query.where('item', '=', item)
  const [rows, { total }] = await Promise.all([
    query.selectAll().orderBy('started_at').orderBy('id').limit(top).offset(skip).execute(),
    query.select((e) => e.fn.countAll().as('total')).executeTakeFirstOrThrow(),
  ])
  return { calls: rows.map(callOfRow), total: Number(total) }
}

/** A call of this run with what was said; undefined where there is none. */
export async function callOf({ database }: Pick<RunPorts, 'database'>, runId: string, callId: string) {
  const row = await database
    .tables<RunTables>()
    .selectFrom('run_calls')
    .leftJoin('run_call_texts', 'run_call_texts.call_id', 'run_calls.id')
    .selectAll('run_calls')
    .select(['messages', 'reply'])
    .where('run_calls.run_id', '=', runId)
    .where('run_calls.id', '=', callId)
    .executeTakeFirst()
  if (!row) return undefined
  const { messages, reply, ...call } = row
  return {
    ...callOfRow(call),
    messages: messages === null ? null : z.array(messageSchema).parse(JSON.parse(messages)),
    reply: reply === null ? null : replySchema.parse(JSON.parse(reply)),
  }
}

/** What a run used, by step, alias and currency. */
export async function usageOf({ database }: Pick<RunPorts, 'database'>, runId: string): Promise<z.output<typeof runUsageSchema>[]> {
  const rows = await database
    .tables<RunTables>()
    .selectFrom('run_calls')
    .select(['step', 'alias', 'currency'])
    .select((e) => [
      e.fn.countAll().as('calls'),
      ...[e.fn.sum('prompt_tokens').as('prompt'), e.fn.sum('completion_tokens').as('completion'), e.fn.sum('cost').as('cost')],
    ])
    .where('run_id', '=', runId)
    .groupBy(['step', 'alias', 'currency'])
    .orderBy('step')
    .orderBy('alias')
    .execute()
  return rows.map(({ step, alias, currency, calls, prompt, completion, cost }) => ({
    ...{ step, alias, calls: Number(calls), prompt_tokens: Number(prompt ?? 0), completion_tokens: Number(completion ?? 0) },
    ...{ amount: Number(cost ?? 0) / BILLION, currency },
  }))
}
