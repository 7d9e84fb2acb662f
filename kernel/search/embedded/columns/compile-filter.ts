import type { ComparisonOperator, FilterExpression, Literal } from '../../filter/odata.ts'
import type { Column } from './column.ts'
import type { Dictionary } from './dictionary.ts'

/** Whether the chunk in a slot passes. */
export type SlotTest = (slot: number) => boolean

/** What a filter needs to know of its table. */
export interface FilterSource {
  column(field: string): Column
  /** Slots that a text query finds. */
  matching(query: Extract<FilterExpression, { type: 'match' }>): ReadonlySet<number>
}

const never: SlotTest = () => false

const compareNumbers = (operator: ComparisonOperator, value: number): ((x: number) => boolean) => {
  switch (operator) {
    case 'eq':
      return (x) => x === value
    case 'ne':
      return (x) => x !== value
    case 'gt':
      return (x) => x > value
    case 'ge':
      return (x) => x >= value
    case 'lt':
      return (x) => x < value
    case 'le':
      return (x) => x <= value
  }
}

export const compareStrings = (operator: ComparisonOperator, value: string): ((x: string) => boolean) => {
  switch (operator) {
    case 'eq':
      return (x) => x === value
    case 'ne':
      return (x) => x !== value
    case 'gt':
      return (x) => x > value
    case 'ge':
      return (x) => x >= value
    case 'lt':
      return (x) => x < value
    case 'le':
      return (x) => x <= value
  }
}

export const numberOf = (value: Literal): number => {
  if (value.kind === 'date') return Date.parse(value.value)
  return value.kind === 'number' || value.kind === 'boolean' ? Number(value.value) : Number.NaN
}

function compareColumn(column: Column, operator: ComparisonOperator, value: Literal): SlotTest {
  if (column.kind === 'list') return never
  if (value.kind === 'null') {
    const wanted = operator === 'eq'
    return column.kind === 'number' ? (s) => Number.isNaN(column.values[s]) === wanted : (s) => column.codes[s]! < 0 === wanted
  }
  if (column.kind === 'number') {
    // NaN stands for null and is, as null in the dialect, unequal to everything and neither above nor below anything.
    const test = compareNumbers(operator, numberOf(value))
    return (s) => test(column.values[s]!)
  }
  const test = testOfCodes(column.dictionary, compareStrings(operator, String(value.value)))
  const nulls = operator === 'ne'
  return (s) => (column.codes[s]! < 0 ? nulls : test(column.codes[s]!))
}

/** The test of a value as a test of its code; each distinct value is tested once. */
function testOfCodes<T>({ values }: Dictionary<T>, test: (value: T) => boolean): (code: number) => boolean {
  const known = new Int8Array(values.length)
  return (code) => {
    if (known[code] === 0) known[code] = test(values[code]!) ? 1 : -1
    return known[code] === 1
  }
}

const isIn = (values: readonly string[]): ((text: string) => boolean) => {
  const set = new Set(values)
  return (text) => set.has(text)
}

function compileLambda(tree: Extract<FilterExpression, { type: 'any' | 'all' }>, source: FilterSource): SlotTest {
  const column = source.column(tree.field)
  // Only collections of strings hold values in a chunk; every other one is empty.
  if (column.kind !== 'list') return () => tree.type === 'all'
  if (!tree.predicate) return (s) => column.codes[s]! >= 0
  const element = testOfCodes(column.dictionary, elementTest(tree.predicate))
  const test = testOfCodes(column.lists, tree.type === 'any' ? (list) => list.some(element) : (list) => list.every(element))
  const nulls = tree.type === 'all'
  return (s) => (column.codes[s]! < 0 ? nulls : test(column.codes[s]!))
}

/** The condition on one element of a collection of strings. */
function elementTest(tree: FilterExpression): (element: string) => boolean {
  switch (tree.type) {
    case 'and': {
      const tests = tree.operands.map(elementTest)
      return (e) => tests.every((t) => t(e))
    }
    case 'or': {
      const tests = tree.operands.map(elementTest)
      return (e) => tests.some((t) => t(e))
    }
    case 'not': {
      const test = elementTest(tree.operand)
      return (e) => !test(e)
    }
    case 'compare':
      if (tree.value.kind === 'null') return () => tree.operator === 'ne'
      return compareStrings(tree.operator, String(tree.value.value))
    case 'in':
      return isIn(tree.values)
    case 'constant':
      return () => tree.value
    default:
      throw new Error(`${tree.type} cannot stand inside of any or all`)
  }
}

function compileIn(column: Column, values: readonly string[]): SlotTest {
  if (column.kind !== 'string') return never
  const test = testOfCodes(column.dictionary, isIn(values))
  return (s) => column.codes[s]! >= 0 && test(column.codes[s]!)
}

/** A checked filter (checkFilter) as a test of slots. Nulls: every comparison but `ne` is false; a null collection is empty. */
export function compileFilter(tree: FilterExpression, source: FilterSource): SlotTest {
  switch (tree.type) {
    case 'and':
      return tree.operands.map((o) => compileFilter(o, source)).reduce((a, b) => (s) => a(s) && b(s))
    case 'or':
      return tree.operands.map((o) => compileFilter(o, source)).reduce((a, b) => (s) => a(s) || b(s))
    case 'not': {
      const test = compileFilter(tree.operand, source)
      return (s) => !test(s)
    }
    case 'compare':
      return compareColumn(source.column(tree.field), tree.operator, tree.value)
    case 'in':
      return compileIn(source.column(tree.field), tree.values)
    case 'truthy':
      return compareColumn(source.column(tree.field), 'eq', { kind: 'boolean', value: true })
    case 'constant':
      return () => tree.value
    case 'any':
    case 'all':
      return compileLambda(tree, source)
    case 'match': {
      const found = source.matching(tree)
      return (s) => found.has(s)
    }
    case 'distance':
    case 'intersects':
      // Chunks carry no points, so the field is null and no place is near it.
      return never
  }
}
