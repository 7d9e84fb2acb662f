import { servedBy } from './around.ts'
import type { Cost, Llm } from './llm.ts'

/** A model port that remembers what its whole replies cost, in order; those without a price leave nothing. */
export function meteredLlm(llm: Llm): { readonly llm: Llm; readonly costs: readonly Cost[] } {
  const costs: Cost[] = []
  return {
    costs,
    llm: {
      get provider() {
        return llm.provider
      },
      ...servedBy(llm),
      check: llm.check,
      stream: llm.stream,
      async complete(request) {
        const completion = await llm.complete(request)
        if (completion.cost) costs.push(completion.cost)
        return completion
      },
    },
  }
}
