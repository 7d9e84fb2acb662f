import type { Broker } from './broker.ts'

/** A broker whose records say in a header, a CloudEvents extension, which installation they are of. */
export function stampedBroker(broker: Broker, installationId: string): Broker {
  const stamp = { ce_installation: installationId }
  return {
    ...broker,
    publish: (records, options) =>
      broker.publish(
        records.map((record) => ({ ...record, headers: { ...stamp, ...record.headers } })),
        options,
      ),
  }
}
