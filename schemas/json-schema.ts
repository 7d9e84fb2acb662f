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
