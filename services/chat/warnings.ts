import { z } from 'zod'
import { nearestName } from '../../kernel/text/nearest-name.ts'
import { type ChatRequest, chatRequestSchema, type Mode } from './request.ts'

export const warningSchema = z.object({
  field: z.string().describe('Path of the field in the request.'),
  message: z.string(),
})
export type Warning = z.output<typeof warningSchema>

const MAX_WARNINGS = 20
const MAX_SHOWN = 64

/** Names at each place of a chat request, by the place's path. Places that hold the client's own names (metadata) are none. */
const places: ReadonlyMap<string, readonly string[]> = new Map(placesOf(chatRequestSchema, ''))

/**
 * What of a chat request has no effect: names that no place of it knows, with the place or the name that was probably meant. Such fields
 * are no error, because clients send more than is known here; but one that was meant is told.
 */
export function warningsOf(request: Readonly<Record<string, unknown>>): Warning[] {
  return [...unknownNames(request, '')].slice(0, MAX_WARNINGS)
}

/** Fields that other routes read, and this one does not. */
export function unreadHere(
  { kind, multimodal }: Mode,
  { history, skip_knowledge_base, stream, metadata }: Pick<ChatRequest, 'history' | 'skip_knowledge_base' | 'stream' | 'metadata'>,
): Warning[] {
  const unread: readonly (readonly [there: boolean, field: string, message: string])[] = [
    [
      kind === 'rag' && history.length > 0,
      'history',
      'is not followed here: this route searches for the question alone; flexible-chat follows a conversation',
    ],
    [kind === 'chat' && skip_knowledge_base, 'skip_knowledge_base', 'has no effect here: a chat always looks its latest turn up'],
    [multimodal && stream, 'stream', 'has no effect here: routes with images do not stream'],
    [!multimodal && metadata.images !== undefined, 'metadata.images', `are not looked at here: flexible-${kind}-mm reads images`],
  ]
  return unread.flatMap(([there, field, message]) => (there ? [{ field, message }] : []))
}

/** What every source carries, whatever is selected. */
const ALWAYS: readonly string[] = ['id', 'score', 'index', 'document_id']

/** Fields that the caller asked for of the sources and that none of them has: null everywhere, and never with a highlight. */
export function absentFields(
  asked: { readonly select_fields?: readonly string[] | undefined; readonly highlight_fields?: readonly string[] | undefined },
  sources: readonly { readonly fields: Readonly<Record<string, unknown>> }[],
): Warning[] {
  const known = new Set([...ALWAYS, ...sources.flatMap(({ fields }) => Object.keys(fields))])
  if (sources.length === 0) return []
  return (['select_fields', 'highlight_fields'] as const).flatMap((list) =>
    [...new Set(asked[list])]
      .filter((name) => !known.has(name))
      .slice(0, MAX_WARNINGS)
      .map((name) => {
        const near = nearestName(name, [...known])
        const message = `no source has a field ${JSON.stringify(name.slice(0, MAX_SHOWN))}${near ? `; did you mean ${near}?` : ''}`
        return { field: `fetch_args.CloudSearchFetcher.${list}`, message }
      }),
  )
}

function* unknownNames(value: unknown, place: string): Generator<Warning> {
  const known = places.get(place)
  if (!known || !isObject(value)) return
  for (const [name, inner] of Object.entries(value)) {
    if (known.includes(name)) yield* unknownNames(inner, join(place, name))
    else yield { field: join(place, name.slice(0, MAX_SHOWN)), message: `has no effect here; ${adviceFor(name, known)}` }
  }
}

function adviceFor(name: string, known: readonly string[]): string {
  const elsewhere = [...places].find(([, names]) => names.includes(name))
  if (elsewhere) return `it belongs at ${join(elsewhere[0], name)}`
  const near = nearestName(name, known)
  return near ? `did you mean ${near}?` : 'no field has this name'
}

/** Depth first, so that the nearer place comes before the one within it. */
function* placesOf(schema: unknown, place: string): Generator<[string, readonly string[]]> {
  const object = objectOf(schema)
  if (!object) return
  yield [place, Object.keys(object.shape)]
  for (const [name, inner] of Object.entries(object.shape)) yield* placesOf(inner, join(place, name))
}

/** The object that a schema asks for, beneath defaults, options and choices. */
function objectOf(schema: unknown): z.ZodObject | undefined {
  if (schema instanceof z.ZodObject) return schema
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return objectOf(schema.unwrap())
  if (schema instanceof z.ZodUnion) return schema.options.map(objectOf).find((option) => option !== undefined)
  return undefined
}

function join(place: string, name: string): string {
  return place ? `${place}.${name}` : name
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
