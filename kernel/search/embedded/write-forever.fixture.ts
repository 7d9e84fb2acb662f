// A process for tests: writes epoch after epoch of one document and tells its parent of each batch.
import { createLogger } from '../../runtime/log.ts'
import type { IndexedChunk } from '../search.ts'
import { openEmbeddedSearch } from './open-embedded-search.ts'

const [dir = '', last = '1'] = process.argv.slice(2)
const search = await openEmbeddedSearch({ dir, log: createLogger('CRITICAL') })

async function* chunksOf(epoch: number): AsyncIterable<readonly IndexedChunk[]> {
  for (let batch = 0; batch < 5; batch++) {
    yield Array.from({ length: 50 }, (_, i) => ({
      id: `${epoch}-${batch * 50 + i}`,
      fields: {
        document_id: 'a',
        title: `epoch ${epoch}`,
        text: `word number ${i}`,
        chunk_index: batch * 50 + i,
        doc_type: `epoch ${epoch}`,
        tags: ['all', `batch ${batch}`],
      },
      vector: Float32Array.of(1, 0, 0, 0),
    }))
  }
}

for (let epoch = 1; epoch <= Number(last); epoch++) {
  await search.replaceDocument('docs', { document_id: 'a', epoch }, chunksOf(epoch), (n) => process.send?.(n))
}
await search.close()
process.disconnect()
