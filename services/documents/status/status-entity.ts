import type { QueuePlace } from './queue-place.ts'
import type { UploadState } from './upload-state.ts'

/** UploadStatusEntity of the interface, with what a client would otherwise have to look up beside it. */
export function statusEntity(state: UploadState, queue: QueuePlace | null = null) {
  // A pass that ended well may still be overtaken when its record comes a second time: that is no error of the upload.
  const shown = Object.values(state.errors).filter((e) => e.code !== 'cancelled' || state.mark.status !== 'complete')
  const errors = shown.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.attempt - b.attempt))
  const mail = state.file?.attached_to
  return {
    upload_id: state.upload_id,
    document_id: state.document_id,
    filename: state.file?.source_file ?? '',
    index: state.file?.index ?? '',
    status: state.mark.status,
    progress: state.progress,
    processing_stage: state.mark.stage,
    message: state.mark.message,
    errors,
    warnings: state.warnings?.told ?? [],
    metadata: state.file?.metadata ?? {},
    timestamps: { created: state.created ?? state.updated, updated: state.updated, completed: state.completed },
    attempt: state.mark.attempt,
    size_bytes: state.file?.size_bytes ?? 0,
    pages: state.counts.pages,
    chunks: state.counts.chunks,
    searchable: state.mark.stage === 'indexed' && state.mark.status === 'complete',
    attached_to: mail ? { upload_id: mail.upload_id, document_id: mail.document_id, filename: mail.source_file } : null,
    attachments: (state.attachments ?? []).map(({ source_file: filename, ...attachment }) => ({ ...attachment, filename })),
    queue,
  }
}

export type StatusEntity = ReturnType<typeof statusEntity>
