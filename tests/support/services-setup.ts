import type { TestProject } from 'vitest/node'
import { messageOf } from '../../kernel/runtime/errors.ts'
import { startKafka } from '../../scripts/kafka-broker.ts'
import { startAzurite } from './azurite.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** For KAFKA_BROKERS; undefined where no broker runs, with the reason in `skipped`. */
    kafkaBrokers: string | undefined
    /** For DATABASE_URL; undefined where no database runs. */
    databaseUrl: string | undefined
    /** For AZURE_STORAGE_CONNECTION_STRING; undefined where no blob service runs. */
    azureStorage: string | undefined
    /** Why a service is absent: tests that need it print this. */
    skipped: string
  }
}

interface Started {
  readonly address: string
  stop(): Promise<void>
}

const given = (address: string): Started => ({ address, stop: async () => {} })

async function kafka(): Promise<Started> {
  if (process.env.KAFKA_BROKERS) return given(process.env.KAFKA_BROKERS)
  const started = await startKafka()
  return { address: started.brokers, stop: () => started.stop() }
}

async function postgres(): Promise<Started> {
  if (process.env.DATABASE_URL) return given(process.env.DATABASE_URL)
  const started = await startPostgres()
  return { address: started.url, stop: () => started.stop() }
}

async function azurite(): Promise<Started> {
  if (process.env.AZURE_STORAGE_CONNECTION_STRING) return given(process.env.AZURE_STORAGE_CONNECTION_STRING)
  const started = await startAzurite()
  return { address: started.connectionString, stop: () => started.stop() }
}

/** Waits for a start; where services are demanded its failure ends the run, elsewhere it is printed and the tests skip. */
async function tryStart(name: string, required: boolean, start: () => Promise<Started | undefined>): Promise<Started | undefined> {
  try {
    return await start()
  } catch (error) {
    if (required) throw new Error(`${name} did not start: ${messageOf(error)}`, { cause: error })
    console.error(`tests on ${name} skip: ${messageOf(error)}`)
    return undefined
  }
}

/**
 * One Kafka, one PostgreSQL and one Azurite for the whole run. Started with RUN_SERVICES=1 or REQUIRE_SERVICES=1 (which fails the run when
 * one does not start); KAFKA_BROKERS, DATABASE_URL and AZURE_STORAGE_CONNECTION_STRING name running ones
 * instead. Otherwise tests on them skip.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const required = process.env.REQUIRE_SERVICES === '1'
  const wanted = required || process.env.RUN_SERVICES === '1'
  const starts = [
    wanted || process.env.KAFKA_BROKERS ? tryStart('Kafka', required, kafka) : undefined,
    wanted || process.env.DATABASE_URL ? tryStart('PostgreSQL', required, postgres) : undefined,
    wanted || process.env.AZURE_STORAGE_CONNECTION_STRING ? tryStart('Azurite', required, azurite) : undefined,
  ] as const
  const settled = await Promise.allSettled(starts)
  const stop = async () => {
    await Promise.all(settled.map((result) => (result.status === 'fulfilled' ? result.value?.stop() : undefined)))
  }
  const failed = settled.find((result) => result.status === 'rejected')
  if (failed) {
    await stop()
    throw failed.reason
  }
  const [kafkaBrokers, databaseUrl, azureStorage] = settled.map((result) =>
    result.status === 'fulfilled' ? result.value?.address : undefined,
  )
  project.provide('kafkaBrokers', kafkaBrokers)
  project.provide('databaseUrl', databaseUrl)
  project.provide('azureStorage', azureStorage)
  project.provide(
    'skipped',
    wanted
      ? 'the service did not start'
      : 'set RUN_SERVICES=1, or KAFKA_BROKERS, DATABASE_URL and AZURE_STORAGE_CONNECTION_STRING, to run it',
  )
  return stop
}
