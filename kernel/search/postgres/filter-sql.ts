import { type RawBuilder, sql } from 'kysely'
import type { ComparisonOperator, FilterExpression, Literal } from '../filter/odata.ts'
import { isCollection } from '../index-spec.ts'
import type { IndexField, IndexSpec } from '../search.ts'
import { askedTerms, PLACES } from './chunk-words.ts'
import { type Build, wordsTable } from './tables.ts'

type Condition = RawBuilder<boolean>

const OPERATORS: Readonly<Record<ComparisonOperator, RawBuilder<unknown>>> = {
  eq: sql`=`,
  ne: sql`<>`,
  gt: sql`>`,
  ge: sql`>=`,
  lt: sql`<`,
  le: sql`<=`,
}

const TRUE: Condition = sql`true`
const FALSE: Condition = sql`false`

/** Text that PostgreSQL can hold: no NUL, no half of a surrogate pair. */
export const storable = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed()

/** A field's value as filters and orders compare it: dates are milliseconds, texts go by their code points. Null where it has none. */
export function keyOfField(field: IndexField): RawBuilder<unknown> {
  const value = sql`c.keys ->> ${storable(field.name)}::text`
  switch (field.type) {
    case 'Edm.Boolean':
      return sql`(${value})::boolean`
    case 'Edm.Int32':
    case 'Edm.Int64':
    case 'Edm.Double':
    case 'Edm.DateTimeOffset':
      return sql`(${value})::float8`
    default:
      return sql`(${value}) COLLATE "C"`
  }
}

/** The elements of a collection as rows with a column `v`; none for null. */
export const elementsOf = (field: IndexField): RawBuilder<unknown> =>
  sql`jsonb_array_elements_text(CASE WHEN jsonb_typeof(c.keys -> ${field.name}::text) = 'array' THEN c.keys -> ${field.name}::text ELSE '[]' END) AS e(v)`

function parameter({ kind, value }: Exclude<Literal, { kind: 'null' }>): RawBuilder<unknown> {
  if (kind === 'string') return sql`${storable(value)}::text`
  if (kind === 'boolean') return sql`${value}::boolean`
  return sql`${kind === 'date' ? Date.parse(value) : value}::float8`
}

/** Nulls: every comparison but `ne` is false. */
function compare(value: RawBuilder<unknown>, operator: ComparisonOperator, literal: Literal): Condition {
  if (literal.kind === 'null') return operator === 'eq' ? sql`(${value}) IS NULL` : sql`(${value}) IS NOT NULL`
  return sql`coalesce(${value} ${OPERATORS[operator]} ${parameter(literal)}, ${sql.lit(operator === 'ne')})`
}

const isIn = (value: RawBuilder<unknown>, values: readonly string[]): Condition =>
  sql`coalesce(${value} = ANY(${values.map(storable)}::text[]), false)`

const joined = (parts: readonly Condition[], word: 'and' | 'or'): Condition =>
  parts.length === 0 ? (word === 'and' ? TRUE : FALSE) : sql`(${sql.join(parts, word === 'and' ? sql` AND ` : sql` OR `)})`

/** The condition on one element, the column `v`, of a collection of strings. */
function elementSql(tree: FilterExpression): Condition {
  const element = sql`(e.v COLLATE "C")`
  switch (tree.type) {
    case 'and':
    case 'or':
      return joined(tree.operands.map(elementSql), tree.type)
    case 'not':
      return sql`(NOT ${elementSql(tree.operand)})`
    case 'compare':
      return compare(element, tree.operator, tree.value)
    case 'in':
      return isIn(element, tree.values)
    case 'constant':
      return tree.value ? TRUE : FALSE
    default:
      throw new Error(`${tree.type} cannot stand inside of any or all`)
  }
}

function lambdaSql(tree: Extract<FilterExpression, { type: 'any' | 'all' }>, field: IndexField): Condition {
  // Only collections of strings hold values in a chunk; every other one is empty.
  if (!isCollection(field)) return tree.type === 'all' ? TRUE : FALSE
  const predicate = tree.predicate ? elementSql(tree.predicate) : TRUE
  return tree.type === 'any'
    ? sql`EXISTS (SELECT FROM ${elementsOf(field)} WHERE ${predicate})`
    : sql`NOT EXISTS (SELECT FROM ${elementsOf(field)} WHERE NOT ${predicate})`
}

const bitOf = (name: string): number => (name === 'title' || name === 'text' ? PLACES[name].bit : PLACES.rest.bit)

function matchSql(tree: Extract<FilterExpression, { type: 'match' }>, build: Build): Condition {
  const terms = askedTerms(tree.text)
  if (terms.length === 0) return FALSE
  const bits = tree.fields.reduce((all, name) => all | bitOf(name), 0) || 7
  const holds = (some: readonly string[]): Condition =>
    sql`c.id IN (SELECT w.chunk FROM ${wordsTable(build)} w WHERE w.term = ANY(${some}::text[]) AND w.places & ${sql.lit(bits)} <> 0)`
  return tree.mode === 'all'
    ? joined(
        terms.map((term) => holds([term])),
        'and',
      )
    : holds(terms)
}

function fieldOf(spec: IndexSpec, path: string): IndexField {
  const field = spec.fields.find(({ name }) => name === path)
  // Chunks hold no complex fields: what stands within one is null.
  return field ?? { name: path, type: 'Edm.String' }
}

/** A checked filter (checkFilter) as a condition on `c`, a row of the build's chunks. What a caller wrote is a parameter, never a part of the text. */
export function filterSql(tree: FilterExpression, build: Build): Condition {
  switch (tree.type) {
    case 'and':
    case 'or':
      return joined(
        tree.operands.map((operand) => filterSql(operand, build)),
        tree.type,
      )
    case 'not':
      return sql`(NOT ${filterSql(tree.operand, build)})`
    case 'compare':
      return compare(keyOfField(fieldOf(build.spec, tree.field)), tree.operator, tree.value)
    case 'in':
      return isIn(keyOfField(fieldOf(build.spec, tree.field)), tree.values)
    case 'truthy':
      return compare(keyOfField(fieldOf(build.spec, tree.field)), 'eq', { kind: 'boolean', value: true })
    case 'constant':
      return tree.value ? TRUE : FALSE
    case 'any':
    case 'all':
      return lambdaSql(tree, fieldOf(build.spec, tree.field))
    case 'match':
      return matchSql(tree, build)
    case 'distance':
    case 'intersects':
      // Chunks carry no points, so the field is null and no place is near it.
      return FALSE
  }
}
