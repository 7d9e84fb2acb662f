import { z } from 'zod'
import { parseJson } from '../../../kernel/http/body/parse-json.ts'
import { ApiError, messageOf } from '../../../kernel/runtime/errors.ts'
import { plainIssue } from '../../../kernel/text/plain-issue.ts'
import { documentMetadataSchema } from '../../../schemas/document.ts'
import { fileTypeOf } from '../formats/catalog.ts'

const flag = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['true', 'false', '1', '0', 'on', 'off']))
  .transform((v) => v === 'true' || v === '1' || v === 'on')

/** The text fields of POST /upload. */
const fieldsSchema = z.object({
  metadata: z
    .string({ error: 'is missing' })
    .transform((text, ctx): unknown => {
      try {
        return parseJson(text, { name: 'it' })
      } catch (error) {
        ctx.addIssue({ code: 'custom', message: messageOf(error) })
        return z.NEVER
      }
    })
    .pipe(documentMetadataSchema),
  process_mode: z.enum(['async', 'sync', 'upload_only']).default('async'),
  prevent_reprocess: flag.default(true),
  replace_existing: flag.default(false),
  target_index: z.string().min(1).max(128).optional(),
})

export type UploadFields = z.output<typeof fieldsSchema>

/**
 * Checks the fields of a form that brings the file of this name; ApiError invalid_request that names each wrong one, and shows the line
 * that would do where metadata lacks what it needs.
 */
export function readUploadFields(fields: Readonly<Record<string, string>>, fileName = 'handbook.pdf'): UploadFields {
  const parsed = fieldsSchema.safeParse(fields)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map((i) => ({ field: i.path.join('.'), message: plainIssue(i.message) }))
  const example = issues.some(({ field }) => NEEDED.has(field)) ? exampleMetadata(parsedOr(fields.metadata), fileName) : undefined
  const text = JSON.stringify(example)
  const line = example === undefined ? '' : `. This would do: -F 'metadata=${text.replaceAll("'", "'\\''")}'`
  const message = issues.map((i) => `${i.field}: ${i.message}`).join('; ') + line
  throw new ApiError('invalid_request', message, {
    details: { issues, ...(example === undefined ? {} : { example: { metadata: text } }) },
  })
}

/** Throws ApiError invalid_request, with what would do, for metadata of a JSON body that lack what every document has to be told with. */
export function checkMetadataGiven(metadata: unknown, fileName: string): void {
  const parsed = documentMetadataSchema.safeParse(metadata)
  const issues = parsed.success
    ? []
    : parsed.error.issues.map((i) => ({
        field: ['metadata', ...i.path].join('.'),
        message: plainIssue(i.message),
      }))
  const missing = issues.filter(({ field }) => NEEDED.has(field))
  if (missing.length === 0) return
  const example = exampleMetadata(metadata, fileName)
  const message = `${missing.map(({ field, message }) => `${field}: ${message}`).join('; ')}. This would do: "metadata": ${JSON.stringify(example)}`
  throw new ApiError('invalid_request', message, { details: { issues, example: { metadata: example } } })
}

/** What every document has to be told with. */
const NEEDED = new Set(['metadata', 'metadata.title', 'metadata.doc_type'])
const LONGEST_SHOWN = 1000

/** The metadata with what is missing filled in from the file's name: its title, and its kind. */
function exampleMetadata(given: unknown, fileName: string): Record<string, unknown> {
  const filled = { title: fileName.replace(/(.)\.[^.]+$/, '$1'), doc_type: fileTypeOf(fileName) || 'document' }
  const read = z.looseObject({}).safeParse(given)
  const own = read.success ? read.data : {}
  const whole = { ...own, ...withoutNeeded(own, filled) }
  return JSON.stringify(whole).length > LONGEST_SHOWN ? filled : whole
}

const withoutNeeded = (own: Record<string, unknown>, filled: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(filled).filter(([name]) => !(typeof own[name] === 'string' && own[name].trim())))

function parsedOr(text: string | undefined): unknown {
  try {
    return parseJson(text ?? '', { name: 'metadata' })
  } catch {
    return undefined
  }
}
