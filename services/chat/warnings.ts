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

/** Turns that were sent where a question is answered by itself. */
export const unfollowedHistory = ({ kind }: Mode, { history }: Pick<ChatRequest, 'history'>): Warning[] =>
  kind === 'chat' || history.length === 0
    ? []
    : [
        {
          field: 'history',
          message: 'is not followed here: this route searches for the question alone; flexible-chat follows a conversation',
        },
      ]

/** Fields that were asked for of the sources and that none of them has: null everywhere. */
export function absentFields(
  selected: readonly string[],
  sources: readonly { readonly fields: Readonly<Record<string, unknown>> }[],
): Warning[] {
  const known = [...new Set(sources.flatMap(({ fields }) => Object.keys(fields)))]
  if (known.length === 0) return []
  return selected
    .filter((name) => name !== 'id' && !known.includes(name))
    .slice(0, MAX_WARNINGS)
    .map((name) => {
      const near = nearestName(name, known)
      const field = 'fetch_args.CloudSearchFetcher.select_fields'
      return { field, message: `no source has a field ${JSON.stringify(name.slice(0, MAX_SHOWN))}${near ? `; did you mean ${near}?` : ''}` }
    })
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
