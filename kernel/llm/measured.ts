import type { Metrics } from '../metrics.ts'
import type { CompletionRequest, Llm, TokenUsage } from './llm.ts'

type Outcome = 'ok' | 'failed' | 'cancelled'

/** A model port that tells the metrics how long each call took, how it ended, and the tokens that the model reported. */
export function measuredLlm(llm: Llm, metrics: Pick<Metrics, 'llmDuration' | 'llmTokens'>): Llm {
  const begin = ({ model, signal }: CompletionRequest) => {
    const started = performance.now()
    let told = false
    return {
      end(outcome: Outcome, usage?: TokenUsage): void {
        if (told) return
        told = true
        metrics.llmDuration.observe({ model, outcome }, (performance.now() - started) / 1000)
        for (const kind of ['prompt', 'completion', 'reasoning'] as const)
          if (usage?.[kind]) metrics.llmTokens.inc({ model, kind }, usage[kind])
      },
      failure: (): Outcome => (signal.aborted ? 'cancelled' : 'failed'),
    }
  }
  return {
    provider: llm.provider,
    check: (model, options) => llm.check(model, options),
    async complete(request) {
      const call = begin(request)
      try {
        const completion = await llm.complete(request)
        call.end('ok', completion.usage)
        return completion
      } catch (error) {
        call.end(call.failure())
        throw error
      }
    },
    async *stream(request) {
      const call = begin(request)
      try {
        for await (const event of llm.stream(request)) {
          if (event.type === 'end') call.end('ok', event.completion.usage)
          yield event
        }
        call.end('failed')
      } catch (error) {
        call.end(call.failure())
        throw error
      } finally {
        // a reader that stops early never lets the loop end
        call.end('cancelled')
      }
    },
  }
}
