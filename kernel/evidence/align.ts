import type { Fact } from './facts.ts'

const same = (a: Fact, b: Fact): boolean => a.forms.some((form) => b.forms.includes(form))

/** The longest run of facts that both have in this order: for each fact of the first its place in the second, or -1. */
export function align(a: readonly Fact[], b: readonly Fact[]): Int32Array {
  const width = b.length + 1
  const lengths = new Uint16Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] = same(a[i]!, b[j]!)
        ? lengths[(i + 1) * width + j + 1]! + 1
        : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!)
  const places = new Int32Array(a.length).fill(-1)
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (same(a[i]!, b[j]!)) places[i++] = j++
    else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++
    else j++
  }
  return places
}

/** How many facts beside the only neighbour that is aligned still count as its surroundings. */
const NEAR = 3

/**
 * What stands in the second text where the first has a fact of its own: a fact of its kind between the neighbours that both share, which
 * nothing of the first is aligned with.
 */
export function insteadOf(index: number, a: readonly Fact[], b: readonly Fact[], places: Int32Array): Fact | undefined {
  let left = index - 1
  while (left >= 0 && places[left]! < 0) left--
  let right = index + 1
  while (right < a.length && places[right]! < 0) right++
  if (left < 0 && right >= a.length) return undefined
  const from = left >= 0 ? places[left]! + 1 : Math.max(0, places[right]! - NEAR)
  const to = right < a.length ? places[right]! : Math.min(b.length, places[left]! + 1 + NEAR)
  return b.slice(from, to).find((fact, k) => fact.kind === a[index]!.kind && !places.includes(from + k) && !same(fact, a[index]!))
}
