import type { SearchHit } from '../../../kernel/search/search.ts'
import { numberField, textField } from './retrieve.ts'

/** A source as the prompt shows it. */
export interface ShownSource {
  readonly hit: SearchHit
  /** The k of its marker [k]: its place among the hits, from 1. */
  readonly marker: number
  /** Without what the source before it has shown already. */
  readonly text: string
  /** It goes on where the source before it ends. */
  readonly continues: boolean
}

type Place = { readonly hit: SearchHit; readonly marker: number }

/**
 * The hits as passages for reading: those that follow each other in a document stand together in the document's order, in the place of
 * the best of them, and what two neighbours share is shown once. Each keeps its own marker, so that a citation still points at its chunk.
 */
export function shownSources(hits: readonly SearchHit[]): ShownSource[] {
  const places = hits.map((hit, i) => ({ hit, marker: i + 1 }))
  const shown = new Set<Place>()
  return places.flatMap((place) => {
    if (shown.has(place)) return []
    const run = runAround(
      place,
      places.filter((other) => !shown.has(other)),
    )
    for (const member of run) shown.add(member)
    return run.map((member, i) => shownAfter(run[i - 1], member))
  })
}

/** The neighbours of a chunk among the hits, and theirs, in order of the document. */
function runAround(start: Place, places: readonly Place[]): Place[] {
  const near = (from: Place, step: 1 | -1) => places.find((other) => followsBy(from.hit, other.hit, step))
  const run = [start]
  for (let next = near(start, 1); next && !run.includes(next); next = near(next, 1)) run.push(next)
  for (let before = near(start, -1); before && !run.includes(before); before = near(before, -1)) run.unshift(before)
  return run
}

function followsBy(hit: SearchHit, other: SearchHit, step: 1 | -1): boolean {
  const [index, next] = [numberField(hit, 'chunk_index'), numberField(other, 'chunk_index')]
  const document = textField(hit, 'document_id')
  if (index === undefined || next !== index + step || document === undefined) return false
  return hit.index === other.index && document === textField(other, 'document_id')
}

function shownAfter(before: Place | undefined, { hit, marker }: Place): ShownSource {
  const text = textField(hit, 'text') ?? ''
  if (!before) return { hit, marker, text, continues: false }
  const shared = sharedLength(before.hit, hit)
  const rest = shared > 0 && sameWords(before.hit, text, shared) ? text.slice(shared).trimStart() : text
  // A chunk that lies within its neighbour still needs words under its marker.
  return { hit, marker, text: rest || text, continues: true }
}

/** Characters at the start of a chunk that end its neighbour; 0 where a chunk begins with a table's header of its own. */
function sharedLength(before: SearchHit, hit: SearchHit): number {
  const [ended, start, end] = [numberField(before, 'char_end'), numberField(hit, 'char_start'), numberField(hit, 'char_end')]
  if (ended === undefined || start === undefined || end === undefined) return 0
  const ownHeader = (textField(hit, 'text') ?? '').length > end - start
  return ownHeader ? 0 : Math.max(0, ended - start)
}

/** Offsets are the document's; that the words are the same is looked at. */
const sameWords = (before: SearchHit, text: string, shared: number): boolean =>
  (textField(before, 'text') ?? '').endsWith(text.slice(0, shared))
