import type { FilterExpression } from './odata.ts'

/** Where a condition stands in the text that it was read from. */
export interface FilterPlace {
  readonly text: string
  readonly position: number
}

const places = new WeakMap<FilterExpression, FilterPlace>()

/** Notes where a condition was read; the innermost place counts. */
export function notePlace(tree: FilterExpression, text: string, position: number): void {
  if (!places.has(tree)) places.set(tree, { text, position })
}

/** Undefined for a condition that was not read from a text. */
export const placeOf = (tree: FilterExpression): FilterPlace | undefined => places.get(tree)
