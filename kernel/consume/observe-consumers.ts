import type { Metrics } from '../runtime/metrics.ts'
import type { ConsumerObserver } from './run-consumer.ts'

/** Counts what consumers do with their records. */
export const observeConsumers = (metrics: Metrics): ConsumerObserver => ({
  handled({ consumer, type, result, retries, seconds, code = 'internal' }) {
    metrics.recordsHandled.inc({ consumer, topic: type, outcome: result })
    if (retries > 0) metrics.recordsRetried.inc({ consumer, topic: type }, retries)
    if (result === 'dead-lettered') metrics.deadLetters.inc({ consumer, topic: type, code })
    if (result !== 'skipped') metrics.stageDuration.observe({ stage: consumer }, seconds)
  },
})
