import type { Price } from '../config/models-config.ts'
import type { Cost, TokenUsage } from './llm.ts'

const MILLION = 1_000_000

/** What the tokens cost. Reasoning tokens are a part of the completion's, so that they are not counted twice. */
export function costOf(usage: TokenUsage, { input, output, currency }: Price): Cost {
  const amount = (usage.prompt * input + usage.completion * output) / MILLION
  return { amount: rounded(amount), currency, estimated: usage.estimated === true }
}

/** A cost with those others that are in its currency. */
export function withCosts(cost: Cost, others: readonly Cost[]): Cost {
  const all = [cost, ...others.filter(({ currency }) => currency === cost.currency)]
  const amount = all.reduce((sum, part) => sum + part.amount, 0)
  return { amount: rounded(amount), currency: cost.currency, estimated: all.some(({ estimated }) => estimated) }
}

/** To the billionth: binary fractions of prices do not belong into a reply. */
const rounded = (amount: number): number => Math.round(amount * 1e9) / 1e9
