import { diffArrays } from 'diff'

/** How a list became another: what stayed, what answers to what, what came, what went. Indexes into the old and the new list. */
export type Step =
  | { readonly kind: 'same' | 'paired' | 'swapped'; readonly old: number; readonly new: number }
  | { readonly kind: 'removed'; readonly old: number }
  | { readonly kind: 'added'; readonly new: number }

/** Beyond so many differences nothing is looked for: what is that different was written anew. */
const MOST_EDITS = 4_000
/** Pairs of a gap that are weighed against each other. */
const MOST_WEIGHED = 40_000

/**
 * Aligns two lists: first what is equal by its key, then, between those, what is alike (`likeness` above 0, the more the better) in its
 * order. What went where something came in the same place is `swapped`. What went here and came there has moved: it answers to nothing else.
 */
export function align(olds: readonly number[], news: readonly number[], likeness: (old: number, fresh: number) => number): readonly Step[] {
  const steps: Step[] = []
  const parts = diffArrays([...olds], [...news], { maxEditLength: MOST_EDITS }) ?? [
    { count: olds.length, value: [], removed: true, added: false },
    { count: news.length, value: [], removed: false, added: true },
  ]
  const came = new Set(parts.flatMap(({ added, value }) => (added ? value : [])))
  const moved = new Set(parts.flatMap(({ removed, value }) => (removed ? value.filter((key) => came.has(key)) : [])))
  const pairing: Pairing = {
    likeness: (old, fresh) => (moved.has(olds[old]!) || moved.has(news[fresh]!) ? 0 : likeness(old, fresh)),
    answers: (old, fresh) => !moved.has(olds[old]!) && !moved.has(news[fresh]!),
  }
  let [i, j] = [0, 0]
  let [gapOld, gapNew] = [0, 0]
  const closeGap = () => {
    steps.push(...pairUp(i, gapOld, j, gapNew, pairing))
    i += gapOld
    j += gapNew
    gapOld = 0
    gapNew = 0
  }
  for (const { count = 0, added, removed } of parts) {
    if (removed) gapOld += count
    else if (added) gapNew += count
    else {
      closeGap()
      for (let n = 0; n < count; n++) steps.push({ kind: 'same', old: i + n, new: j + n })
      i += count
      j += count
    }
  }
  closeGap()
  return steps
}

interface Pairing {
  readonly likeness: (old: number, fresh: number) => number
  /** Whether the one may stand in the place of the other. */
  readonly answers: (old: number, fresh: number) => boolean
}

/** The pairs of a gap with the greatest likeness in sum, in order; the rest goes or comes. */
function pairUp(i: number, olds: number, j: number, news: number, { likeness, answers }: Pairing): Step[] {
  const pairs = olds * news > MOST_WEIGHED ? inOrder(i, olds, j, news, likeness) : weighed(i, olds, j, news, likeness)
  const steps: Step[] = []
  let [a, b] = [i, j]
  const between = (toOld: number, toNew: number) => {
    while (a < toOld && b < toNew && answers(a, b)) steps.push({ kind: 'swapped', old: a++, new: b++ })
    while (a < toOld) steps.push({ kind: 'removed', old: a++ })
    while (b < toNew) steps.push({ kind: 'added', new: b++ })
  }
  for (const [old, fresh] of pairs) {
    between(old, fresh)
    steps.push({ kind: 'paired', old: a++, new: b++ })
  }
  between(i + olds, j + news)
  return steps
}

function inOrder(i: number, olds: number, j: number, news: number, likeness: (old: number, fresh: number) => number): [number, number][] {
  const pairs: [number, number][] = []
  for (let n = 0; n < Math.min(olds, news); n++) if (likeness(i + n, j + n) > 0) pairs.push([i + n, j + n])
  return pairs
}

function weighed(i: number, olds: number, j: number, news: number, likeness: (old: number, fresh: number) => number): [number, number][] {
  const width = news + 1
  const best = new Float64Array((olds + 1) * width)
  const alike = new Float64Array(olds * news)
  for (let a = olds - 1; a >= 0; a--)
    for (let b = news - 1; b >= 0; b--) {
      const like = likeness(i + a, j + b)
      alike[a * news + b] = like
      const both = like > 0 ? like + best[(a + 1) * width + b + 1]! : 0
      best[a * width + b] = Math.max(both, best[(a + 1) * width + b]!, best[a * width + b + 1]!)
    }
  const pairs: [number, number][] = []
  for (let [a, b] = [0, 0]; a < olds && b < news; ) {
    const here = best[a * width + b]!
    const like = alike[a * news + b]!
    if (like > 0 && here === like + best[(a + 1) * width + b + 1]!) pairs.push([i + a++, j + b++])
    else if (here === best[(a + 1) * width + b]!) a++
    else b++
  }
  return pairs
}
