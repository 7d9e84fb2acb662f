import { setImmediate as nextTurn } from 'node:timers/promises'
import { inBatches } from '../runtime/async-iterables.ts'
import { IN_MEMORY } from '../search/embedded/open-database.ts'
import { openEmbeddedSearch } from '../search/embedded/open-embedded-search.ts'
import { termsOf } from '../search/query-terms.ts'
import type { IndexField, IndexSpec } from '../search/search.ts'
import { stopWords } from '../text/stop-words.ts'
import { packPassages } from './pack-passages.ts'
import { type Section, withoutLinks } from './sections.ts'

/** How many of each kind are looked up for a query: sections, and the questions that pages answer. */
const DEPTH = { sections: 200, questions: 30 }
type Kind = keyof typeof DEPTH
const BATCH = 25
/** Sections that passages are made of. */
const PACKED = 30
const field = (name: string, attributes: Partial<IndexField>): IndexField => ({
  name,
  type: 'Edm.String',
  searchable: false,
  filterable: false,
  sortable: false,
  facetable: false,
  ...attributes,
})
const specOf = (name: Kind): IndexSpec => ({
  name,
  fields: [
    field('id', { key: true }),
    field('title', { searchable: true }),
    field('text', { searchable: true }),
    field('internal', { type: 'Edm.Boolean', filterable: true }),
  ],
})

const pageOf = ({ source, page }: Section): string => `${source} ${page}`

export interface FindOptions {
  readonly top: number
  /** Whether internal sections are found, too. */
  readonly internal: boolean
}

export interface SectionIndex {
  /** Returns the sections that match best, the best first; none when no telling word of the query matches. */
  find(query: string, options: FindOptions): Promise<Section[]>
  /** Returns the same packed into passages (see `packPassages`). */
  findPassages(query: string, options: FindOptions): Promise<Section[]>
}

/**
 * Puts sections into the embedded search in memory, in slices that let the event loop go on. The score of a section is its own BM25 plus
 * that of its page's question that is nearest to the query.
 */
export async function indexSections(sections: readonly Section[]): Promise<SectionIndex> {
  const search = await openEmbeddedSearch({ dir: IN_MEMORY })
  const pages = Map.groupBy(sections, pageOf)
  const questions = [...pages].flatMap(([page, [first]]) =>
    (first?.questions ?? []).map((question) => ({ page, question, internal: first?.internal ?? false })),
  )

  const fill = async (kind: Kind, contents: readonly Readonly<Record<string, string | boolean>>[]) => {
    await search.createIndex(specOf(kind))
    // The first search opens an index. An open one takes chunks in as they are written.
    await search.search(kind, { top: 0 })
    const chunks = contents.values().map((fields, i) => ({ id: String(i), fields }))
    await search.replaceDocument(kind, { document_id: kind, epoch: 1 }, inBatches(chunks, BATCH))
  }
  await fill(
    'sections',
    sections.map(({ title, text, internal }) => ({ title, text: withoutLinks(text), internal })),
  )
  await fill(
    'questions',
    questions.map(({ question, internal }) => ({ text: question, internal })),
  )

  let queue: Promise<unknown> = Promise.resolve()
  /** Runs one step of a query at a time, each in its own turn of the event loop. */
  const inTurn = <T>(step: () => Promise<T>): Promise<T> => {
    const result = queue.then(() => nextTurn()).then(step)
    queue = result.catch(() => undefined)
    return result
  }
  /** The words with the likeliest ones for those that are misspelled. */
  const spelled = async (telling: readonly string[]): Promise<string> => {
    const likely = await Promise.all(telling.map((word) => search.wordsLike?.('sections', word) ?? []))
    return [...telling, ...likely.flatMap((words) => words.slice(0, 1))].join(' ')
  }
  const index: SectionIndex = {
    async find(query, { top, internal }) {
      const telling = termsOf(query).filter((word) => !stopWords.has(word))
      if (telling.length === 0) return []
      const text = await inTurn(() => spelled(telling))
      const filter = internal
        ? {}
        : {
            filter: {
              type: 'compare' as const,
              field: 'internal',
              operator: 'eq' as const,
              value: { kind: 'boolean' as const, value: false },
            },
          }
      const scoresOf = async (kind: Kind) => {
        const { hits } = await inTurn(() => search.search(kind, { text, top: DEPTH[kind], ...filter }))
        return hits.map(({ id, score }) => [Number(id), score] as const)
      }
      const scores = new Map((await scoresOf('sections')).flatMap(([at, score]) => (sections[at] ? [[sections[at], score]] : [])))
      const nearest = new Map<string, number>()
      for (const [at, score] of await scoresOf('questions')) {
        const page = questions[at]?.page ?? ''
        if (!nearest.has(page)) nearest.set(page, score)
      }
      for (const [page, score] of nearest) {
        const found = pages.get(page) ?? []
        const matching = found.filter((section) => scores.has(section))
        for (const section of matching.length > 0 ? matching : found.slice(0, 1)) scores.set(section, score + (scores.get(section) ?? 0))
      }
      return [...scores]
        .toSorted(([, a], [, b]) => b - a)
        .slice(0, top)
        .map(([section]) => section)
    },
    findPassages: async (query, options) => packPassages(await index.find(query, { ...options, top: PACKED }), options.top),
  }
  return index
}
