import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { GenericContainer, getContainerRuntimeClient, type StartedTestContainer, Wait } from 'testcontainers'
import { parse } from 'yaml'
import { z } from 'zod'
import { answersWithin } from '../../../kernel/runtime/health.ts'
import { freePort } from '../../../scripts/kafka/free-port.ts'
import { AZURITE_ACCOUNT, AZURITE_KEY } from './azurite.ts'

/** An image may have to be fetched first. */
const START_MS = 170_000
const ENGINE_MS = 10_000

const serviceSchema = z.looseObject({ image: z.string(), environment: z.record(z.string(), z.coerce.string()) })

/** A service as docker-compose.yml has it, so that tests run on what is deployed. */
export function composed(name: 'kafka' | 'postgres'): { image: string; environment: Record<string, string> } {
  const text = readFileSync(new URL('../../../docker-compose.yml', import.meta.url), 'utf8')
  return serviceSchema.parse(parse(text, { merge: true }).services[name])
}

/** The engine's host. Throws an Error of one line where none answers. */
export async function engineHost(timeoutMs = ENGINE_MS): Promise<string> {
  const place = process.env.DOCKER_HOST ? `at DOCKER_HOST (${process.env.DOCKER_HOST})` : 'here'
  const client = await answersWithin(timeoutMs, getContainerRuntimeClient).catch((cause) => {
    throw new Error(`no Docker engine answers ${place}`, { cause })
  })
  return client.info.containerRuntime.host
}

interface Started {
  readonly address: string
  stop(): Promise<void>
}

const startedAt = (container: StartedTestContainer, address: string): Started => ({
  address,
  stop: async () => {
    await container.stop()
  },
})

/** One node on a port that is known before: it tells its clients where it is. */
export async function kafkaContainer(): Promise<Started> {
  const address = `${await engineHost()}:${await freePort()}`
  const { image, environment } = composed('kafka')
  const container = await new GenericContainer(image)
    .withEnvironment({
      ...environment,
      KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://${address}`,
      KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
      KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS: '4',
    })
    .withExposedPorts({ container: 9092, host: Number(address.split(':').at(-1)) })
    .withWaitStrategy(Wait.forLogMessage(/Kafka Server started/))
    .withStartupTimeout(START_MS)
    .start()
  return startedAt(container, address)
}

export async function postgresContainer(): Promise<Started> {
  const host = await engineHost()
  const container = await new GenericContainer(composed('postgres').image)
    .withEnvironment({ POSTGRES_USER: 'millrace', POSTGRES_PASSWORD: 'millrace', POSTGRES_DB: 'postgres' })
    .withCommand(['postgres', '-c', 'fsync=off', '-c', 'max_connections=200'])
    .withExposedPorts(5432)
    // The first time it is ready for its own set-up alone.
    .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
    .withStartupTimeout(START_MS)
    .start()
  return startedAt(container, `postgres://millrace:millrace@${host}:${container.getMappedPort(5432)}/postgres`)
}

export async function azuriteContainer(): Promise<Started> {
  const host = await engineHost()
  const { version } = createRequire(import.meta.url)('azurite/package.json') as { version: string }
  const container = await new GenericContainer(`mcr.microsoft.com/azure-storage/azurite:${version}`)
    .withCommand([
      'azurite-blob',
      '--blobHost',
      '0.0.0.0',
      '--inMemoryPersistence',
      '--skipApiVersionCheck',
      '--loose',
      '--disableTelemetry',
    ])
    .withExposedPorts(10_000)
    .withWaitStrategy(Wait.forListeningPorts())
    .withStartupTimeout(START_MS)
    .start()
  const endpoint = `BlobEndpoint=http://${host}:${container.getMappedPort(10_000)}/${AZURITE_ACCOUNT}`
  return startedAt(container, `DefaultEndpointsProtocol=http;AccountName=${AZURITE_ACCOUNT};AccountKey=${AZURITE_KEY};${endpoint};`)
}
