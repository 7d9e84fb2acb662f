import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import type { ChangeDraft } from '../../../html/changes.ts'

const caseSchema = z.strictObject({
  field: z.string(),
  wish: z.string(),
  may: z.array(z.string()),
  has: z.string().optional(),
  hasNot: z.string().optional(),
  model: z.boolean().default(false),
})
const fileSchema = z.strictObject({ fields: z.record(z.string(), z.string()), cases: z.array(caseSchema) })

export interface EditCase extends z.output<typeof caseSchema> {
  readonly html: string
}

/** Instructions, each with the field that it is about. Throws an Error where a stretch does not stand in its field exactly once. */
export function readCases(): EditCase[] {
  const { fields, cases } = fileSchema.parse(parse(readFileSync(new URL('./cases.yaml', import.meta.url), 'utf8')))
  return cases.map((one) => {
    const html = fields[one.field] ?? ''
    for (const stretch of one.may)
      if (stretch !== '*' && html.split(stretch).length !== 2)
        throw new Error(`${one.wish}: ${JSON.stringify(stretch)} stands in the field ${html.split(stretch).length - 1} times`)
    return { ...one, html }
  })
}

/** The first splice that lies outside of what may change; undefined where all lie inside. */
export function outsideOf({ html, may }: EditCase, changes: readonly ChangeDraft[]) {
  const allowed = may.map((stretch) => {
    const start = stretch === '*' ? 0 : html.indexOf(stretch)
    return { start, end: stretch === '*' ? html.length : start + stretch.length }
  })
  const splices = changes.flatMap((change) => change.splices)
  return splices.find((s) => !allowed.some(({ start, end }) => s.start >= start && s.end <= end))
}
