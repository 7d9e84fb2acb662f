import { setTimeout as delay } from 'node:timers/promises'
import type { Broker } from '../../kernel/broker/broker.ts'
import type { Consumer } from '../../kernel/consume/define-consumer.ts'
import type { OutboxTables } from '../../kernel/outbox/outbox.ts'
import type { Ports } from '../../kernel/ports.ts'
import type { View } from '../../kernel/views/define-view.ts'
import { PROJECTOR_GROUP, projectedTopics } from '../../kernel/views/project.ts'

const namesOf = (consumer: Consumer) => [...new Set(consumer.on.map((e) => e.name))]

/** What a group has left of a topic, and how much was ever written to it. */
async function stateOf(broker: Broker, group: string, topic: string): Promise<{ lag: bigint; written: bigint }> {
  const [committed, partitions] = await Promise.all([broker.committed(group, topic), broker.partitions(topic)])
  let lag = 0n
  let written = 0n
  for (const { partition, earliest, latest } of partitions) {
    lag += latest - (committed.get(partition) ?? earliest)
    written += latest
  }
  return { lag, written }
}

/**
 * Resolves when every consumer, the projector and the outbox have done all there is, twice in a row with nothing written in between: what one
 * of them published last has been done, too. Rejects after `ms` with what is left.
 */
export async function untilQuiet(
  { broker, database }: Pick<Ports, 'broker'> & Partial<Pick<Ports, 'database'>>,
  consumers: readonly Consumer[],
  views: readonly View[],
  ms = 30_000,
): Promise<void> {
  const pairs = [
    ...consumers.flatMap((c) => namesOf(c).map((topic) => ({ group: c.name, topic }))),
    ...projectedTopics(views).map((topic) => ({ group: PROJECTOR_GROUP, topic })),
  ]
  const end = Date.now() + ms
  for (let before = -1n; ; await delay(20)) {
    const states = await Promise.all(pairs.map(async (pair) => ({ ...pair, ...(await stateOf(broker, pair.group, pair.topic)) })))
    const behind = states.filter((s) => s.lag > 0n)
    const written = states.reduce((sum, s) => sum + s.written, 0n)
    const untold = await database?.tables<OutboxTables>().selectFrom('outbox').select('seq').executeTakeFirst()
    if (behind.length === 0 && !untold && written === before) return
    before = behind.length === 0 ? written : -1n
    if (Date.now() > end) throw new Error(`not quiet: ${behind.map((s) => `${s.group} has ${s.lag} of ${s.topic}`).join(', ')}`)
  }
}
