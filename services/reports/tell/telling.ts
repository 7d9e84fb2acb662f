import type { RuleName } from '../stored/finding.ts'
import type { Says, SaysOf } from '../stored/says.ts'

export interface Told {
  readonly message: string
  readonly suggestion: string
}

/** How a language tells findings. */
export interface Telling {
  readonly rules: Readonly<Record<RuleName, { readonly title: string; readonly explanation: string }>>
  readonly of: { readonly [Key in Says['key']]: (says: SaysOf<Key>) => Told }
}
