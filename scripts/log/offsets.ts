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
import { services } from '../../services/catalog.ts'
import { offsetsOf, placeSchema } from '../../services/log/replay/place.ts'
import { failureWords } from './failure-words.ts'
import { placeOf } from './place-of.ts'
import { tableOf } from './print-table.ts'
import { topicsOfServer } from './topics-of-server.ts'

export const USAGE = `Shows and moves the offsets of consumer groups.

  npm run offsets                                                  list the groups
  npm run offsets -- --group chunk                                 show one group by topic and partition
  npm run offsets -- --group chunk --topic document.parsed --to 2026-01-15T09:00:00Z
      --to        beginning, end, an offset, {"0": 17} by partition, or a time
      --dry-run   only show what would move

Works on Kafka at KAFKA_BROKERS, else on the embedded log in DATA_DIR. If a server is using the embedded log, the command asks that server,
at MILLRACE_URL or PORT. Stop the server before you move a group of an embedded log.

Exit codes: 0 done, 1 failed, 2 wrong usage.
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
  return tableOf(STANDING, rows)
}

const STANDING = ['topic', 'partition', 'committed', 'end', 'lag']

/** Where a group is, or all of them, as the server tells that runs on the log. */
async function standingOnServer(group: string | undefined, topic: string | undefined): Promise<string> {
  const found = (await topicsOfServer()).flatMap(({ name, groups }) => groups.map((g) => ({ topic: name, ...g })))
  if (group === undefined)
    return tableOf(
      ['group', 'topic', 'lag'],
      found.map((g) => [g.name, g.topic, g.lag]),
    )
  const own = found.filter((g) => g.name === group && (topic === undefined || g.topic === topic))
  return tableOf(
    STANDING,
    own.flatMap((g) => g.partitions.map((p) => [g.topic, p.partition, p.committed, p.latest, p.lag])),
  )
}

/** Throws an Error that says what to do where there is no embedded log. */
function requireLog({ KAFKA_BROKERS, DATA_DIR }: Env): void {
  if (KAFKA_BROKERS) return
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
  const known = groups.find(({ name }) => name === values.group)
  if (values.group !== undefined && !known)
    throw new Error(`there is no consumer group ${values.group}; known are ${groups.map(({ name }) => name).join(', ')}`)
  const holder = env.KAFKA_BROKERS ? undefined : holderOfDataDir(env.DATA_DIR)
  if (holder !== undefined && values.to !== undefined)
    throw new Error(`process ${holder} runs on the log in ${env.DATA_DIR}, and groups are moved only while they rest: stop it first`)
  if (holder !== undefined) {
    console.log(await standingOnServer(values.group, values.topic))
    return 0
  }
  requireLog(env)
  const broker = await openBroker(env, 'millrace-offsets', pino({ level: 'silent' }))
  try {
    if (!known) {
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
    const { topic, to } = values
    if (to !== undefined && topic !== undefined) {
      if (!known.topics.includes(topic)) throw new Error(`${known.name} reads ${known.topics.join(', ')}, and not ${topic}`)
      const place = placeSchema.safeParse(placeOf(to))
      if (!place.success) throw new Error(`--to: ${place.error.issues[0]?.message}`)
      const offsets = await offsetsOf(broker, topic, place.data)
      if (!values['dry-run']) await broker.reset(known.name, topic, offsets)
      const moves = [...offsets].map(([partition, offset]) => `${partition} to ${offset}`).join(', ')
      console.log(`${known.name} on ${topic}: partition ${moves}${values['dry-run'] ? ' (nothing was moved)' : ''}`)
      return 0
    }
    console.log(await standing(broker, known.name, topic ? [topic] : known.topics))
    return 0
  } finally {
    await broker.close()
  }
}

if (import.meta.main) {
  try {
    process.exitCode = await main(process.argv.slice(2))
  } catch (error) {
    console.error(failureWords(error))
    process.exitCode = 1
  }
}
