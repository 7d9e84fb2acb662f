import type { Ports } from '../../../kernel/ports.ts'
import { isHeld } from '../kept/ended-generations.ts'
import { type LastClearedTables, wasCleared } from '../uploads/last-cleared.ts'
import { queuePlace } from './queue-place.ts'
import { type StatusEntity, statusEntity } from './status-entity.ts'
import type { UploadState } from './upload-state.ts'
import { type UploadTables, wasReplaced } from './views.ts'

/**
 * The status entity of an upload as it is now, with its place in the queue. What it made searchable may be gone: with a clearing of its
 * index, or with a newer upload of the document.
 */
export async function showUpload(ports: Pick<Ports, 'database' | 'clock'>, state: UploadState): Promise<StatusEntity> {
  const entity = statusEntity(state, await queuePlace(ports, state))
  const message = entity.searchable ? await whyGone(ports, state) : undefined
  return message === undefined ? entity : { ...entity, chunks: 0, searchable: false, message }
}

async function whyGone({ database }: Pick<Ports, 'database'>, state: UploadState): Promise<string | undefined> {
  if (await wasCleared(database.tables<LastClearedTables>(), state))
    return 'Indexed, and removed since with everything else in its index; upload it again to find it'
  // A rebuild as of an earlier time shows it again.
  if ((await wasReplaced(database.tables<UploadTables>(), state)) && !(await isHeld(database, state.upload_id)))
    return 'Indexed, and replaced since by a newer upload of this file'
  return undefined
}
