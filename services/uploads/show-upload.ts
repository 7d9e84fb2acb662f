import type { Ports } from '../../kernel/ports.ts'
import { queuePlace } from './queue.ts'
import { type StatusEntity, statusEntity } from './status-entity.ts'
import type { UploadState } from './upload-state.ts'

/** The status entity of an upload as it is now, with its place in the queue. */
export const showUpload = async (ports: Pick<Ports, 'views' | 'clock'>, state: UploadState): Promise<StatusEntity> =>
  statusEntity(state, await queuePlace(ports, state))
