// Faults that the product is held against, under load: node scripts/run.mjs bench/faults.ts [gate…] [-- --kafka --seeds 1 --first-seed 1 --scale 1]
// One line of JSON for each gate and seed, then a Markdown table; exits with 1 where a bar is missed. --kafka: gates that run on the embedded
// parts run on Kafka and PostgreSQL. --list names the gates.
import { execFileSync } from 'node:child_process'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { messageOf } from '../kernel/runtime/errors.ts'
import { startKafka } from '../scripts/kafka/broker.ts'
import { startPostgres } from '../tests/support/services/postgres.ts'
import { awayGates } from './faults/away.ts'
import { busyEmbeddingsGates } from './faults/busy-embeddings.ts'
import type { Figures, Gate, Services } from './faults/gate.ts'
import { hangingModelGates } from './faults/hanging-model.ts'
import { eventsGates } from './faults/million-events.ts'
import { poisonGates } from './faults/poison.ts'
import { silentBlobsGates } from './faults/silent-blobs.ts'

const GATES: readonly Gate[] = [
  ...awayGates,
  ...busyEmbeddingsGates,
  ...hangingModelGates,
  ...poisonGates,
  ...eventsGates,
  ...silentBlobsGates,
]

const { values, positionals } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  allowPositionals: true,
  options: {
    kafka: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    seeds: { type: 'string', default: '1' },
    'first-seed': { type: 'string', default: '1' },
    /** Share of the full length of a fault, and of the documents. */
    scale: { type: 'string', default: '1' },
  },
})
if (values.list) for (const { name, fault, bar } of GATES) console.log(`${name}: ${fault}. Bar: ${bar}`)
const unknown = positionals.filter((name) => !GATES.some((gate) => gate.name === name))
if (unknown.length > 0) throw new Error(`no such gate: ${unknown.join(', ')}; --list names them`)
const named = positionals.map((name) => GATES.find((gate) => gate.name === name)!)
const chosen = values.list ? [] : named.length > 0 ? named : GATES

const shown = (figures: Figures): string =>
  Object.entries(figures)
    .map(([what, value]) => `${what} ${Number.isInteger(value) ? value : value.toFixed(1)}`)
    .join(', ')

const lines: string[] = []
let services: Services | undefined
try {
  for (const gate of chosen)
    for (let seed = Number(values['first-seed']), left = Number(values.seeds); left > 0; seed++, left--) {
      const onServices = gate.services ?? values.kafka
      if (onServices) services ??= await Promise.all([startKafka(), startPostgres()]).then(([kafka, postgres]) => ({ kafka, postgres }))
      const load = loadavg()[0]!.toFixed(1)
      const figures: Figures | string = await gate
        .run({ seed, scale: Number(values.scale), ...(onServices && services ? { services } : {}) })
        .catch((error: unknown) => messageOf(error))
      const held = typeof figures !== 'string' && gate.held(figures)
      if (!held) process.exitCode = 1
      console.log(JSON.stringify({ gate: gate.name, seed, held, load: Number(load), figures }))
      const told = typeof figures === 'string' ? figures : shown(figures)
      lines.push(`| ${gate.name} | ${gate.fault} | ${held ? 'held' : '**missed**'} | ${told} | ${load} |`)
    }
} finally {
  await Promise.all([services?.kafka.stop(), services?.postgres.stop()])
}
if (lines.length > 0) {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  console.log(
    `\n${new Date().toISOString().slice(0, 10)}, commit ${commit}\n\n| gate | fault | | figures | load |\n|---|---|---|---|---|\n${lines.join('\n')}`,
  )
}
