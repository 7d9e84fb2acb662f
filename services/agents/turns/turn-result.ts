import { z } from 'zod'
import { type Cost, finishReasons, type TokenUsage } from '../../../kernel/llm/llm.ts'

export const endReasons = ['stop', 'length', 'tool-calls', 'content-filter', 'error'] as const
export type EndReason = (typeof endReasons)[number]

const usageSchema = z.object({
  prompt: z.number(),
  completion: z.number(),
  total: z.number(),
  reasoning: z.number().optional(),
  estimated: z.literal(true).optional(),
})
const costSchema = z.object({ amount: z.number(), currency: z.string(), estimated: z.boolean() })
export const toolCallSchema = z.object({ id: z.string(), name: z.string(), arguments: z.string() })

/** What the model said in one of its turns. */
export const modelStepSchema = z.object({
  text: z.string(),
  toolCalls: z.array(toolCallSchema),
  finishReason: z.enum(finishReasons),
  usage: usageSchema.optional(),
  cost: costSchema.optional(),
})
export type ModelStep = z.output<typeof modelStepSchema>

/** What a tool gave, as the model is told it. */
export const toolStepSchema = z.object({ ok: z.boolean(), content: z.string() })
export type ToolStep = z.output<typeof toolStepSchema>

/** One thing that was paid for in a turn, under the key by which it is found again. */
const stepSchema = z.object({
  key: z.string(),
  model: modelStepSchema.optional(),
  tool: toolStepSchema.optional(),
  name: z.string().optional(),
})
export type TurnStep = z.output<typeof stepSchema>

/** What a turn came to, as it is kept with its run. */
export const turnResultSchema = z.object({
  text: z.string(),
  object: z.unknown().optional(),
  finishReason: z.enum(endReasons),
  usage: z.object({ promptTokens: z.number(), completionTokens: z.number() }),
  cost: costSchema.optional(),
  /** `embedded` where no model was asked. */
  model: z.string(),
  steps: z.array(stepSchema),
})
export type TurnResult = z.output<typeof turnResultSchema>

export const sumOfUsage = (all: readonly (TokenUsage | undefined)[]): TurnResult['usage'] => ({
  promptTokens: all.reduce((sum, usage) => sum + (usage?.prompt ?? 0), 0),
  completionTokens: all.reduce((sum, usage) => sum + (usage?.completion ?? 0), 0),
})

/** The costs together, in the currency of the first. */
export function sumOfCost(all: readonly (Cost | undefined)[]): Cost | undefined {
  const costs = all.filter((cost) => cost !== undefined)
  const [first] = costs
  if (!first) return undefined
  const same = costs.filter(({ currency }) => currency === first.currency)
  const amount = Math.round(same.reduce((sum, cost) => sum + cost.amount, 0) * 1e9) / 1e9
  return { amount, currency: first.currency, estimated: same.some(({ estimated }) => estimated) }
}
