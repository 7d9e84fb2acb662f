import { ApiError } from '../../runtime/errors.ts'
import { allows, isCollection, isSearchable } from '../index-spec.ts'
import type { IndexField, IndexSpec } from '../search.ts'
import { filterError } from './filter-error.ts'
import { placeOf } from './filter-places.ts'
import type { FilterExpression, Literal } from './odata.ts'

/** What a path names inside a lambda: the range variable stands for an element of its collection. */
type Scope = Readonly<Record<string, IndexField>>

const LITERALS: Readonly<Record<string, Literal['kind']>> = {
  'Edm.String': 'string',
  'Edm.Int32': 'number',
  'Edm.Int64': 'number',
  'Edm.Double': 'number',
  'Edm.Boolean': 'boolean',
  'Edm.DateTimeOffset': 'date',
}

const wrong = (field: string, problem: string) => new ApiError('invalid_request', `filter: ${field}: ${problem}`, { details: { field } })

const elementOf = (field: IndexField): IndexField => ({ ...field, type: field.type.slice('Collection('.length, -1) })

const children = (field: IndexField): readonly IndexField[] => (Array.isArray(field.fields) ? field.fields : [])

function resolve(path: string, spec: IndexSpec, scope: Scope | undefined): IndexField {
  const [first = '', ...rest] = path.split('/')
  const found = scope ? (Object.hasOwn(scope, first) ? scope[first] : undefined) : spec.fields.find((f) => f.name === first)
  if (!found)
    throw wrong(path, scope ? 'a condition inside any or all names its range variable only' : `the index ${spec.name} has no such field`)
  const field = rest.reduce<IndexField>((parent, segment) => {
    const child = children(parent).find((f) => f.name === segment)
    if (!child) throw wrong(path, `the index ${spec.name} has no such field`)
    return child
  }, found)
  if (!allows(field, 'filterable')) throw wrong(path, 'the field is not filterable')
  return field
}

function scalar(path: string, field: IndexField): Literal['kind'] {
  if (isCollection(field)) throw wrong(path, 'a collection is filtered with any or all')
  const kind = LITERALS[field.type]
  if (!kind) throw wrong(path, `a field of type ${field.type} cannot be compared`)
  return kind
}

function checkComparison(tree: Extract<FilterExpression, { type: 'compare' }>, field: IndexField): void {
  const kind = scalar(tree.field, field)
  const { operator, value } = tree
  const equality = operator === 'eq' || operator === 'ne'
  if (value.kind === 'null') {
    if (!equality) throw wrong(tree.field, 'null is compared with eq or ne only')
  } else if (value.kind !== kind) throw wrong(tree.field, `an ${field.type} is compared with a ${kind}, not with a ${value.kind}`)
  else if (kind === 'boolean' && !equality) throw wrong(tree.field, 'a boolean is compared with eq or ne only')
}

function checkLambda(tree: Extract<FilterExpression, { type: 'any' | 'all' }>, spec: IndexSpec, scope: Scope | undefined): void {
  const field = resolve(tree.field, spec, scope)
  if (!isCollection(field)) throw wrong(tree.field, `${tree.type} needs a collection`)
  if (tree.variable !== undefined && tree.predicate) check(tree.predicate, spec, { ...scope, [tree.variable]: elementOf(field) })
}

function checkMatch(tree: Extract<FilterExpression, { type: 'match' }>, spec: IndexSpec, scope: Scope | undefined): void {
  if (scope) throw wrong('search.ismatch', 'stands outside of any and all only')
  if (tree.syntax === 'full') throw wrong('search.ismatch', "the query type 'full' is not offered; leave it out or write 'simple'")
  for (const name of tree.fields) {
    const field = spec.fields.find((f) => f.name === name)
    if (!field) throw wrong(name, `the index ${spec.name} has no such field`)
    if (!isSearchable(field)) throw wrong(name, 'the field is not searchable')
  }
}

/** Names the place of the condition as the reader of a filter does, where it was read from a text. */
function check(tree: FilterExpression, spec: IndexSpec, scope: Scope | undefined): void {
  try {
    checkNode(tree, spec, scope)
  } catch (error) {
    const place = placeOf(tree)
    if (!place || !(error instanceof ApiError) || 'position' in error.details) throw error
    const { message, details } = filterError(place.text, place.position, error.message.replace(/^filter: /, ''))
    throw new ApiError('invalid_request', message, { details: { ...error.details, ...details } })
  }
}

function checkNode(tree: FilterExpression, spec: IndexSpec, scope: Scope | undefined): void {
  switch (tree.type) {
    case 'and':
    case 'or':
      for (const operand of tree.operands) check(operand, spec, scope)
      return
    case 'not':
      check(tree.operand, spec, scope)
      return
    case 'compare':
      checkComparison(tree, resolve(tree.field, spec, scope))
      return
    case 'in':
      if (scalar(tree.field, resolve(tree.field, spec, scope)) !== 'string') throw wrong(tree.field, 'search.in needs an Edm.String')
      return
    case 'truthy':
      if (resolve(tree.field, spec, scope).type !== 'Edm.Boolean') throw wrong(tree.field, 'a field that stands alone is an Edm.Boolean')
      return
    case 'any':
    case 'all':
      checkLambda(tree, spec, scope)
      return
    case 'match':
      checkMatch(tree, spec, scope)
      return
    case 'distance':
    case 'intersects':
      if (resolve(tree.field, spec, scope).type !== 'Edm.GeographyPoint')
        throw wrong(tree.field, 'geo functions need an Edm.GeographyPoint')
      return
    case 'constant':
      return
  }
}

/** Each condition is asked of every chunk, and each text of search.ismatch is a search of its own: more of them would hold everybody up. */
const MOST = { conditions: 500, matches: 10 }

function* leavesOf(tree: FilterExpression): Generator<FilterExpression> {
  if (tree.type === 'and' || tree.type === 'or') for (const operand of tree.operands) yield* leavesOf(operand)
  else if (tree.type === 'not') yield* leavesOf(tree.operand)
  else if ((tree.type === 'any' || tree.type === 'all') && tree.predicate) yield* leavesOf(tree.predicate)
  else yield tree
}

function checkSize(tree: FilterExpression): void {
  const leaves = [...leavesOf(tree)]
  if (leaves.length > MOST.conditions) throw wrong('filter', `more than ${MOST.conditions} conditions; a list of texts goes into search.in`)
  if (leaves.filter(({ type }) => type === 'match').length > MOST.matches)
    throw wrong('search.ismatch', `stands more than ${MOST.matches} times`)
}

/**
 * Checks a filter against an index: fields that exist and are filterable, literals of their type, no more conditions than an index can
 * answer at once. Throws ApiError invalid_request with `details.field`, and `position` and `excerpt` where the filter was read from a text.
 */
export function checkFilter(tree: FilterExpression, spec: IndexSpec): void {
  checkSize(tree)
  check(tree, spec, undefined)
}
