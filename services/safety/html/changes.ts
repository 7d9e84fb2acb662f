import { z } from 'zod'

const spliceSchema = z.object({ start: z.int(), end: z.int(), text: z.string() })
/** Characters of a text that are replaced. */
export type Splice = z.output<typeof spliceSchema>

export const changeKinds = ['changed', 'added', 'removed', 'moved', 'cleaned'] as const

/** One thing that an edit did, to be accepted or rejected by itself. */
export const changeSchema = z.object({
  id: z.string(),
  /** `cleaned`: something that could run or load was taken out; that is never rejected. */
  kind: z.enum(changeKinds),
  splices: z.array(spliceSchema),
  before: z.string(),
  after: z.string(),
  reason: z.string(),
})
export type Change = z.output<typeof changeSchema>
export type ChangeDraft = Omit<Change, 'id' | 'reason'> & { readonly reason: string | undefined }

/** The text with the splices in it; all that is outside of them keeps its bytes. Throws an Error where two overlap. */
export function applySplices(base: string, splices: readonly Splice[]): string {
  const parts: string[] = []
  let at = 0
  for (const { start, end, text } of splices.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (start < at || end > base.length) throw new Error(`splices overlap at ${start}`)
    parts.push(base.slice(at, start), text)
    at = end
  }
  return parts.join('') + base.slice(at)
}

/** What an edit makes of the text where only some of its changes are accepted. */
export const withChanges = (base: string, changes: readonly Change[], accepted: ReadonlySet<string>): string =>
  applySplices(
    base,
    changes.filter(({ id, kind }) => kind === 'cleaned' || accepted.has(id)).flatMap(({ splices }) => splices),
  )
