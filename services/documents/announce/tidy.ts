import { artifactFolder } from '../../../kernel/blobs/artifacts.ts'
import { isOwnBlob } from '../../../kernel/blobs/raw-path.ts'
import { defineConsumer } from '../../../kernel/consume/define-consumer.ts'
import { documentIndexed } from '../../../schemas/document.ts'
import { uploadsOf } from '../status/views.ts'

/** Removes the files of the generations that a newly indexed one has replaced. */
export const tidyReplaced = defineConsumer({
  name: 'tidy',
  runs: 'edge',
  on: [documentIndexed],
  emits: [],
  needs: ['blobs', 'database'],
  retry: { attempts: 10, baseMs: 500, capMs: 30_000 },
  timeoutMs: 60_000,
  async handle({ ports }, { payload: { document_id, generation } }) {
    for (const upload of await uploadsOf(ports.database.tables(), document_id)) {
      if (upload.generation >= generation) continue
      if (upload.file && isOwnBlob(upload, upload.file.blob)) await ports.blobs.remove(upload.file.blob)
      await ports.blobs.removeFolder(artifactFolder(upload))
    }
    return []
  },
})
