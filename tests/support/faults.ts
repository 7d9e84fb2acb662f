import type { Blobs } from '../../kernel/blobs/blobs.ts'
import type { Embedder } from '../../kernel/embed/embedder.ts'
import type { Ports } from '../../kernel/ports.ts'
import { ApiError, WorkError } from '../../kernel/runtime/errors.ts'
import { documentIdOf } from '../../kernel/runtime/ids.ts'
import type { SearchIndex } from '../../kernel/search/search.ts'

export type FaultyStage = 'parse' | 'chunk' | 'embed' | 'index'

/** The error that an upload ends with when the stage's port fails. */
export const CODE_OF: Readonly<Record<FaultyStage, string>> = {
  parse: 'storage_failed',
  chunk: 'storage_failed',
  embed: 'embedding_failed',
  index: 'indexing_failed',
}

export interface Faults {
  /** The port that the stage works with fails this often for the file of this name. */
  fail(stage: FaultyStage, name: string, times: number): void
  /** Calls of the embedder with text of this file, which stands in the text by its name. */
  embedderCalls(name: string): number
  wrap(ports: Ports): Ports
}

/** Ports that fail for one document at one stage, as a disk, an embedding service or an index would. */
export function createFaults(): Faults {
  const left = new Map<string, number>()
  const calls: string[] = []
  const spend = (stage: FaultyStage, applies: (name: string) => boolean): boolean => {
    for (const [key, times] of left) {
      if (times <= 0 || !key.startsWith(`${stage}/`) || !applies(key.slice(stage.length + 1))) continue
      left.set(key, times - 1)
      return true
    }
    return false
  }
  // It answers, and fails: what is away would be waited for.
  const down = (what: string) => new ApiError('internal', `the ${what} failed`)

  const blobsOf = (blobs: Blobs): Blobs => ({
    ...blobs,
    async localFile(path) {
      if (spend('parse', (name) => path.endsWith(`/${name}`))) throw down('store')
      return blobs.localFile(path)
    },
    async read(path) {
      if (spend('parse', (name) => path.endsWith(`/${name}`))) throw down('store')
      if (path.endsWith('parsed.ndjson') && spend('chunk', (name) => path.includes(documentIdOf('documents', name)))) throw down('store')
      return blobs.read(path)
    },
  })
  const embedderOf = (embedder: Embedder): Embedder => ({
    ...embedder,
    async embed(texts, kind, options) {
      calls.push(texts.join('\n'))
      if (spend('embed', (name) => texts.some((text) => text.includes(name))))
        throw new WorkError('embedding_failed', 'the embedder does not answer', { retryable: true })
      return embedder.embed(texts, kind, options)
    },
  })
  const searchOf = (search: SearchIndex): SearchIndex => ({
    ...search,
    async replaceDocument(index, document, chunks, onProgress) {
      if (spend('index', (name) => document.document_id === documentIdOf('documents', name))) throw down('index')
      return search.replaceDocument(index, document, chunks, onProgress)
    },
  })
  return {
    fail: (stage, name, times) => void left.set(`${stage}/${name}`, times),
    embedderCalls: (name) => calls.filter((text) => text.includes(name)).length,
    wrap: (ports) => ({
      ...ports,
      blobs: blobsOf(ports.blobs),
      embedder: embedderOf(ports.embedder),
      search: searchOf(ports.search),
    }),
  }
}
