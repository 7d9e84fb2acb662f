import { defineConsumer } from '../../../kernel/consume/define-consumer.ts'
import { documentDeleted, documentIndexed } from '../../../schemas/document.ts'
import { noteEnded } from '../kept/ended-generations.ts'
import { sweepDue } from '../kept/sweep-ended.ts'
import { uploadsOf } from '../status/views.ts'

/** Notes which generations a newly indexed one has replaced, or a deletion has ended; their files go when they have been kept long enough. */
export const tidyEnded = defineConsumer({
  name: 'tidy',
  runs: 'edge',
  on: [documentIndexed, documentDeleted],
  emits: [],
  needs: ['blobs', 'clock', 'config', 'database'],
  retry: { attempts: 10, baseMs: 500, capMs: 30_000 },
  timeoutMs: 60_000,
  async handle({ ports }, { type, payload: { document_id, generation, upload_id }, envelope }) {
    const uploads = await uploadsOf(ports.database.tables(), document_id)
    const ended = uploads.filter((u) => (type === 'document.deleted' ? u.upload_id === upload_id : u.generation < generation))
    await noteEnded(ports.database, ended, new Date(envelope.time).toISOString())
    await sweepDue(
      ports,
      ended.map((u) => u.upload_id),
    )
    return []
  },
})
