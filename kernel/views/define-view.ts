import { z } from 'zod'
import type { EventType } from '../../schemas/event.ts'
import type { EventOf } from '../broker/codec.ts'

/**
 * A table that the projector folds from events: one row per key, `body` the view as JSON, `columns` what readers filter and sort by.
 * `evolve` is pure and commutative: events of different topics arrive in any order, and the same set gives the same row.
 *
 * Its functions are written as methods so that a view of particular events is one of events: the projector gives it what `on` lists.
 */
export interface ViewDefinition<On extends readonly EventType[] = readonly EventType[], Body extends z.ZodType = z.ZodType> {
  /** Table name. */
  readonly name: string
  readonly on: On
  /** What a row's body is. What it gains later is optional: rows from before it have to be read, too. */
  readonly body: Body
  key(event: EventOf<On[number]>): string
  evolve(body: z.output<Body> | undefined, event: EventOf<On[number]>): z.output<Body>
  columns(body: z.output<Body>): Readonly<Record<string, string | number | null>>
}

/** A view whose events have been checked and forgotten, as the projector sees it. */
export interface View<Body extends z.ZodType = z.ZodType> extends ViewDefinition<readonly EventType[], Body> {
  /** The body of a row. Rejects rows that do not fit the schema. */
  read(row: Pick<ViewRow, 'body'>): z.output<Body>
}

/** Checks a view's types. */
export function defineView<const On extends readonly EventType[], Body extends z.ZodType>(
  definition: ViewDefinition<On, Body>,
): View<Body> {
  const { name, body: schema } = definition
  return {
    ...definition,
    read({ body }) {
      const read = schema.safeParse(JSON.parse(body))
      if (read.success) return read.data
      throw new Error(
        `a row of the view ${name} does not fit its schema; npm run rebuild-views ${name} writes it anew: ${z.prettifyError(read.error)}`,
      )
    },
  }
}

/** Columns that every view's table has. */
export interface ViewRow {
  key: string
  body: string
}
