import { hash } from 'node:crypto'
import { z } from 'zod'
import { modelAlias, modelNameOf, providerOf } from '../../../kernel/llm/aliases.ts'
import type { ChatMessage } from '../../../kernel/llm/llm.ts'
import type { StepContext } from '../../../kernel/runs/define-run.ts'
import { ApiError, WorkError } from '../../../kernel/runtime/errors.ts'
import { apart } from '../apart/apart.ts'
import type { ChangeDraft } from '../html/changes.ts'
import type { Exclusions } from './exclusions.ts'
import type { Part } from './parts.ts'

/** A token is at least so many characters of HTML; a reply has room for what it adds. */
const CHARACTERS_PER_TOKEN = 2.5
const MOST_PARTS = 200
/** Parts of one field that are asked for at the same time. */
const AT_ONCE = 4
const TRIES = 2
/** How often a part whose reply was cut off is cut in two. */
const MOST_HALVINGS = 6

const saidSchema = z.object({
  text: z.string(),
  finish: z.string(),
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  amount: z.number().nullable(),
  currency: z.string().nullable(),
})
type Said = z.output<typeof saidSchema>

/** What an edit cost. */
export const usageSchema = z.object({
  calls: z.int(),
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  amount: z.number().nullable(),
  currency: z.string().nullable(),
})

export interface Asking {
  readonly ctx: StepContext<never, 'llm' | 'config'>
  readonly alias: string
  readonly maxTokens: number
  /** What stands before the field in every call. */
  readonly messages: readonly ChatMessage[]
  /** What stands behind it. */
  readonly wish: string
  readonly excluded: Exclusions
}

export interface ModelEdit {
  readonly changes: readonly ChangeDraft[]
  readonly parts: number
  readonly usage: z.output<typeof usageSchema>
}

/** The name of the model behind an alias; undefined where none is connected. */
export function modelBehind({ ctx: { ports }, alias }: Pick<Asking, 'ctx' | 'alias'>): string | undefined {
  if (providerOf(ports.llm, alias) === 'embedded') return undefined
  return modelNameOf(modelAlias(ports.config, ports.llm, alias))
}

/**
 * Has a model edit a field: the whole of it in one reply, or part by part where that would not fit. A reply that is empty, broken, cut off
 * or touches what is excluded is asked for once more, each part by itself. WorkError `reply_refused` where the second one is no better.
 */
export async function editByModel(asking: Asking, base: string): Promise<ModelEdit> {
  const calls: Said[] = []
  const most = Math.floor(asking.maxTokens * CHARACTERS_PER_TOKEN)
  const parts = await apart('partsOf', [base, most], howOf(asking))
  if (parts.length > MOST_PARTS)
    throw new WorkError(
      'too_long',
      `content: the field is too long for one edit (${parts.length} sections of ${MOST_PARTS}); edit its sections by themselves`,
    )
  const edited: (readonly ChangeDraft[])[] = new Array(parts.length)
  let [next, done] = [0, 0]
  const work = async () => {
    for (let i = next++; i < parts.length; i = next++) {
      edited[i] = await editPart(asking, base, parts[i]!, parts.length, 0, calls)
      asking.ctx.progress(++done, parts.length, 'sections')
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, parts.length) }, work))
  return { changes: edited.flat(), parts: parts.length, usage: sumOf(calls) }
}

const howOf = ({ ctx: { run, signal } }: Asking) => ({ caller: run.subject, signal })

async function editPart(
  asking: Asking,
  field: string,
  part: Part,
  of: number,
  halved: number,
  calls: Said[],
): Promise<readonly ChangeDraft[]> {
  const base = field.slice(part.start, part.end)
  const excluded = within(asking.excluded, part)
  let refused: string | undefined
  for (let tries = 0; tries < TRIES; tries++) {
    const said = await ask(asking, base, of, refused)
    calls.push(said)
    if (said.finish === 'content_filter' || said.finish === 'refusal')
      throw new WorkError('reply_refused', 'The model refused to edit this text.')
    if (said.finish === 'length') {
      const halves = halved < MOST_HALVINGS ? await apart('partsOf', [base, Math.ceil(base.length / 2)], howOf(asking)) : []
      if (halves.length > 1) return editHalves(asking, field, { part, halves, halved }, calls)
      refused = 'the reply was cut off at the limit of its length'
      continue
    }
    const verdict = await apart('judgeReply', [base, said.text, excluded], howOf(asking))
    if (verdict.refused === undefined) return verdict.merged.changes.map((change) => moved(change, part.start))
    refused = verdict.refused
  }
  throw new WorkError(
    'reply_refused',
    `The model's replies could not be used: ${refused}. Word the instruction in another way, or edit a smaller part.`,
  )
}

async function editHalves(
  asking: Asking,
  field: string,
  { part, halves, halved }: { part: Part; halves: readonly Part[]; halved: number },
  calls: Said[],
): Promise<readonly ChangeDraft[]> {
  const changes: ChangeDraft[] = []
  for (const { start, end } of halves) {
    const half = { start: part.start + start, end: part.start + end }
    changes.push(...(await editPart(asking, field, half, halves.length, halved + 1, calls)))
  }
  return changes
}

/** One paid call; the same question of the same run is paid for once. */
async function ask(
  { ctx, alias, maxTokens, messages, wish }: Asking,
  base: string,
  of: number,
  refused: string | undefined,
): Promise<Said> {
  const about =
    of > 1
      ? `\n\nThis is one of ${of} sections of the field; reply with this section alone. Where the instruction is about another section, reprint this one as it is.`
      : ''
  const again = refused ? `\n\nAn earlier reply was refused: ${refused}. Reply with the whole field.` : ''
  const question = `<field>\n${base}\n</field>\n\n${wish}${about}${again}`
  const all: readonly ChatMessage[] = [...messages, { role: 'user', content: question }]
  const model = modelAlias(ctx.ports.config, ctx.ports.llm, alias)
  const parameters = model.supports_reasoning ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens, temperature: 0 }
  return ctx.once(`call/${hash('sha256', JSON.stringify([alias, all]), 'hex')}`, saidSchema, async () => {
    const request = { messages: all, model: modelNameOf(model), alias, n: 1, parameters, signal: ctx.signal }
    const { texts, finishReason, usage, cost } = await ctx.ports.llm.complete(request).catch(orForGood)
    return {
      text: texts[0] ?? '',
      finish: finishReason,
      ...{ prompt_tokens: usage?.prompt ?? 0, completion_tokens: usage?.completion ?? 0 },
      ...{ amount: cost?.amount ?? null, currency: cost?.currency ?? null },
    }
  })
}

/** What a provider refuses it refuses again. */
function orForGood(error: unknown): never {
  const status = error instanceof ApiError ? Number(error.details.provider_status) : Number.NaN
  if (status >= 400 && status < 500 && status !== 408 && status !== 409 && status !== 425 && status !== 429)
    throw new WorkError('upstream_failed', `The model refused the call (status ${status}).`, { cause: error })
  throw error
}

const within = ({ ranges, numbers }: Exclusions, { start, end }: Part): Exclusions => ({
  numbers,
  ranges: ranges.flatMap((range) =>
    range.start < end && range.end > start
      ? [{ what: range.what, start: Math.max(range.start, start) - start, end: Math.min(range.end, end) - start }]
      : [],
  ),
})

const moved = (change: ChangeDraft, by: number): ChangeDraft => ({
  ...change,
  splices: change.splices.map(({ start, end, text }) => ({ start: start + by, end: end + by, text })),
})

function sumOf(calls: readonly Said[]): z.output<typeof usageSchema> {
  const sum = (of: (said: Said) => number) => calls.reduce((total, said) => total + of(said), 0)
  const priced = calls.find(({ amount }) => amount !== null)
  return {
    calls: calls.length,
    prompt_tokens: sum((said) => said.prompt_tokens),
    completion_tokens: sum((said) => said.completion_tokens),
    amount: priced ? sum((said) => said.amount ?? 0) : null,
    currency: priced?.currency ?? null,
  }
}
