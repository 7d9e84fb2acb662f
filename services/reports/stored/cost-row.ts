import { z } from 'zod'

/** A row of an employee as it was read. Null: the cell is empty, or holds something else. Amounts in dollars, shares from 0. */
export interface CostRow {
  /** The place of its sheet in the layout. */
  readonly sheet: number
  /** From 1. */
  readonly row: number
  readonly id: string | null
  readonly name: string | null
  readonly position: string | null
  readonly pool: string | null
  readonly salary: number | null
  readonly benefits: number | null
  readonly share: number | null
  readonly period: string | null
}

const text = z.string().nullable()
const amount = z.number().nullable()
/** As a line of a file: an array, because 50,000 rows repeat no names. */
const packedSchema = z.tuple([z.int(), z.int(), text, text, text, text, amount, amount, amount, text])

export const packRow = (r: CostRow): z.input<typeof packedSchema> => [
  ...([r.sheet, r.row, r.id, r.name, r.position, r.pool] as const),
  ...([r.salary, r.benefits, r.share, r.period] as const),
]

export const costRowSchema = packedSchema.transform(
  ([sheet, row, id, name, position, pool, salary, benefits, share, period]): CostRow => ({
    ...{ sheet, row, id, name, position, pool, salary, benefits, share, period },
  }),
)
