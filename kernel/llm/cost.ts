import type { Cost, TokenUsage } from './llm.ts'
import type { Price } from './models-config.ts'

const MILLION = 1_000_000

/** What the tokens cost. Reasoning tokens are a part of the completion's, so that they are not counted twice. */
export function costOf(usage: TokenUsage, { input, output, currency }: Price): Cost {
  const amount = (usage.prompt * input + usage.completion * output) / MILLION
  // to the billionth: binary fractions of prices do not belong into a reply
  return { amount: Math.round(amount * 1e9) / 1e9, currency, estimated: usage.estimated === true }
}
