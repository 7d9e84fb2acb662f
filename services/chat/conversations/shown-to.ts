import type { LimitedSearch } from '../../../kernel/access/limited-search.ts'
import type { Turn } from '../../../kernel/conversations/conversation.ts'
import type { GoneTurn } from '../../../kernel/conversations/gone-turns.ts'

/** Documents that are looked up for one reading; beyond them nothing more is shown. */
const MOST_CHECKED = 300

/**
 * What a reader may see of a shared conversation: all up to the first answer that rests on a document which the reader may not read, the
 * question to it not included. Whatever comes behind is withheld too, because questions and answers lean on those before them. An
 * answer of which nobody knows what it rests on counts as one that may not be read. So does one that was taken out, or replaced: what
 * came behind it was written while it stood there.
 */
export async function shownTurns(
  turns: readonly Turn[],
  { gone, reads, limited }: { readonly gone: readonly GoneTurn[]; readonly reads: LimitedSearch['reads']; readonly limited: boolean },
): Promise<{ turns: readonly Turn[]; withheld: boolean }> {
  if (!limited) return { turns, withheld: false }
  const readable = new Set<string>()
  const places = [
    ...turns.map(({ n, role, documents }, i) => ({ n, documents, shown: role === 'assistant' && i > 0 ? i - 1 : i })),
    ...gone.map(({ n, documents }) => ({ n, documents, shown: turns.filter((turn) => turn.n <= n).length })),
  ].toSorted((a, b) => a.n - b.n)
  for (const { documents, shown } of places) {
    const withheld = { turns: turns.slice(0, shown), withheld: shown < turns.length }
    if (!documents) return withheld
    for (const { index, document_id } of documents) {
      const key = `${index} ${document_id}`
      if (readable.has(key)) continue
      if (readable.size >= MOST_CHECKED || !(await reads(index, document_id))) return withheld
      readable.add(key)
    }
  }
  return { turns, withheld: false }
}
