import { z } from 'zod'
import { deadLetterKinds } from '../../../schemas/dead-letter.ts'
import { timeQuery } from '../operations/time-query.ts'
import { deadLetterStates } from './dead-letter-state.ts'

const word = z.string().min(1).max(2000)

/** Which dead letters; what is absent does not matter. */
export const filterShape = {
  topic: word.optional().describe('Of the record that failed.'),
  consumer: word.optional().describe('Who gave it up.'),
  code: word.optional().describe('Of the error.'),
  kind: z.enum(deadLetterKinds).optional().describe('Why it was given up.'),
  key: word.optional().describe('Of the record that failed.'),
  state: z.enum(deadLetterStates).optional().describe('What became of it.'),
  ...timeQuery.shape,
}
export const filterSchema = z.object(filterShape)
export type DeadLetterFilter = z.output<typeof filterSchema>

/** Most dead letters of one command: a further one takes the rest. */
export const MOST_AT_ONCE = 10_000
const MOST_REASON = 2_000

const chosenShape = {
  ids: z.array(z.string().min(1).max(100)).min(1).max(MOST_AT_ONCE).optional().describe('Of dead letters.'),
  error_code: word.optional().describe('The same as `code`.'),
  ...filterShape,
}
const optionsShape = {
  dry_run: z.boolean().default(false).describe('Tells how many there are, and changes nothing.'),
  reason: z.string().max(MOST_REASON).optional().describe('Why; kept with the dead letter and in the audit record.'),
}

/** Which dead letters a command takes, by ids, by the filters of the list, or by both; nothing at all is refused. */
const asksForSome = (body: object): boolean => Object.entries(body).some(([name, value]) => value !== undefined && name in chosenShape)
const NOTHING = { error: `name ids or a filter (${Object.keys(chosenShape).join(', ')}): a command without one would take everything` }

export const discardBody = z
  .strictObject({ ...chosenShape, ...optionsShape })
  .refine(asksForSome, NOTHING)
  .meta({ examples: [{ ids: ['0d9f7a52-6d2c-5f0e-9a41-7c1d2e3f4a5b'], reason: 'a test file' }] })
export const redriveBody = z
  .strictObject({
    ...chosenShape,
    ...optionsShape,
    rate: z.number().positive().max(10_000).optional().describe('Records a second; as fast as the log takes them when absent.'),
  })
  .refine(asksForSome, NOTHING)
  .meta({ examples: [{ code: 'embedding_failed', since: '2026-01-15T09:00:00Z', rate: 20, reason: 'the endpoint is back' }] })

export type Chosen = DeadLetterFilter & { readonly ids?: readonly string[] | undefined }

/** What of a command's body says which dead letters it takes. */
export function chosenBy(body: z.output<typeof discardBody>): Chosen {
  const { ids, error_code, topic, consumer, code = error_code, kind, key, state, since, until } = body
  return { ids, topic, consumer, code, kind, key, state, since, until }
}
