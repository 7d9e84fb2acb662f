import type { FilterExpression, Literal } from './odata.ts'

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** A bare date means midnight UTC; Azure AI Search takes only the full form. */
const printDate = (value: string): string => (value.length === 10 ? `${value}T00:00:00Z` : value)

const printNumber = (value: number): string => (Number.isFinite(value) ? String(value) : String(value).replace('Infinity', 'INF'))

function printLiteral(literal: Literal): string {
  if (literal.kind === 'null') return 'null'
  if (literal.kind === 'string') return quote(literal.value)
  if (literal.kind === 'date') return printDate(literal.value)
  return literal.kind === 'number' ? printNumber(literal.value) : String(literal.value)
}

const DELIMITERS = [',', '|', ';', '\t', '~', '^', '\u001f', '\u001e', '\u001d']

function printIn(field: string, values: readonly string[]): string {
  if (values.length === 0) return 'false'
  const delimiter = DELIMITERS.find((d) => values.every((v) => v !== '' && !v.includes(d)))
  if (delimiter === undefined) return `(${values.map((v) => `${field} eq ${quote(v)}`).join(' or ')})`
  return `search.in(${field}, ${quote(values.join(delimiter))}, ${quote(delimiter)})`
}

const grouped = (tree: FilterExpression): string =>
  tree.type === 'and' || tree.type === 'or' || tree.type === 'compare' || tree.type === 'distance'
    ? `(${printFilter(tree)})`
    : printFilter(tree)

const operand = (tree: FilterExpression): string =>
  tree.type === 'and' || tree.type === 'or' ? `(${printFilter(tree)})` : printFilter(tree)

function printMatch(m: Extract<FilterExpression, { type: 'match' }>): string {
  const all = m.fields.length === 0 ? 'null' : quote(m.fields.join(','))
  const plain = m.syntax === 'simple' && m.mode === 'any'
  const rest = plain && m.fields.length === 0 ? '' : `, ${all}${plain ? '' : `, ${quote(m.syntax)}, ${quote(m.mode)}`}`
  return `search.ismatch${m.scoring ? 'scoring' : ''}(${quote(m.text)}${rest})`
}

/** The filter as Azure AI Search reads it; parseFilter gives the same tree back. */
export function printFilter(tree: FilterExpression): string {
  switch (tree.type) {
    case 'and':
    case 'or':
      return tree.operands.map(operand).join(` ${tree.type} `)
    case 'not':
      return `not ${grouped(tree.operand)}`
    case 'compare':
      return `${tree.field} ${tree.operator} ${printLiteral(tree.value)}`
    case 'in':
      return printIn(tree.field, tree.values)
    case 'truthy':
      return tree.field
    case 'constant':
      return String(tree.value)
    case 'any':
    case 'all':
      return `${tree.field}/${tree.type}(${tree.predicate ? `${tree.variable}: ${printFilter(tree.predicate)}` : ''})`
    case 'match':
      return printMatch(tree)
    case 'distance':
      return `geo.distance(${tree.field}, geography${quote(tree.shape)}) ${tree.operator} ${printNumber(tree.value)}`
    case 'intersects':
      return `geo.intersects(${tree.field}, geography${quote(tree.shape)})`
  }
}
