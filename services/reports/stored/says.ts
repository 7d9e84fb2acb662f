import { z } from 'zod'
import { fieldNames } from './layout.ts'

const field = z.enum(fieldNames)

/** Why what a cell holds is no value. */
export const faultCodes = [
  'text_for_amount',
  'no_amount',
  'percentage_for_amount',
  'date_for_amount',
  'formula_error',
  'too_large',
  'no_share',
  'negative_share',
  'no_quarter',
  'date_for_quarter',
] as const
export type FaultCode = (typeof faultCodes)[number]

/** What a rule found, without words: `tell/` has them in each language. Amounts in dollars, shares and changes as parts of 1. */
export const saysSchema = z.discriminatedUnion('key', [
  z.object({ key: z.literal('missing'), field, who: z.string().nullable() }),
  z.object({ key: z.literal('no_column'), field }),
  z.object({ key: z.literal('malformed'), field, shown: z.string(), why: z.enum(faultCodes) }),
  z.object({ key: z.literal('negative'), field, value: z.number() }),
  z.object({ key: z.literal('duplicate'), id: z.string(), row: z.int(), sheet: z.string().nullable(), period: z.string() }),
  z.object({ key: z.literal('total'), field, value: z.number(), sum: z.number() }),
  z.object({ key: z.literal('share'), share: z.number(), most: z.number() }),
  z.object({ key: z.literal('ratio'), ratio: z.number().nullable(), min: z.number(), max: z.number() }),
  z.object({ key: z.literal('no_pool'), position: z.string(), usual: z.string().nullable() }),
  z.object({ key: z.literal('change'), field, before: z.number(), now: z.number(), change: z.number().nullable() }),
  z.object({
    key: z.literal('outlier'),
    field,
    value: z.number(),
    position: z.string(),
    of: z.int(),
    median: z.number(),
    score: z.number(),
  }),
])
export type Says = z.output<typeof saysSchema>
export type SaysOf<Key extends Says['key']> = Extract<Says, { key: Key }>
