import type { SearchHit } from '../../../kernel/search/search.ts'

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/**
 * The text of a document from its chunks in their order: what neighbours share stands there once, and what a chunk repeats for itself (the
 * head of its table) is left out. Chunks of an index that keeps no places stand one below the other.
 */
export function joinedChunks(hits: Iterable<Pick<SearchHit, 'fields'>>): string {
  let text = ''
  let end: number | undefined
  for (const { fields } of hits) {
    const own = typeof fields.text === 'string' ? fields.text : ''
    const [from, to] = [numberOf(fields.char_start), numberOf(fields.char_end)]
    if (from === undefined || to === undefined || to < from) {
      text += `${text && '\n\n'}${own}`
      end = undefined
      continue
    }
    const body = own.slice(Math.max(0, own.length - (to - from)))
    const shared = end === undefined ? 0 : Math.max(0, end - from)
    const apart = text !== '' && (end === undefined || from > end)
    text += `${apart ? '\n\n' : ''}${body.slice(shared)}`
    end = Math.max(end ?? 0, to)
  }
  return text
}
