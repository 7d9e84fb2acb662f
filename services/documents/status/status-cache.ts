import type { Labels } from '../../../kernel/access/limits.ts'
import { etagOf } from '../../../kernel/http/reply/etag.ts'
import type { Ports } from '../../../kernel/ports.ts'
import { changedKey, PROJECTED } from '../../../kernel/views/project.ts'
import { lastClearedView } from '../uploads/last-cleared.ts'
import { findUpload } from './read-uploads.ts'
import { showUpload } from './show-upload.ts'
import type { UploadState } from './upload-state.ts'
import { type UploadTables, uploadsView, wasReplaced } from './views.ts'

/** The answer to a question for an upload's status. */
export interface ShownStatus {
  /** The status entity as JSON. */
  readonly body: string
  readonly etag: string
  /** Of the document: who may not read it is not shown this. */
  readonly labels: Labels
}

export interface StatusCache {
  /** Undefined when there is no such upload. */
  read(uploadId: string): Promise<ShownStatus | undefined>
  close(): void
}

const MAX_KEPT = 20_000

interface Kept extends ShownStatus {
  readonly of: Pick<UploadState, 'document_id' | 'generation' | 'counts'>
  /** The number of changes of uploads up to which no newer one had taken its place. */
  current: number
}

/**
 * Keeps the status of uploads that have ended until their row changes or a newer upload takes their place: it is what thousands of
 * clients poll. One that has not ended has a place in the queue, which changes without it. Only the embedded store tells of a change
 * before anyone can have seen it; on PostgreSQL every read goes to the database.
 */
export function createStatusCache(ports: Pick<Ports, 'database' | 'clock'>): StatusCache {
  const kept = new Map<string, Kept>()
  const prefix = changedKey(uploadsView.name, '')
  const clearings = changedKey(lastClearedView.name, '')
  let changes = 0
  let changesOfUploads = 0
  const replaced = async (of: Kept['of']) => of.counts.chunks !== null && wasReplaced(ports.database.tables<UploadTables>(), of)
  const close = ports.database.onAnnounced(PROJECTED, (keys) => {
    changes++
    if (!keys || keys.some((key) => key.startsWith(prefix))) changesOfUploads++
    if (!keys || keys.some((key) => key.startsWith(clearings))) kept.clear()
    else for (const key of keys) if (key.startsWith(prefix)) kept.delete(key.slice(prefix.length))
  })
  return {
    close,
    async read(uploadId) {
      const known = kept.get(uploadId)
      const [before, current] = [changes, changesOfUploads]
      if (known?.current === current) return known
      if (known && !(await replaced(known.of))) {
        known.current = current
        return known
      }
      kept.delete(uploadId)
      const state = await findUpload(ports.database, uploadId)
      if (!state) return undefined
      const body = JSON.stringify(await showUpload(ports, state))
      const { confidentiality, business_unit } = state.file?.metadata ?? {}
      const shown = { body, etag: etagOf(body), labels: { confidentiality, business_unit } }
      if (state.completed !== null && ports.database.kind === 'sqlite' && !(await replaced(state)) && changes === before) {
        const { document_id, generation, counts } = state
        kept.set(uploadId, { ...shown, of: { document_id, generation, counts }, current })
        if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value ?? '')
      }
      return shown
    },
  }
}
