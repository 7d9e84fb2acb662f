import type { TopicDeclaration } from '../../../kernel/broker/topics.ts'
import { errorTable } from '../../../kernel/runtime/errors.ts'
import type { Section } from './sections.ts'

/** What of an OpenAPI document is read here. */
export interface ApiDocument {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>
  readonly components?: {
    readonly schemas?: Readonly<Record<string, ApiSchema>>
    readonly parameters?: Readonly<Record<string, ApiParameter>>
  }
}
interface ApiOperation {
  readonly summary?: string
  readonly parameters?: readonly (ApiParameter | Reference)[]
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: ApiSchema | Reference }>> }
}
interface Reference {
  readonly $ref: string
}
interface ApiParameter {
  readonly name: string
  readonly in: string
  readonly description?: string
  readonly required?: boolean
  readonly schema?: ApiSchema
}
interface ApiSchema {
  readonly properties?: Readonly<Record<string, ApiSchema>>
  readonly required?: readonly string[]
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
}

/** What a caller may put into one operation, and each of these fields with its default and bounds. */
export function fieldSections({ paths = {}, components = {} }: ApiDocument): Section[] {
  const parameter = (p: ApiParameter | Reference) => ('$ref' in p ? components.parameters?.[nameIn(p)] : p)
  const schema = (s: ApiSchema | Reference | undefined) => (s && '$ref' in s ? components.schemas?.[nameIn(s)] : s)
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { summary = '', parameters = [], requestBody }]) => {
      const title = `${method.toUpperCase()} ${path}`
      const queries = parameters.flatMap((p) => parameter(p) ?? []).filter((p) => p.in === 'query')
      const body = schema(Object.values(requestBody?.content ?? {})[0]?.schema)
      const fields: Field[] = [
        ...queries.map((p) => ({ name: p.name, required: p.required ?? false, schema: { ...p.schema, description: p.description ?? '' } })),
        ...Object.entries(body?.properties ?? {}).map(([name, of]) => ({
          name,
          required: body?.required?.includes(name) ?? false,
          schema: of,
        })),
      ]
      if (fields.length === 0) return []
      const kind = queries.length === fields.length ? 'Query parameters' : requestBody?.content?.['multipart/form-data'] ? 'Form' : 'Body'
      const names = fields.map(({ name, required }) => `\`${name}\`${required ? ' (required)' : ''}`).join(', ')
      const whole = `${kind} of \`${title}\` (${summary}): it accepts the fields ${names}.`
      return [whole, ...fields.map((field) => `\`${field.name}\` of \`${title}\` (${summary}): ${told(field)}`)].map((text) => ({
        source: 'OpenAPI',
        title,
        text,
        whole: true as const,
        reference: true as const,
      }))
    }),
  )
}

interface Field {
  readonly name: string
  readonly required: boolean
  readonly schema: ApiSchema
}

const nameIn = ({ $ref }: Reference): string => $ref.slice($ref.lastIndexOf('/') + 1)

function told({ required, schema }: Field): string {
  const { description, minimum, maximum, maxLength, maxItems } = schema
  const most = maximum ?? maxLength ?? maxItems
  const unit = maximum !== undefined ? '' : maxLength !== undefined ? ' characters' : ' entries'
  const facts = [
    required ? 'required' : 'optional',
    ...(schema.enum ? [`values ${schema.enum.map((one) => `\`${one}\``).join(', ')}`] : []),
    ...(minimum !== undefined ? [`at least ${minimum}`] : []),
    // the largest safe integer is no bound that anybody set
    ...(most !== undefined && most < Number.MAX_SAFE_INTEGER ? [`at most ${most.toLocaleString('en')}${unit}`] : []),
    ...(['string', 'number', 'boolean'].includes(typeof schema.default) ? [`default \`${schema.default}\``] : []),
  ]
  return [sentence(facts.join(', ')), description ? sentence(description) : ''].filter(Boolean).join(' ')
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replace(/\.?$/, '.')

/** The headers that whole families of routes take. */
export const headerSections = ({ components }: ApiDocument): Section[] =>
  Object.values(components?.parameters ?? {})
    .filter((p) => p.in === 'header')
    .map(({ name, description = '' }) => ({
      source: 'OpenAPI',
      title: `Header ${name}`,
      text: `\`${name}\` (header): ${sentence(description)}`,
      whole: true,
    }))

/** What each status and code of an error says. */
export const errorSections = (): Section[] =>
  Object.entries(errorTable).map(([code, { status, retryable, doc }]) => ({
    source: 'OpenAPI',
    title: `HTTP status ${status} ${code}`,
    text: `HTTP status ${status} (code \`${code}\`): ${sentence(doc)}${retryable ? ' The same request may succeed later.' : ''}`,
    whole: true,
  }))

/** What each topic tells, by what its records are keyed, and how long they are kept. */
export const topicSections = (topics: readonly TopicDeclaration[]): Section[] =>
  topics.map(({ name, key, description, retention_ms, visibility, partitions }) => ({
    source: 'topics.yaml',
    title: `Topic ${name}`,
    text: `Topic \`${name}\`${visibility === 'public' ? ', public' : ''}: ${sentence(description)} Key \`${key}\`, ${partitions} partitions, records are kept ${keptFor(retention_ms)}.`,
    whole: true,
  }))

const DAY_MS = 24 * 3_600_000
const keptFor = (ms: number): string =>
  ms < 0 ? 'for ever' : ms >= DAY_MS ? `for ${+(ms / DAY_MS).toFixed(1)} days` : `for ${+(ms / 3_600_000).toFixed(1)} hours`
