import type { TestProject } from 'vitest/node'
import { messageOf } from '../../../kernel/runtime/errors.ts'
import { startKafka } from '../../../scripts/kafka/broker.ts'
import { startAzurite } from './azurite.ts'
import { startPgvector } from './pgvector.ts'
import { startPostgres } from './postgres.ts'
import { startS3 } from './s3.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** For KAFKA_BROKERS; undefined where no broker runs, with the reason in `skipped`. */
    kafkaBrokers: string | undefined
    /** For DATABASE_URL; undefined where no database runs. */
    databaseUrl: string | undefined
    /** For AZURE_STORAGE_CONNECTION_STRING; undefined where no blob service runs. */
    azureStorage: string | undefined
    /** For S3_ENDPOINT; undefined where no such service runs. */
    s3Endpoint: string | undefined
    /** For SEARCH_DATABASE_URL: a PostgreSQL with pgvector; undefined where none runs. */
    searchDatabaseUrl: string | undefined
    /** Why a service is absent: tests that need it print this. */
    skipped: string
  }
}

interface Started {
  readonly address: string
  stop(): Promise<void>
}

type Start = () => Promise<Started>

/**
 * A program of this machine, else a container where a Docker engine runs; with SERVICES_FROM=containers the container alone. Rejects with
 * why neither starts.
 */
export async function fromEither(from: string | undefined, program: Start, container: Start): Promise<Started> {
  if (from === 'containers') return container()
  if (from) throw new Error(`SERVICES_FROM: it is containers, or left out, not ${from}`)
  try {
    return await program()
  } catch (error) {
    return container().catch((other) => {
      throw new Error(`${messageOf(error)}; and as a container: ${messageOf(other)}`, { cause: error })
    })
  }
}

/** The containers are read in only where one is to start. */
const start = (program: Start, name: 'kafkaContainer' | 'postgresContainer' | 'azuriteContainer') => () =>
  fromEither(process.env.SERVICES_FROM, program, async () => (await import('./containers.ts'))[name]())

const SERVICES = [
  {
    name: 'Kafka',
    given: process.env.KAFKA_BROKERS,
    start: start(async () => {
      const { brokers, stop } = await startKafka()
      return { address: brokers, stop }
    }, 'kafkaContainer'),
  },
  {
    name: 'PostgreSQL',
    given: process.env.DATABASE_URL,
    start: start(async () => {
      // A test's database is never tidied: a process for each of hundreds, by the minute, costs more than it saves.
      const { url, stop } = await startPostgres(undefined, ['autovacuum=off'])
      return { address: url, stop }
    }, 'postgresContainer'),
  },
  {
    name: 'Azurite',
    given: process.env.AZURE_STORAGE_CONNECTION_STRING,
    start: start(async () => {
      const { connectionString, stop } = await startAzurite()
      return { address: connectionString, stop }
    }, 'azuriteContainer'),
  },
  {
    name: 'S3',
    given: process.env.S3_ENDPOINT,
    start: async () => {
      const { endpoint, stop } = await startS3()
      return { address: endpoint, stop }
    },
  },
  {
    name: 'PostgreSQL with pgvector',
    given: process.env.SEARCH_DATABASE_URL,
    start: async () => {
      const { url, stop } = await startPgvector()
      return { address: url, stop }
    },
  },
] as const

/** Waits for a start; where services are demanded its failure ends the run, elsewhere it is printed and the tests skip. */
async function tryStart(name: string, required: boolean, start: Start): Promise<Started | undefined> {
  try {
    return await start()
  } catch (error) {
    if (required) throw new Error(`${name} did not start: ${messageOf(error)}`, { cause: error })
    console.error(`tests on ${name} skip: ${messageOf(error)}`)
    return undefined
  }
}

/**
 * One Kafka, one PostgreSQL, one Azurite, one S3 service and one PostgreSQL with pgvector for the whole run. Started with RUN_SERVICES=1 or REQUIRE_SERVICES=1 (which fails the run when
 * one does not start), as programs of this machine or as containers (see `fromEither`); KAFKA_BROKERS, DATABASE_URL,
 * AZURE_STORAGE_CONNECTION_STRING, S3_ENDPOINT and SEARCH_DATABASE_URL name running ones instead. Otherwise tests on them skip.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const required = process.env.REQUIRE_SERVICES === '1'
  const wanted = required || process.env.RUN_SERVICES === '1'
  const starts = SERVICES.map(async ({ name, given, start }) => {
    if (given) return { address: given, stop: async () => {} }
    return wanted ? tryStart(name, required, start) : undefined
  })
  const settled = await Promise.allSettled(starts)
  const stop = async () => {
    await Promise.all(settled.map((result) => (result.status === 'fulfilled' ? result.value?.stop() : undefined)))
  }
  const failed = settled.find((result) => result.status === 'rejected')
  if (failed) {
    await stop()
    throw failed.reason
  }
  const [kafkaBrokers, databaseUrl, azureStorage, s3Endpoint, searchDatabaseUrl] = settled.map((result) =>
    result.status === 'fulfilled' ? result.value?.address : undefined,
  )
  project.provide('kafkaBrokers', kafkaBrokers)
  project.provide('databaseUrl', databaseUrl)
  project.provide('azureStorage', azureStorage)
  project.provide('s3Endpoint', s3Endpoint)
  project.provide('searchDatabaseUrl', searchDatabaseUrl)
  project.provide(
    'skipped',
    wanted
      ? 'the service did not start'
      : 'set RUN_SERVICES=1, or KAFKA_BROKERS, DATABASE_URL, AZURE_STORAGE_CONNECTION_STRING, S3_ENDPOINT and SEARCH_DATABASE_URL, to run it',
  )
  return stop
}
