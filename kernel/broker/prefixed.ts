import type { Broker, LogRecord } from './broker.ts'

/** A broker whose topics and groups all carry a prefix on the cluster, so that several installations share it without hearing of each other. */
export function prefixedBroker(inner: Broker, prefix: string): Broker {
  const outside = (name: string) => `${prefix}${name}`
  const inside = (name: string) => name.slice(prefix.length)
  const own = <T extends { readonly topic: string }>(place: T): T => ({ ...place, topic: inside(place.topic) })
  return {
    kind: inner.kind,
    ensureTopics: async (topics, options) =>
      (
        await inner.ensureTopics(
          topics.map((t) => ({ ...t, name: outside(t.name) })),
          options,
        )
      ).map(own),
    publish: async (records, options) =>
      (
        await inner.publish(
          records.map((r) => ({ ...r, topic: outside(r.topic) })),
          options,
        )
      ).map(own),
    subscribe: (options) =>
      inner.subscribe({
        ...options,
        group: outside(options.group),
        topics: options.topics.map(outside),
        handle: (batch, control) => options.handle({ ...own(batch), records: batch.records.map(own) }, control),
        onAssigned: (partitions) => options.onAssigned?.(partitions.map(own)),
        onTaken: async (topic) => options.onTaken?.(own({ topic }).topic),
      }),
    read: async function* (options): AsyncGenerator<LogRecord> {
      for await (const record of inner.read({ ...options, topic: outside(options.topic) })) yield own(record)
    },
    partitions: (topic) => inner.partitions(outside(topic)),
    offsetsAt: (topic, time) => inner.offsetsAt(outside(topic), time),
    members: (group) => inner.members(outside(group)),
    committed: (group, topic) => inner.committed(outside(group), outside(topic)),
    reset: (group, topic, offsets) => inner.reset(outside(group), outside(topic), offsets),
    ping: () => inner.ping(),
    close: () => inner.close(),
  }
}
