// npm run offsets -- --group … [--topic … --to …]: where a consumer group is; moves it while it rests. Embedded: with the process stopped.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import type { Broker } from '../../kernel/broker/broker.ts'
import { openBroker } from '../../kernel/broker/open-broker.ts'
import { groupsOf } from '../../kernel/consumer-groups.ts'
import { holderOfDataDir } from '../../kernel/runtime/data-dir.ts'
import { type Env, parseEnv } from '../../kernel/runtime/env.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import { services } from '../../services/catalog.ts'
import { offsetsOf, placeSchema } from '../../services/log/replay/place.ts'
import { placeOf } from './place-of.ts'
import { tableOf } from './print-table.ts'

const USAGE = `Where consumer groups are, on the log that the environment names (KAFKA_BROKERS, or DATA_DIR with the process stopped).

  npm run offsets                                                  the groups
  npm run offsets -- --group chunk                                 one of them, by topic and partition
  npm run offsets -- --group chunk --topic document.parsed --to 2026-01-15T09:00:00Z
      --to        beginning, end, an offset, {"0": 17} by partition, or a time
      --dry-run   only tell what would move
`

const groups = groupsOf(services)

async function standing(broker: Broker, group: string, topics: readonly string[]): Promise<string> {
  const rows: unknown[][] = []
  for (const topic of topics) {
    const [committed, partitions] = await Promise.all([broker.committed(group, topic), broker.partitions(topic)])
    for (const { partition, earliest, latest } of partitions) {
      const next = committed.get(partition)
      const from = next === undefined || next < earliest ? earliest : next
      rows.push([topic, partition, next ?? '-', latest, latest > from ? latest - from : 0n])
    }
  }
  return tableOf(['topic', 'partition', 'committed', 'end', 'lag'], rows)
}

/** Throws an Error that says what to do where the embedded log cannot be opened. */
function requireLog({ KAFKA_BROKERS, DATA_DIR }: Env): void {
  if (KAFKA_BROKERS) return
  const holder = holderOfDataDir(DATA_DIR)
  if (holder !== undefined)
    throw new Error(
      `process ${holder} runs on the log in ${DATA_DIR}, and groups are moved only while they rest: stop it first. Where its groups are now is shown on /operations, and by GET /admin/topics`,
    )
  if (!existsSync(join(DATA_DIR, 'log.db')))
    throw new Error(`there is no log in ${DATA_DIR}; set DATA_DIR, or KAFKA_BROKERS, as the server has it`)
}

async function main(args: string[]): Promise<number> {
  const text = { type: 'string' } as const
  const options = {
    group: text,
    topic: text,
    to: text,
    'dry-run': { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  } as const
  const { values } = parseArgs({ args, options })
  if (values.help || (values.to !== undefined && (!values.group || !values.topic))) {
    console.log(USAGE)
    return values.help ? 0 : 2
  }
  const env = parseEnv(process.env)
  requireLog(env)
  const broker = await openBroker(env, 'millrace-offsets', pino({ level: 'silent' }))
  try {
    if (values.group === undefined) {
      const members = await Promise.all(groups.map(({ name }) => broker.members(name)))
      console.log(
        tableOf(
          ['group', 'members', 'topics'],
          groups.map(({ name, topics }, i) => [name, members[i], topics.join(' ')]),
          120,
        ),
      )
      return 0
    }
    const group = groups.find(({ name }) => name === values.group)
    if (!group) throw new Error(`there is no consumer group ${values.group}; known are ${groups.map(({ name }) => name).join(', ')}`)
    const { topic, to } = values
    if (to !== undefined && topic !== undefined) {
      if (!group.topics.includes(topic)) throw new Error(`${group.name} reads ${group.topics.join(', ')}, and not ${topic}`)
      const place = placeSchema.safeParse(placeOf(to))
      if (!place.success) throw new Error(`--to: ${place.error.issues[0]?.message}`)
      const offsets = await offsetsOf(broker, topic, place.data)
      if (!values['dry-run']) await broker.reset(group.name, topic, offsets)
      const moves = [...offsets].map(([partition, offset]) => `${partition} to ${offset}`).join(', ')
      console.log(`${group.name} on ${topic}: partition ${moves}${values['dry-run'] ? ' (nothing was moved)' : ''}`)
      return 0
    }
    console.log(await standing(broker, group.name, topic ? [topic] : group.topics))
    return 0
  } finally {
    await broker.close()
  }
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
