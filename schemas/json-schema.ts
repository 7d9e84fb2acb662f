import { z } from 'zod'
import type { EventType } from './event.ts'

export type JsonObject = { readonly [key: string]: unknown }

/** Name of the file that holds an event's JSON Schema. */
export const schemaFile = (event: EventType): string => `${event.name}.v${event.version}.json`

/** The JSON Schema (draft 2020-12) of what a publisher writes. */
export function jsonSchemaOf(event: EventType): JsonObject {
  const { $schema, ...schema } = z.toJSONSchema(event.schema, { target: 'draft-2020-12', io: 'input' })
  return { $schema, $id: schemaFile(event), title: event.name, description: event.description, ...schema }
}

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Objects that name their properties have no others: by rules of registries only such a schema may be given another property later. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (!isObject(schema)) return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  return isObject(schema.properties) && schema.type === 'object' ? { additionalProperties: false, ...inner } : inner
}

/**
 * What a publisher writes, as registries compare it under BACKWARD: draft 07, because they know no newer one, and without properties that
 * are not named.
 */
export function registeredSchemaOf(event: EventType): JsonObject {
  const { $schema, ...schema } = z.toJSONSchema(event.schema, { target: 'draft-07', io: 'input' })
  return { $schema, $id: schemaFile(event), title: event.name, description: event.description, ...(closed(schema) as JsonObject) }
}
