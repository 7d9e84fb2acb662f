import { createMetrics } from '../../../kernel/runtime/metrics.ts'
import { services } from '../../../services/catalog.ts'
import { blocks, choices, code, type ReferencePage, table } from './page.ts'

interface Metric {
  readonly name: string
  readonly help: string
  readonly type: string
  readonly labelNames?: readonly string[]
}

const OWN = 'millrace_'
/** Exported on Linux only: the page does not depend on the machine that writes it. */
const LINUX_ONLY = ['process_open_fds', 'process_max_fds', 'process_heap_bytes', 'process_virtual_memory_bytes']

/** Every metric of a process that runs all services, by name. */
export function metricsOf(): readonly Metric[] {
  const metrics = createMetrics()
  for (const { counts = {} } of services) for (const [name, { help, now }] of Object.entries(counts)) metrics.watchCounts(name, help, now)
  const found = metrics.registry.getMetricsAsArray() as unknown as readonly Metric[]
  return found.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** The unit that the name of a metric ends with. */
const unitOf = (name: string): string =>
  /_(seconds|bytes)(?:_total)?$/.exec(name)?.[1] ?? (/_(cost)_/.test(name) ? 'currency of the label' : 'count')

const rowOf = ({ name, type, labelNames = [], help }: Metric): string[] => [
  code(name),
  type,
  labelNames.length > 0 ? choices(labelNames, 'and') : '',
  unitOf(name),
  /[.)]$/.test(help) ? help : `${help}.`,
]

const HEAD = ['Metric', 'Type', 'Labels', 'Unit', 'Description']

export const metrics: ReferencePage = {
  name: 'metrics',
  title: 'Metrics',
  summary: 'Every Prometheus metric that a Millrace process exports, with its type, labels, unit and meaning.',
  questions: [
    'Which metrics are there?',
    'Where do I scrape Prometheus metrics?',
    'Which metric shows the lag of a consumer?',
    'How do I see what models cost?',
    'Which metric counts dead letters?',
    'Is there a Grafana dashboard?',
  ],
  body: () => {
    const all = metricsOf()
    const own = all.filter(({ name }) => name.startsWith(OWN))
    const node = all.filter(({ name }) => !name.startsWith(OWN) && !LINUX_ONLY.includes(name))
    return blocks(
      'Metrics are served at `GET /metrics` of the server, for operators, and at `/metrics` of `METRICS_PORT` of every process, without authentication. See [Environment variables](environment.md#operations).',
      'The Grafana dashboard [deploy/grafana/millrace.json](../../deploy/grafana/millrace.json) shows these metrics.',
      'A histogram `NAME` exports `NAME_bucket`, `NAME_sum` and `NAME_count`. A label value appears with its first observation, so a fresh process exports fewer series.',
      '## Millrace',
      table(HEAD, own.map(rowOf)),
      '## Process and Node.js',
      `These are the default metrics of the Prometheus client for Node.js. On Linux, there are also ${choices(LINUX_ONLY, 'and')}.`,
      table(HEAD, node.map(rowOf)),
    )
  },
}
