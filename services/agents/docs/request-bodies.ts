import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import type { Section } from '../../../kernel/docs/sections.ts'
import type { Operation } from '../../../kernel/http/app/operations.ts'

/** Returns a section for each operation that takes a body, with its fields. Other work of the process runs between the operations. */
export async function requestBodySections(operations: readonly Operation[]): Promise<Section[]> {
  const sections: Section[] = []
  for (const { method, path, summary, body } of operations) {
    if (!body) continue
    await nextTurn()
    const { properties = {}, required = [] } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
    const fields = Object.entries(properties).map(
      ([name, schema]) => `- \`${name}\`: ${typeof schema === 'object' ? factsOf(schema, required.includes(name)) : ''}`,
    )
    if (fields.length === 0) continue
    const text = `${summary}. Fields of the request body:\n\n${fields.join('\n')}`
    sections.push({ source: 'OpenAPI', page: 'Request bodies', title: `${method} ${path}`, text, internal: false, questions: [] })
  }
  return sections
}

function factsOf(schema: z.core.JSONSchema.BaseSchema, required: boolean): string {
  const { description, minimum, maximum, maxLength, maxItems } = schema
  const limits = Object.entries({ '': maximum, ' characters': maxLength, ' entries': maxItems })
  return [
    required ? 'Required.' : 'Optional.',
    schema.enum && `One of ${schema.enum.map((value) => `\`${value}\``).join(', ')}.`,
    minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER && `At least ${minimum}.`,
    // JSON Schema of an integer without a limit names the largest safe integer.
    ...limits.map(([unit, limit]) => limit !== undefined && limit < Number.MAX_SAFE_INTEGER && `At most ${limit}${unit}.`),
    ['string', 'number', 'boolean'].includes(typeof schema.default) && `Default \`${schema.default}\`.`,
    description?.replace(/\.?$/, '.'),
  ]
    .filter(Boolean)
    .join(' ')
}
