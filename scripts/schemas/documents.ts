import { z } from 'zod'
import type { TopicDeclaration } from '../../kernel/broker/topics.ts'
import type { EventType } from '../../schemas/event.ts'
import { type JsonObject, schemaFile } from '../../schemas/json-schema.ts'

/** CloudEvents 1.0 binary mode on Kafka, with what this platform adds. */
export const recordHeaders = {
  type: 'object',
  required: ['ce_specversion', 'ce_id', 'ce_type', 'ce_source', 'ce_time'],
  properties: {
    'content-type': { type: 'string', const: 'application/json', description: 'Media type of the value.' },
    ce_specversion: { type: 'string', const: '1.0', description: 'Version of CloudEvents.' },
    ce_id: { type: 'string', description: 'ID of the event. Redeliveries have the same ID.' },
    ce_type: { type: 'string', description: 'Name of the event.' },
    ce_source: { type: 'string', description: 'Service that published the event, as a URI reference.' },
    ce_time: { type: 'string', format: 'date-time', description: 'Time of publication.' },
    ce_subject: { type: 'string', description: 'Key of the record.' },
    ce_schemaversion: { type: 'string', description: 'Version of the schema. 1 if absent.' },
    ce_causationid: { type: 'string', description: 'ID of the event that caused this one.' },
    traceparent: { type: 'string', description: 'W3C Trace Context of the request or event that caused this one.' },
    'x-request-id': { type: 'string', description: 'ID of the HTTP request that started the chain of events.' },
  },
}

function channelOf(topic: TopicDeclaration, event: EventType): JsonObject {
  return {
    address: topic.name,
    description: topic.description,
    messages: { [event.name]: { $ref: `#/components/messages/${event.name}` } },
    tags: [{ name: topic.visibility }, { name: `owner:${topic.owner}` }],
    bindings: {
      kafka: {
        topic: topic.name,
        partitions: topic.partitions,
        topicConfiguration: { 'cleanup.policy': [topic.cleanup], 'retention.ms': topic.retention_ms },
        bindingVersion: '0.5.0',
      },
    },
  }
}

function messageOf(topic: TopicDeclaration, event: EventType): JsonObject {
  return {
    name: event.name,
    title: event.name,
    summary: event.description,
    contentType: 'application/json',
    headers: { $ref: '#/components/schemas/headers' },
    payload: { $ref: `#/components/schemas/${event.name}` },
    bindings: { kafka: { key: { type: 'string', description: topic.key }, bindingVersion: '0.5.0' } },
    'x-json-schema': schemaFile(event),
  }
}

/** AsyncAPI takes JSON Schema of draft 07. */
function payloadOf(event: EventType): JsonObject {
  const { $schema, ...schema } = z.toJSONSchema(event.schema, { target: 'draft-07', io: 'input' })
  return schema
}

/** The AsyncAPI 3.0 document of every topic. Throws an Error when a topic has no event or an event no topic. */
export function asyncApiOf(topics: readonly TopicDeclaration[], events: readonly EventType[], version: string): JsonObject {
  const byName = new Map(events.map((event) => [event.name, event]))
  const orphans = events.filter((event) => !topics.some((t) => t.name === event.name)).map((event) => event.name)
  if (orphans.length) throw new Error(`topics.yaml has no topic for ${orphans.join(', ')}`)
  const pairs = topics.map((topic) => {
    const event = byName.get(topic.name)
    if (!event) throw new Error(`schemas/catalog.ts has no event for the topic ${topic.name}`)
    return { topic, event }
  })
  const each = (make: (pair: (typeof pairs)[number]) => JsonObject) =>
    Object.fromEntries(pairs.map((pair) => [pair.topic.name, make(pair)]))
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Millrace',
      version,
      description:
        'Events of the document pipeline. Topics tagged public are for downstream systems; the others may change with any release.',
    },
    defaultContentType: 'application/json',
    channels: each(({ topic, event }) => channelOf(topic, event)),
    operations: each(({ topic }) => ({
      action: 'send',
      channel: { $ref: `#/channels/${topic.name}` },
      summary: topic.description,
      messages: [{ $ref: `#/channels/${topic.name}/messages/${topic.name}` }],
    })),
    components: {
      messages: each(({ topic, event }) => messageOf(topic, event)),
      schemas: { headers: recordHeaders, ...each(({ event }) => payloadOf(event)) },
    },
  }
}
