import type { ChangeDraft } from './changes.ts'
import { isDangerous } from './danger.ts'
import { type HtmlNode, lineOf } from './parse-html.ts'
import type { PlaceOf } from './places.ts'

/** A node that went or came, with the number that all of its reprints share. */
export interface Gone {
  readonly node: HtmlNode
  readonly key: number
}

/**
 * What went in one place and came in another, word by word, is one change: a move. It takes its bytes along, where nothing in it runs.
 * @param nodes what was put in or taken out by each change
 */
export function withMoves(
  base: string,
  changes: readonly ChangeDraft[],
  nodes: ReadonlyMap<ChangeDraft, Gone>,
  placeOf: PlaceOf,
): ChangeDraft[] {
  const went = new Map<number, ChangeDraft[]>()
  for (const change of changes) {
    const gone = nodes.get(change)
    if (change.kind !== 'removed' || !gone || lineOf(gone.node).trim() === '') continue
    const same = went.get(gone.key)
    if (same) same.push(change)
    else went.set(gone.key, [change])
  }
  const moved = new Map<ChangeDraft, ChangeDraft>()
  const taken = new Set<ChangeDraft>()
  for (const change of changes) {
    const come = nodes.get(change)
    if (change.kind !== 'added' || !come) continue
    const from = went.get(come.key)?.shift()
    if (!from) continue
    const { node } = nodes.get(from)!
    const { start, end } = placeOf(node)!
    const [put] = change.splices
    const own = isDangerous(node) ? change.after.trimStart() : base.slice(start, end)
    const text = `${/^\s*/.exec(change.after)?.[0] ?? ''}${own}`
    moved.set(change, { ...change, kind: 'moved', before: from.before, after: text, splices: [...from.splices, { ...put!, text }] })
    taken.add(from)
  }
  return changes.filter((change) => !taken.has(change)).map((change) => moved.get(change) ?? change)
}
