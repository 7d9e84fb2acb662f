import { z } from 'zod'
import { parseJson } from '../../../kernel/http/body/parse-json.ts'
import { ApiError, messageOf } from '../../../kernel/runtime/errors.ts'
import { plainIssue } from '../../../kernel/text/plain-issue.ts'
import { typingDistance } from '../../../kernel/text/typing-distance.ts'
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
  const given = parsed.success ? parsed.data.metadata : parsedOr(fields.metadata)
  const misspelt = misspeltKeys(given)
  if (parsed.success && misspelt.length === 0) return parsed.data
  const wrong = parsed.error?.issues.map((i) => ({ field: i.path.join('.'), message: plainIssue(i.message) })) ?? []
  const issues = [...misspelt, ...wrong]
  const example = misspelt.length > 0 || issues.some(({ field }) => NEEDED.has(field)) ? exampleMetadata(given, fileName) : undefined
  const text = JSON.stringify(example)
  const line = example === undefined ? '' : `. This would do: -F 'metadata=${text.replaceAll("'", "'\\''")}'`
  const message = issues.map((i) => `${i.field}: ${i.message}`).join('; ') + line
  throw new ApiError('invalid_request', message, {
    details: { issues, ...(example === undefined ? {} : { example: { metadata: text } }) },
  })
}

/**
 * Throws ApiError invalid_request, with what would do, for metadata of a JSON body that lack what every document has to be told with, or
 * have a key that was meant to be another.
 */
export function checkMetadataGiven(metadata: unknown, fileName: string): void {
  const parsed = documentMetadataSchema.safeParse(metadata)
  const issues = parsed.success
    ? []
    : parsed.error.issues.map((i) => ({
        field: ['metadata', ...i.path].join('.'),
        message: plainIssue(i.message),
      }))
  const missing = [...misspeltKeys(metadata), ...issues.filter(({ field }) => NEEDED.has(field))]
  if (missing.length === 0) return
  const example = exampleMetadata(metadata, fileName)
  const message = `${missing.map(({ field, message }) => `${field}: ${message}`).join('; ')}. This would do: "metadata": ${JSON.stringify(example)}`
  throw new ApiError('invalid_request', message, {
    details: { issues: [...new Set([...missing, ...issues])], example: { metadata: example } },
  })
}

const { shape } = documentMetadataSchema
const KEYS = Object.keys(shape)
/** What else the keys of dates are called. */
const OTHER_NAMES: readonly (readonly [RegExp, string])[] = [
  [/^expir(?:y|es?|ed|ation)(?:date|on|at)?$/, 'expiry_date'],
  [/^effective(?:from|since|on|at)?$/, 'effective_date'],
]
/** A slip for each so many letters. */
const LETTERS_PER_SLIP = 5

/** The known key that was meant by one that is not known: keys decide who may read a document, so that a slip in one must not pass in silence. */
function keyMeant(given: string): string | undefined {
  if (KEYS.includes(given) || given.length > 64) return undefined
  const typed = plainKey(given)
  const near = KEYS.find((key) => {
    const most = Math.max(1, Math.floor(plainKey(key).length / LETTERS_PER_SLIP))
    return typingDistance(typed, plainKey(key), most) <= most
  })
  return near ?? OTHER_NAMES.find(([pattern]) => pattern.test(typed))?.[1]
}

const plainKey = (key: string): string => key.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

function misspeltKeys(metadata: unknown): { field: string; message: string }[] {
  const read = z.looseObject({}).safeParse(metadata)
  return Object.keys(read.success ? read.data : {}).flatMap((key) => {
    const meant = keyMeant(key)
    return meant === undefined ? [] : [{ field: `metadata.${key}`, message: `is not known; did you mean ${meant}?` }]
  })
}

/** The metadata under the keys that were meant, without what could not stand there. */
const renamed = (own: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(own).flatMap(([key, value]) => {
      const meant = keyMeant(key)
      if (meant === undefined) return [[key, value]]
      return meant in own || !shape[meant as keyof typeof shape].safeParse(value).success ? [] : [[meant, value]]
    }),
  )

/** What every document has to be told with. */
const NEEDED = new Set(['metadata', 'metadata.title', 'metadata.doc_type'])
const LONGEST_SHOWN = 1000

/** The metadata with what is missing filled in from the file's name: its title, and its kind. */
function exampleMetadata(given: unknown, fileName: string): Record<string, unknown> {
  const filled = { title: fileName.replace(/(.)\.[^.]+$/, '$1'), doc_type: fileTypeOf(fileName) || 'document' }
  const read = z.looseObject({}).safeParse(given)
  const own = read.success ? renamed(read.data) : {}
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
