import { beginWork } from '../runtime/trace.ts'
import type { Broker, OutgoingRecord } from './broker.ts'

/** A broker whose publishes are spans: each record goes out with the context of the publish that took it there. */
export function tracedBroker(broker: Broker): Broker {
  return {
    kind: broker.kind,
    ensureTopics: (topics, options) => broker.ensureTopics(topics, options),
    subscribe: (options) => broker.subscribe(options),
    read: (options) => broker.read(options),
    partitions: (topic) => broker.partitions(topic),
    offsetsAt: (topic, time) => broker.offsetsAt(topic, time),
    members: (group) => broker.members(group),
    committed: (group, topic) => broker.committed(group, topic),
    reset: (group, topic, offsets) => broker.reset(group, topic, offsets),
    ping: () => broker.ping(),
    close: () => broker.close(),
    async publish(records, options) {
      const groups = Map.groupBy(records, (record) => record.headers.traceparent)
      const works = new Map([...groups].map(([parent, group]) => [parent, beginPublish(parent, group)]))
      const end = (error?: unknown) => {
        for (const work of works.values()) work?.end(error)
      }
      try {
        const positions = await broker.publish(
          records.map((record) => stamped(record, works.get(record.headers.traceparent)?.traceparent)),
          options,
        )
        end()
        return positions
      } catch (error) {
        end(error)
        throw error
      }
    },
  }
}

/** Records without a trace (a progress of nobody's request) begin none. */
function beginPublish(parent: string | undefined, records: readonly OutgoingRecord[]) {
  if (parent === undefined) return undefined
  const topics = [...new Set(records.map((record) => record.topic))]
  return beginWork(`publish ${topics.join(', ')}`, {
    parent,
    kind: 'PRODUCER',
    attributes: {
      'messaging.system': 'millrace',
      'messaging.operation.type': 'send',
      'messaging.destination.name': topics.join(','),
      'messaging.batch.message_count': records.length,
    },
  })
}

const stamped = (record: OutgoingRecord, traceparent: string | undefined): OutgoingRecord =>
  traceparent === undefined || traceparent === record.headers.traceparent
    ? record
    : { ...record, headers: { ...record.headers, traceparent } }
