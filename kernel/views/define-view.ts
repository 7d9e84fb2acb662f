import type { EventType, PayloadOf } from '../../schemas/event.ts'
import type { EventEnvelope } from '../broker/codec.ts'

/**
 * A table that the projector folds from events: one row per key, `body` the view as JSON, `columns` what readers filter and sort by.
 * `evolve` is pure and commutative: events of different topics arrive in any order, and the same set gives the same row.
 */
export interface ViewDefinition<On extends readonly EventType[], Body> {
  /** Table name. */
  readonly name: string
  readonly on: On
  readonly key: (payload: PayloadOf<On[number]>, envelope: EventEnvelope) => string
  readonly evolve: (
    body: Body | undefined,
    event: { type: On[number]['name']; payload: PayloadOf<On[number]>; envelope: EventEnvelope },
  ) => Body
  readonly columns: (body: Body) => Readonly<Record<string, string | number | null>>
}

export interface View {
  readonly name: string
  readonly on: readonly EventType[]
  readonly key: (payload: unknown, envelope: EventEnvelope) => string
  readonly evolve: (body: unknown, event: { type: string; payload: unknown; envelope: EventEnvelope }) => unknown
  readonly columns: (body: unknown) => Readonly<Record<string, string | number | null>>
}

/** Checks a view's types. */
export function defineView<const On extends readonly EventType[], Body>(definition: ViewDefinition<On, Body>): View {
  return definition as unknown as View
}

/** Columns that every view's table has. */
export interface ViewRow {
  key: string
  body: string
}
