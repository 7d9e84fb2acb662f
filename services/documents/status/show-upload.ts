import type { Ports } from '../../../kernel/ports.ts'
import { type LastClearedTables, wasCleared } from '../uploads/last-cleared.ts'
import { queuePlace } from './queue-place.ts'
import { type StatusEntity, statusEntity } from './status-entity.ts'
import type { UploadState } from './upload-state.ts'

/** The status entity of an upload as it is now, with its place in the queue. What it made searchable may be gone with a clearing of its index. */
export async function showUpload(ports: Pick<Ports, 'database' | 'clock'>, state: UploadState): Promise<StatusEntity> {
  const entity = statusEntity(state, await queuePlace(ports, state))
  if (!(await wasCleared(ports.database.tables<LastClearedTables>(), state))) return entity
  return {
    ...entity,
    chunks: 0,
    searchable: false,
    message: 'Indexed, and removed since with everything else in its index; upload it again to find it',
  }
}
