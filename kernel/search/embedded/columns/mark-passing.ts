import type { ComparisonOperator, FilterExpression } from '../../filter/odata.ts'
import { compareStrings, compileFilter, type FilterSource, numberOf, type SlotTest } from './compile-filter.ts'

type Compare = Extract<FilterExpression, { type: 'compare' }>

/** So many distinct values are tested at most before a column is gone through. */
const FEW_VALUES = 65_536

function narrowByNumbers(marks: Uint8Array, values: Float64Array, operator: ComparisonOperator, than: number): void {
  const end = marks.length
  // NaN stands for null: unequal to everything, and neither above nor below anything.
  if (operator === 'ge') for (let s = 0; s < end; s++) marks[s]! &= Number(values[s]! >= than)
  else if (operator === 'gt') for (let s = 0; s < end; s++) marks[s]! &= Number(values[s]! > than)
  else if (operator === 'le') for (let s = 0; s < end; s++) marks[s]! &= Number(values[s]! <= than)
  else if (operator === 'lt') for (let s = 0; s < end; s++) marks[s]! &= Number(values[s]! < than)
  else if (operator === 'eq') for (let s = 0; s < end; s++) marks[s]! &= Number(values[s]! === than)
  else for (let s = 0; s < end; s++) marks[s]! &= Number(values[s]! !== than)
}

/** False where it is not a comparison that a column can be gone through for. */
function narrowByColumn(tree: Compare, source: FilterSource, marks: Uint8Array): boolean {
  const column = source.column(tree.field)
  const { operator, value } = tree
  if (value.kind === 'null' || column.kind === 'list') return false
  if (column.kind === 'number') {
    narrowByNumbers(marks, column.values, operator, numberOf(value))
    return true
  }
  const { codes, dictionary } = column
  if (dictionary.values.length > FEW_VALUES) return false
  const test = compareStrings(operator, String(value.value))
  // The first one is null's.
  const passes = Uint8Array.from([operator === 'ne', ...dictionary.values.map(test)], Number)
  for (let s = 0; s < marks.length; s++) marks[s]! &= passes[codes[s]! + 1]!
  return true
}

function narrow(tree: FilterExpression, source: FilterSource, marks: Uint8Array): void {
  if (tree.type === 'and') {
    for (const operand of tree.operands) narrow(operand, source, marks)
    return
  }
  if (tree.type === 'compare' && narrowByColumn(tree, source, marks)) return
  const test = compileFilter(tree, source)
  for (let s = 0; s < marks.length; s++) if (marks[s] === 1 && !test(s)) marks[s] = 0
}

/**
 * The same as `compileFilter`, evaluated at once for all slots below `end`, a condition after the other: for questions that look at every slot
 * anyway, and twice at some.
 */
export function markPassing(tree: FilterExpression, source: FilterSource, end: number): SlotTest {
  const marks = new Uint8Array(end).fill(1)
  narrow(tree, source, marks)
  return (slot) => marks[slot] === 1
}
