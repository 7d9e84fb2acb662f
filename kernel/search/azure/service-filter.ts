import type { FilterExpression } from '../filter/odata.ts'
import { printFilter } from '../filter/print-filter.ts'
import { isSearchable } from '../index-spec.ts'
import { termsOf } from '../query-terms.ts'
import type { IndexField, IndexSpec } from '../search.ts'
import { DOCUMENT, NUMBER, STAGE, WORDS } from './index-definition.ts'
import type { Horizon } from './stages.ts'

const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/**
 * Words in the service's simple query syntax. They hold letters, digits and marks only, so that nothing a user writes is read as an
 * operator; words of scripts without spaces are phrases, because the service's tokenizer cuts them.
 */
export const simpleQuery = (terms: readonly string[]): string => terms.map((t) => (SPACELESS.test(t) ? `"${t}"` : t)).join(' ')

/** The fields that text queries look into: every searchable one but the key, and the words that we found ourselves. */
export const searchFieldsOf = (spec: IndexSpec): string[] => [
  ...spec.fields.filter((f) => isSearchable(f) && !f.key).map((f) => f.name),
  WORDS,
]

const isWhole = (field: IndexField | undefined): boolean => field?.type === 'Edm.Int32' || field?.type === 'Edm.Int64'

/** The service refuses to compare whole numbers with infinities and NaN; what such a comparison says is known without it. */
function comparedWithNoNumber(tree: Extract<FilterExpression, { type: 'compare' }>, value: number): FilterExpression {
  const { field, operator } = tree
  if (operator === 'ne') return { type: 'constant', value: true }
  const below = (operator === 'lt' || operator === 'le') && value === Number.POSITIVE_INFINITY
  const above = (operator === 'gt' || operator === 'ge') && value === Number.NEGATIVE_INFINITY
  if (below || above) return { type: 'compare', field, operator: 'ne', value: { kind: 'null' } }
  return { type: 'constant', value: false }
}

function servedMatch(tree: Extract<FilterExpression, { type: 'match' }>, spec: IndexSpec): FilterExpression {
  const terms = termsOf(tree.text)
  if (terms.length === 0) return { type: 'constant', value: false }
  return { ...tree, text: simpleQuery(terms), fields: tree.fields.length ? tree.fields : searchFieldsOf(spec) }
}

/** A checked filter (checkFilter) as the service takes it. */
export function servedFilter(tree: FilterExpression, spec: IndexSpec): FilterExpression {
  switch (tree.type) {
    case 'and':
    case 'or':
      return { ...tree, operands: tree.operands.map((o) => servedFilter(o, spec)) }
    case 'not':
      return { ...tree, operand: servedFilter(tree.operand, spec) }
    case 'compare': {
      const { value } = tree
      const whole = isWhole(spec.fields.find((f) => f.name === tree.field))
      return whole && value.kind === 'number' && !Number.isFinite(value.value) ? comparedWithNoNumber(tree, value.value) : tree
    }
    case 'match':
      return servedMatch(tree, spec)
    default:
      return tree
  }
}

const number = (field: string, operator: 'le' | 'gt', value: number): FilterExpression => ({
  type: 'compare',
  field,
  operator,
  value: { kind: 'number', value },
})

/** Whether a chunk belongs to a finished write. Stages are numbered in order of their beginning, so that one begun after the horizon was read is beyond it. */
export const visible = ({ last, cleared, unseen }: Horizon): FilterExpression[] => [
  number(NUMBER, 'le', last),
  ...(cleared > 0 ? [number(NUMBER, 'gt', cleared)] : []),
  ...(unseen.length ? [{ type: 'not', operand: { type: 'in', field: STAGE, values: unseen.map(String) } } as const] : []),
]

export const ofDocument = (documentId: string): FilterExpression => ({
  type: 'compare',
  field: DOCUMENT,
  operator: 'eq',
  value: { kind: 'string', value: documentId },
})

export const ofStage = (stage: number): FilterExpression => ({
  type: 'compare',
  field: NUMBER,
  operator: 'eq',
  value: { kind: 'number', value: stage },
})

export const upToStage = (stage: number): FilterExpression => number(NUMBER, 'le', stage)

export const printAll = (filters: readonly FilterExpression[]): string => printFilter({ type: 'and', operands: filters })
