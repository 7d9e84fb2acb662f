import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
const WORK_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 600]

export type Metrics = ReturnType<typeof createMetrics>

/** Everything that the process measures about itself, in a registry of its own. `/metrics` shows it in Prometheus' text format. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const queues = new Map<string, () => number>()
  let streams = () => 0
  const httpDuration = new Histogram({
    name: 'millrace_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  })
  return {
    registry,
    /** Shows how much waits in a queue, asked whenever the metrics are read. */
    watchQueue: (queue: string, depth: () => number): void => void queues.set(queue, depth),
    /** Shows what is counted elsewhere, by outcome, asked whenever the metrics are read. */
    watchCounts(name: string, help: string, now: () => Readonly<Record<string, number>>): void {
      new Counter({
        name: `millrace_${name}_total`,
        help,
        labelNames: ['outcome'],
        registers,
        collect() {
          this.reset()
          for (const [outcome, count] of Object.entries(now())) this.inc({ outcome }, count)
        },
      })
    },
    httpDuration,
    /** Shows how many event streams are open, asked whenever the metrics are read. */
    watchStreams: (open: () => number): void => void (streams = open),
    openStreams: new Gauge({
      name: 'millrace_sse_streams_open',
      help: 'Open event streams.',
      registers,
      collect() {
        this.set(streams())
      },
    }),
    consumerLag: new Gauge({
      name: 'millrace_consumer_lag_records',
      help: 'Records that a consumer group has not committed.',
      labelNames: ['consumer', 'topic', 'partition'],
      registers,
    }),
    recordsHandled: new Counter({
      name: 'millrace_records_handled_total',
      help: 'Records that a consumer finished, by outcome: handled, skipped or dead-lettered.',
      labelNames: ['consumer', 'topic', 'outcome'],
      registers,
    }),
    recordsRetried: new Counter({
      name: 'millrace_records_retried_total',
      help: 'Delivery attempts after the first one.',
      labelNames: ['consumer', 'topic'],
      registers,
    }),
    deadLetters: new Counter({
      name: 'millrace_dead_letters_total',
      help: 'Dead letters by error code.',
      labelNames: ['consumer', 'topic', 'code'],
      registers,
    }),
    stageDuration: new Histogram({
      name: 'millrace_stage_duration_seconds',
      help: 'Time that a consumer took for one record.',
      labelNames: ['stage'],
      buckets: WORK_SECONDS,
      registers,
    }),
    queueDepth: new Gauge({
      name: 'millrace_queue_depth',
      help: 'Queued work of this process.',
      labelNames: ['queue'],
      registers,
      collect() {
        for (const [queue, depth] of queues) this.set({ queue }, depth())
      },
    }),
    modelWait: new Histogram({
      name: 'millrace_model_wait_seconds',
      help: 'Time that a call waited in the queue of its model alias.',
      labelNames: ['alias'],
      buckets: WORK_SECONDS,
      registers,
    }),
    llmDuration: new Histogram({
      name: 'millrace_llm_request_duration_seconds',
      help: 'Duration of a call to a language model.',
      labelNames: ['model', 'outcome'],
      buckets: WORK_SECONDS,
      registers,
    }),
    llmCost: new Counter({
      name: 'millrace_llm_cost_total',
      help: 'Cost of calls to language models, by the prices of config.yaml.',
      labelNames: ['model', 'alias', 'step', 'currency'],
      registers,
    }),
    llmTokens: new Counter({
      name: 'millrace_llm_tokens_total',
      help: 'Tokens by kind: prompt, completion, reasoning or embedding. Counted by Millrace if the model reports none.',
      labelNames: ['model', 'alias', 'step', 'kind'],
      registers,
    }),
  }
}
