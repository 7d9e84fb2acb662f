// npm run topics [-- --check]: creates the topics of topics.yaml that are missing and tells how the others differ. --check only tells.
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import type { TopicDifference } from '../../kernel/broker/broker.ts'
import { openBroker } from '../../kernel/broker/open-broker.ts'
import { readTopics } from '../../kernel/broker/topics.ts'
import { parseEnv } from '../../kernel/runtime/env.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import { printHelp } from '../print-help.ts'

const USAGE = `Creates the topics of topics.yaml that are missing, and tells how others differ, on the log that the environment names.

  npm run topics
      --check    only tells
Environment: KAFKA_BROKERS and what belongs to it; without, the embedded log of DATA_DIR, whose process has to be stopped.`

const log = pino({ level: 'silent' })

function table(differences: readonly TopicDifference[]): string {
  const rows = [['topic', 'setting', 'declared', 'found'], ...differences.map((d) => [d.topic, d.what, d.declared, d.found])]
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Returns whether every topic is as declared afterwards. */
async function run(check: boolean): Promise<boolean> {
  const env = parseEnv(process.env)
  const topics = readTopics()
  const broker = await openBroker(env, 'millrace-topics', log)
  try {
    const differences = await broker.ensureTopics(topics, { dryRun: check })
    const where = env.KAFKA_BROKERS ? `Kafka at ${env.KAFKA_BROKERS.join(', ')}` : `the embedded log in ${env.DATA_DIR}`
    if (differences.length > 0) console.log(table(differences))
    console.log(`${topics.length} topics declared, ${differences.length} differences in ${where}`)
    return differences.length === 0
  } finally {
    await broker.close()
  }
}

printHelp(USAGE)
try {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
  process.exitCode = (await run(values.check)) ? 0 : 1
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
