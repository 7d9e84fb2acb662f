import type { z } from 'zod'

/**
 * One kind of event or command: its topic, its key and the zod schema of its payload, as a value.
 * The schema gives the TypeScript type, the validator at both ends of a topic, and the published JSON Schema.
 */
export interface EventType<Name extends string = string, Schema extends z.ZodType = z.ZodType> {
  readonly name: Name
  /** Grows with each change of the schema. Changes are additive: readers of an older version keep working. */
  readonly version: number
  readonly schema: Schema
  readonly description: string
  /** Records of one key stay in order. */
  readonly key: (payload: z.output<Schema>) => string
  /** A draft of this event, to be returned from a handler or published by an edge. Throws ZodError on a bad payload. */
  readonly make: (payload: z.input<Schema>) => EventDraft<Name, z.output<Schema>>
}

/** A payload with its type, before it has an id and headers. */
export interface EventDraft<Name extends string = string, Payload = unknown> {
  readonly type: Name
  readonly version: number
  readonly key: string
  readonly payload: Payload
  /** Id of the event where several may tell of the same fact; derived from its cause when absent. */
  readonly id?: string
}

export type PayloadOf<E> = E extends EventType<string, infer S> ? z.output<S> : never
export type DraftOf<E> = E extends EventType<infer N, infer S> ? EventDraft<N, z.output<S>> : never

/** Declares an event. The topic carries the event's name. */
export function defineEvent<const Name extends string, Schema extends z.ZodType>(definition: {
  name: Name
  version?: number
  description: string
  schema: Schema
  key: (payload: z.output<Schema>) => string
}): EventType<Name, Schema> {
  const { name, version = 1, description, schema, key } = definition
  return {
    name,
    version,
    description,
    schema,
    key,
    make(input) {
      const payload = schema.parse(input)
      return { type: name, version, key: key(payload), payload }
    },
  }
}
