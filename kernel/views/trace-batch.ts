import type { RecordBatch } from '../broker/broker.ts'
import { beginWork, isTracing } from '../runtime/trace.ts'
import { PROJECTOR_GROUP } from './project.ts'

/** Does the work of a batch with a span for each of its records, in the trace of what caused the record: they are folded together, so the spans end together. */
export async function traceBatch(batch: RecordBatch, work: () => Promise<void>): Promise<void> {
  if (!isTracing()) return work()
  const { topic, partition, records } = batch
  const begun = records.map(({ headers, key }) =>
    beginWork(`${PROJECTOR_GROUP} ${topic}`, {
      ...(headers.traceparent === undefined ? {} : { parent: headers.traceparent }),
      kind: 'CONSUMER',
      attributes: {
        'messaging.system': 'millrace',
        'messaging.operation.type': 'process',
        'messaging.consumer.group.name': PROJECTOR_GROUP,
        'messaging.destination.name': topic,
        'messaging.destination.partition.id': String(partition),
        'messaging.batch.message_count': records.length,
        'millrace.key': key,
      },
    }),
  )
  try {
    await work()
    for (const { end } of begun) end()
  } catch (error) {
    for (const { end } of begun) end(error)
    throw error
  }
}
