import { excerptOf } from './excerpt.ts'
import { readPageSections } from './read-sections.ts'
import { indexSections, type SectionIndex } from './section-index.ts'
import type { Place } from './sections.ts'

const EXCERPT_LENGTH = 160
/** Sections that are looked up for each page that is returned. */
const SECTIONS_PER_PAGE = 5

export interface FoundPage extends Place {
  readonly title: string
  /** Plain text around the words that match. */
  readonly excerpt: string
}

let opened: Promise<SectionIndex> | undefined

/** Opens at the first search, and again after a failure. */
function openPages(): Promise<SectionIndex> {
  opened ??= readPageSections()
    .then(indexSections)
    .catch((error: unknown) => {
      opened = undefined
      throw error
    })
  return opened
}

/** Returns the pages below `docs/` that match best, each with its best section; the page whose title is the query comes first. */
export async function searchPages(query: string, top = 10): Promise<FoundPage[]> {
  const pages = await openPages()
  const hasTitle = ({ title }: FoundPage) => title.toLowerCase() === query.trim().toLowerCase()
  const found = new Map<string, FoundPage>()
  for (const { page: title, text, place } of await pages.find(query, { top: top * SECTIONS_PER_PAGE, internal: true }))
    if (place && !found.has(place.path)) found.set(place.path, { ...place, title, excerpt: excerptOf(text, query, EXCERPT_LENGTH) })
  return [...found.values()].toSorted((a, b) => Number(hasTitle(b)) - Number(hasTitle(a))).slice(0, top)
}
