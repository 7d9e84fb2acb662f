import type { Metrics } from '../runtime/metrics.ts'
import { DEFAULT_ALIAS } from './aliases.ts'
import { aroundLlm } from './around.ts'
import type { Llm } from './llm.ts'

type Outcome = 'ok' | 'failed' | 'cancelled'

/** A model port that tells the metrics how long each call took, how it ended, its tokens and what it cost. */
export function measuredLlm(llm: Llm, metrics: Pick<Metrics, 'llmDuration' | 'llmTokens' | 'llmCost'>): Llm {
  return aroundLlm(llm, async (request, call) => {
    const { model, signal, alias = DEFAULT_ALIAS, step = 'other' } = request
    const started = performance.now()
    const ended = (outcome: Outcome) => metrics.llmDuration.observe({ model, outcome }, (performance.now() - started) / 1000)
    try {
      const completion = await call(request)
      const { usage, cost } = completion
      ended('ok')
      for (const kind of ['prompt', 'completion', 'reasoning'] as const)
        if (usage?.[kind]) metrics.llmTokens.inc({ model, alias, step, kind }, usage[kind])
      if (cost) metrics.llmCost.inc({ model, alias, step, currency: cost.currency }, cost.amount)
      return completion
    } catch (error) {
      ended(signal.aborted ? 'cancelled' : 'failed')
      throw error
    }
  })
}
