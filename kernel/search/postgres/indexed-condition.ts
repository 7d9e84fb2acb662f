import { type RawBuilder, sql } from 'kysely'
import type { FilterExpression, Literal } from '../filter/odata.ts'
import { isCollection } from '../index-spec.ts'
import type { IndexSpec } from '../search.ts'
import { storable } from './filter-sql.ts'

type Condition = RawBuilder<boolean>

/** Values of one `search.in` that are looked up one by one. */
const MOST_VALUES = 50

const holds = (field: string, value: unknown): Condition => sql<boolean>`c.keys @> ${JSON.stringify({ [storable(field)]: value })}::jsonb`

const either = (parts: readonly Condition[]): Condition => sql<boolean>`(${sql.join(parts, sql` OR `)})`

const keyOf = ({ kind, value }: Exclude<Literal, { kind: 'null' }>): unknown =>
  kind === 'string' ? storable(value) : kind === 'date' ? Date.parse(value) : value

/** What every chunk that a filter on one value, or on an element, lets through holds. */
function heldBy(tree: FilterExpression, of: (value: unknown) => Condition): Condition | undefined {
  if (tree.type === 'compare' && tree.operator === 'eq' && tree.value.kind !== 'null') return of(keyOf(tree.value))
  if (tree.type === 'truthy') return of(true)
  if (tree.type !== 'in' || tree.values.length === 0 || tree.values.length > MOST_VALUES) return undefined
  return either(tree.values.map((value) => of(storable(value))))
}

/**
 * A condition that the index on `keys` knows and that everything a filter lets through fulfils, to stand beside the exact one; undefined
 * where the filter has none. Nulls have none: chunks from before a field was added do not name it.
 */
export function indexedCondition(tree: FilterExpression, spec: IndexSpec): Condition | undefined {
  switch (tree.type) {
    case 'and': {
      const parts = tree.operands.flatMap((operand) => indexedCondition(operand, spec) ?? [])
      return parts.length === 0 ? undefined : sql<boolean>`(${sql.join(parts, sql` AND `)})`
    }
    case 'or': {
      const parts = tree.operands.map((operand) => indexedCondition(operand, spec))
      const whole = parts.filter((part) => part !== undefined)
      return whole.length === parts.length && whole.length > 0 ? either(whole) : undefined
    }
    case 'compare':
    case 'in':
    case 'truthy':
      return heldBy(tree, (value) => holds(tree.field, value))
    case 'any': {
      const field = spec.fields.find(({ name }) => name === tree.field)
      if (!tree.predicate || !field || !isCollection(field)) return undefined
      if (tree.predicate.type === 'compare' && tree.predicate.value.kind !== 'string') return undefined
      return heldBy(tree.predicate, (value) => holds(tree.field, [value]))
    }
    default:
      return undefined
  }
}
