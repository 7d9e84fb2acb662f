/** A literal of an OData filter. Dates are kept as ISO strings with their kind. */
export type Literal =
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'date'; readonly value: string }
  | { readonly kind: 'null' }

export type ComparisonOperator = 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le'

/** Syntax tree of a filter in Azure AI Search's OData dialect. `field` is a path; inside a lambda the range variable's own name stands first. */
export type FilterExpression =
  | { readonly type: 'and' | 'or'; readonly operands: readonly FilterExpression[] }
  | { readonly type: 'not'; readonly operand: FilterExpression }
  | { readonly type: 'compare'; readonly field: string; readonly operator: ComparisonOperator; readonly value: Literal }
  | { readonly type: 'in'; readonly field: string; readonly values: readonly string[] }
  | { readonly type: 'truthy'; readonly field: string }
  | { readonly type: 'constant'; readonly value: boolean }
  | {
      readonly type: 'any' | 'all'
      readonly field: string
      readonly variable?: string
      readonly predicate?: FilterExpression
    }
  /** search.ismatch and, with `scoring`, search.ismatchscoring. No `fields` means every searchable one. */
  | {
      readonly type: 'match'
      readonly text: string
      readonly fields: readonly string[]
      readonly syntax: 'simple' | 'full'
      readonly mode: 'any' | 'all'
      readonly scoring: boolean
    }
  /** geo.distance in kilometres; `shape` is the well-known text between the quotes of the literal, as written. */
  | {
      readonly type: 'distance'
      readonly field: string
      readonly shape: string
      readonly operator: ComparisonOperator
      readonly value: number
    }
  | { readonly type: 'intersects'; readonly field: string; readonly shape: string }
