import { type WorkError, withoutPaths } from '../../../kernel/runtime/errors.ts'
import { type DocumentFile, type DocumentSubject, documentFailed, type Stage } from '../../../schemas/document.ts'
import { type DocumentErrorCode, documentErrorCodes } from '../../../schemas/document-error-codes.ts'

/** Codes that ports throw, as the codes that a document shows. */
const TRANSLATED: Readonly<Record<string, DocumentErrorCode>> = { storage_full: 'storage_failed', timeout: 'timed_out' }
/** What a failure without a known code is, by stage. */
const BY_STAGE: { readonly [stage in Stage]?: DocumentErrorCode } = { embedding: 'embedding_failed', indexing: 'indexing_failed' }

function codeOf(error: WorkError, stage: Stage): DocumentErrorCode {
  const known = documentErrorCodes.find((code) => code === error.code)
  return known ?? TRANSLATED[error.code] ?? BY_STAGE[stage] ?? 'internal'
}

/**
 * The `onGiveUp` of a stage: document.failed with the reason. An internal fault's own message stays in the dead letter and the log,
 * because it may name what people should not see.
 */
export function failDocument(stage: Stage) {
  return (
    { upload_id, document_id, generation, attempt, file }: DocumentSubject & { file: DocumentFile },
    { error, attempts, at }: { error: WorkError; attempts: number; at: string },
  ) => {
    const code = codeOf(error, stage)
    const message = code === 'internal' ? 'An internal fault; the log tells more.' : withoutPaths(error.message)
    const reason = { code, message, stage, retryable: error.retryable, attempt: attempts, at }
    return [documentFailed.make({ upload_id, document_id, generation, attempt, file, error: reason })]
  }
}
