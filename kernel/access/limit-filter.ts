import type { FilterExpression } from '../search/filter/odata.ts'
import { allows } from '../search/index-spec.ts'
import type { IndexSpec } from '../search/search.ts'
import type { LabelLimit, Limits } from './limits.ts'

const NOTHING: FilterExpression = { type: 'constant', value: false }

/**
 * The limits as a filter on an index, or undefined where there are none. Made as a tree, never as text, so that no value can become
 * an operator. An index that does not keep the label, or does not filter by it, shows nothing to a caller who is limited by it.
 */
export function limitFilter({ conditions }: Limits, spec: IndexSpec): FilterExpression | undefined {
  if (conditions.length === 0) return undefined
  return { type: 'and', operands: conditions.map((condition) => conditionOn(condition, spec)) }
}

function conditionOn({ label, values, unlabelled }: LabelLimit, spec: IndexSpec): FilterExpression {
  const field = spec.fields.find(({ name }) => name === label)
  if (field?.type !== 'Edm.String' || !allows(field, 'filterable')) return NOTHING
  const operands: FilterExpression[] = []
  if (values.length) operands.push({ type: 'in', field: label, values })
  if (unlabelled) operands.push({ type: 'compare', field: label, operator: 'eq', value: { kind: 'null' } })
  if (operands.length === 0) return NOTHING
  return operands.length === 1 ? operands[0]! : { type: 'or', operands }
}

/** Both filters; each is an operand of its own, so that an `or` in one never reaches over the other. */
export function bothFilters(a: FilterExpression | undefined, b: FilterExpression | undefined): FilterExpression | undefined {
  if (!a || !b) return a ?? b
  return { type: 'and', operands: [a, b] }
}
