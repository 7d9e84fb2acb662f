import { artifactFolder } from '../../../kernel/blobs/artifacts.ts'
import { isOwnBlob } from '../../../kernel/blobs/raw-path.ts'
import { defineConsumer } from '../../../kernel/consume/define-consumer.ts'
import { documentIndexed } from '../../../schemas/document.ts'
import type { UploadState } from '../status/upload-state.ts'
import type { UploadTables } from '../status/views.ts'

/** Removes the files of the generations that a newly indexed one has replaced. */
export const tidyReplaced = defineConsumer({
  name: 'tidy',
  on: [documentIndexed],
  emits: [],
  needs: ['blobs', 'views'],
  retry: { attempts: 10, baseMs: 500, capMs: 30_000 },
  timeoutMs: 60_000,
  async handle({ ports }, { document_id, generation }) {
    const rows = await ports.views
      .tables<UploadTables>()
      .selectFrom('uploads')
      .select('body')
      .where('document_id', '=', document_id)
      .execute()
    const older = rows.map((r) => JSON.parse(r.body) as UploadState).filter((u) => u.generation < generation)
    for (const upload of older) {
      if (upload.file && isOwnBlob(upload, upload.file.blob)) await ports.blobs.remove(upload.file.blob)
      await ports.blobs.removeFolder(artifactFolder(upload))
    }
    return []
  },
})
