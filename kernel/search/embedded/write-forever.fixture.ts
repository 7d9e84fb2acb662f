// A process for tests: writes generation after generation of one document and tells its parent of each batch.
import { createLogger } from '../../runtime/log.ts'
import type { IndexedChunk } from '../search.ts'
import { openEmbeddedSearch } from './open-embedded-search.ts'

const [dir = '', last = '1'] = process.argv.slice(2)
const search = await openEmbeddedSearch({ dir, log: createLogger('CRITICAL') })

async function* chunksOf(generation: number): AsyncIterable<readonly IndexedChunk[]> {
  for (let batch = 0; batch < 5; batch++) {
    yield Array.from({ length: 50 }, (_, i) => ({
      id: `${generation}-${batch * 50 + i}`,
      fields: {
        ...{ document_id: 'a', title: `generation ${generation}`, text: `word number ${i}`, chunk_index: batch * 50 + i },
        ...{ doc_type: `generation ${generation}`, tags: ['all', `batch ${batch}`] },
      },
      vector: Float32Array.of(1, 0, 0, 0),
    }))
  }
}

for (let generation = 1; generation <= Number(last); generation++) {
  await search.replaceDocument('docs', { document_id: 'a', generation }, chunksOf(generation), (n) => process.send?.(n))
}
await search.close()
process.disconnect()
