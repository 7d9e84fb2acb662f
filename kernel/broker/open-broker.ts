import type { Env } from '../runtime/env.ts'
import type { Logger } from '../runtime/log.ts'
import type { Broker } from './broker.ts'

/** The broker that the environment names: Kafka, or the embedded log of `DATA_DIR`. */
export async function openBroker(env: Env, clientId: string, log: Logger): Promise<Broker> {
  if (!env.KAFKA_BROKERS) {
    const { openEmbeddedBroker } = await import('./embedded/embedded.ts')
    return openEmbeddedBroker({ dir: env.DATA_DIR, log })
  }
  const { connectKafkaBroker } = await import('./kafka/kafka.ts')
  const { KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME: username = '', KAFKA_SASL_PASSWORD: password = '' } = env
  const sasl = mechanism && { mechanism, username, password }
  const broker = await connectKafkaBroker({ brokers: env.KAFKA_BROKERS, ssl: env.KAFKA_SSL, sasl, clientId, log })
  if (!env.KAFKA_PREFIX) return broker
  const { prefixedBroker } = await import('./prefixed.ts')
  return prefixedBroker(broker, env.KAFKA_PREFIX)
}
