import { z } from 'zod'
import type { TopicDeclaration } from '../../../kernel/broker/topics.ts'
import { catalog } from '../../../schemas/catalog.ts'
import type { EventType } from '../../../schemas/event.ts'
import { runKinds, stepTopic } from '../../../schemas/run.ts'
import { recordHeaders } from '../../schemas/documents.ts'
import { ownedTopics } from '../../schemas/schemas.ts'
import { blocks, choices, code, type ReferencePage, table, withCode } from './page.ts'
import { formOfJson } from './schema-form.ts'

type JsonSchema = Readonly<Record<string, unknown>>

const DAY_MS = 86_400_000
const retentionOf = (ms: number): string => (ms < 0 ? 'unlimited' : `${ms / DAY_MS} days`)

/** What of a topic's declaration describes it; the topics of the kinds of runs share one row. */
interface TopicRow extends Omit<TopicDeclaration, 'cleanup'> {
  readonly shown: string
}

function topicRows(): readonly TopicRow[] {
  const kinds = new Set<string>(runKinds.map((kind) => stepTopic(kind).name))
  const topics = ownedTopics()
  const first = topics.find(({ name }) => kinds.has(name))
  const single = topics.filter(({ name }) => !kinds.has(name)).map((topic) => ({ ...topic, shown: code(topic.name) }))
  if (first === undefined) return single
  const description = `Commands to process a step of a run, one topic per kind of run: ${choices(runKinds, 'and')}.`
  return [...single, { ...first, shown: code('KIND.step'), owner: 'service of the kind', description }]
}

/** Rows of an object's fields; nested objects follow their field as `file.index`. */
function fieldRows(schema: JsonSchema, prefix = ''): string[][] {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>
  const required = new Set((schema.required ?? []) as readonly string[])
  return Object.entries(properties).flatMap(([name, field]) => {
    const key = `${prefix}${name}`
    const row = [code(key), formOfJson(field), required.has(name) ? 'yes' : 'no', withCode(String(field.description ?? ''))]
    const items = field.items as JsonSchema | undefined
    const inner = field.properties ? fieldRows(field, `${key}.`) : items?.properties ? fieldRows(items, `${key}[].`) : []
    return SHARED.has(name) ? [row] : [row, ...inner]
  })
}

/** Objects that many events carry, described once. */
const SHARED: ReadonlySet<string> = new Set(['file'])
const FIELDS = ['Field', 'Type', 'Required', 'Description']

const schemaOf = ({ schema }: EventType): JsonSchema => z.toJSONSchema(schema, { io: 'input' }) as JsonSchema

function eventBlock(event: EventType): string {
  const version = event.version > 1 ? ` (version ${event.version})` : ''
  return blocks(`### ${event.name}`, `${event.description}${version}`, table(FIELDS, fieldRows(schemaOf(event))))
}

function sharedBlock(): string {
  const holder = catalog.find(({ name }) => name === 'document.received') as EventType
  const { file } = schemaOf(holder).properties as Readonly<Record<string, JsonSchema>>
  return blocks(
    '### The field `file`',
    'Events of a document carry the file of the upload in this form.',
    table(FIELDS, fieldRows(file as JsonSchema)),
  )
}

function headerRows(): string[][] {
  const required = new Set(recordHeaders.required)
  return Object.entries(recordHeaders.properties).map(([name, field]) => {
    const { description = '', ...schema } = field as JsonSchema & { description?: string }
    return [code(name), formOfJson(schema), required.has(name) ? 'yes' : 'no', description]
  })
}

export const topicsAndEvents: ReferencePage = {
  name: 'topics-and-events',
  title: 'Topics and events',
  summary: 'Every topic and event of Millrace, with keys, retention, fields, record headers and compatibility rules.',
  questions: [
    'Which topics are there?',
    'Which events may other systems subscribe to?',
    'Which fields does document.processed have?',
    'How long are events kept?',
    'Which headers does a record have?',
    'How does the schema registry framing look?',
    'What happens to my consumer when a schema changes?',
    'How many partitions does a topic have, and what is its key?',
  ],
  body: () => {
    const rows = topicRows()
    const visibility = new Map(ownedTopics().map(({ name, visibility }) => [name, visibility]))
    const kinds = new Set<string>(runKinds.map((kind) => stepTopic(kind).name))
    const of = (wanted: string) =>
      catalog.filter(({ name }) => visibility.get(name) === wanted && !kinds.has(name)).map((event) => eventBlock(event))
    const step = catalog.find(({ name }) => kinds.has(name))
    return blocks(
      'Topics are declared in [topics.yaml](../../topics.yaml). Schemas are published as JSON Schema and as an AsyncAPI 3.0 document in `schemas/json`.',
      '## Topics',
      'Public topics are for other systems; see [Subscribe to events](../how-to/subscribe-to-events.md). Internal topics may change with any release. Records with the same key stay in order.',
      table(
        ['Topic', 'Visibility', 'Key', 'Partitions', 'Retention', 'Owner', 'Description'],
        rows.map(({ shown, visibility: who, key, partitions, retention_ms, owner, description }) => [
          shown,
          who,
          /\s/.test(key) ? key : code(key),
          String(partitions),
          retentionOf(retention_ms),
          owner,
          description,
        ]),
      ),
      '## Records',
      'The value of a record is JSON in UTF-8. Delivery is at-least-once: a record may arrive again with the same `ce_id`.',
      table(['Header', 'Form', 'Present', 'Description'], headerRows()),
      '### Schema registry framing',
      'With `SCHEMA_REGISTRY_URL`, a value begins with five bytes: a zero byte, then the ID of the schema as a 4-byte big-endian integer. JSON follows. Without a registry, the value is JSON from its first byte. The consumers of Millrace read both forms.',
      'Schemas are registered under the subject `<prefix><topic>-value` with the compatibility level BACKWARD.',
      '## Compatibility',
      [
        '- A change within a version is additive: new optional fields, or new values where the field allows any text.',
        '- A change that breaks consumers gets a new version. The header `ce_schemaversion` carries it; 1 if absent.',
        '- Consumers must ignore fields that they do not know.',
        '- `npm run schemas -- --check` rejects changes that are not backward compatible.',
      ].join('\n'),
      '## Public events',
      ...of('public'),
      '## Internal events',
      sharedBlock(),
      ...of('internal'),
      step &&
        blocks(
          '### KIND.step',
          'Command to process an item of a step of a run. Each kind of run has such an event.',
          table(FIELDS, fieldRows(schemaOf(step))),
        ),
    )
  },
}
