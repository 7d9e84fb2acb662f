// npm run topics [-- --check]: creates the topics of topics.yaml that are missing and tells how the others differ. --check only tells.
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { openBroker } from '../../kernel/broker/open-broker.ts'
import { readTopics } from '../../kernel/broker/topics.ts'
import { holderOfDataDir } from '../../kernel/runtime/data-dir.ts'
import { parseEnv } from '../../kernel/runtime/env.ts'
import { printHelp } from '../print-help.ts'
import { failureWords } from './failure-words.ts'
import { tableOf } from './print-table.ts'
import { topicsOfServer } from './topics-of-server.ts'

export const USAGE = `Creates missing topics of topics.yaml and reports topics whose settings differ.

  npm run topics
      --check    report only, create nothing

Works on Kafka at KAFKA_BROKERS, else on the embedded log in DATA_DIR. If a server is using the embedded log, the command asks that server,
at MILLRACE_URL or PORT. The server creates its topics at start.

Exit codes: 0 all topics are as declared, 1 topics differ or the command failed.`

const log = pino({ level: 'silent' })

/** Returns whether every topic is as declared afterwards. */
async function run(check: boolean): Promise<boolean> {
  const env = parseEnv(process.env)
  const holder = env.KAFKA_BROKERS ? undefined : holderOfDataDir(env.DATA_DIR)
  if (holder !== undefined) {
    const found = await topicsOfServer()
    console.log(
      tableOf(
        ['topic', 'partitions', 'records', 'lag'],
        found.map(({ name, partitions, records, lag }) => [name, partitions, records, lag]),
      ),
    )
    console.log(`${found.length} topics in the embedded log in ${env.DATA_DIR}; process ${holder} made what was missing when it started`)
    return true
  }
  const topics = readTopics()
  const broker = await openBroker(env, 'millrace-topics', log)
  try {
    const differences = await broker.ensureTopics(topics, { dryRun: check })
    const where = env.KAFKA_BROKERS ? `Kafka at ${env.KAFKA_BROKERS.join(', ')}` : `the embedded log in ${env.DATA_DIR}`
    if (differences.length > 0) {
      const rows = differences.map((d) => [d.topic, d.what, d.declared, d.found])
      console.log(tableOf(['topic', 'setting', 'declared', 'found'], rows))
    }
    console.log(`${topics.length} topics declared, ${differences.length} differences in ${where}`)
    return differences.length === 0
  } finally {
    await broker.close()
  }
}

if (import.meta.main) {
  printHelp(USAGE)
  try {
    const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
    process.exitCode = (await run(values.check)) ? 0 : 1
  } catch (error) {
    console.error(failureWords(error))
    process.exitCode = 1
  }
}
