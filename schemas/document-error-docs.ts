import type { DocumentErrorCode } from './document-error-codes.ts'

/** Cause and remedy of each document error, for docs/reference/errors.md. */
export const documentErrorDocs: Readonly<Record<DocumentErrorCode, { readonly cause: string; readonly remedy: string }>> = {
  encrypted: {
    cause: 'The file is protected by a password.',
    remedy: 'Remove the password and upload the file again.',
  },
  corrupt: {
    cause: 'The file is damaged, or its content does not match its extension.',
    remedy: 'Save the file again in the format of its extension and upload that copy.',
  },
  empty: {
    cause: 'The file contains no text. Scanned pages have no text when recognition is off or finds nothing.',
    remedy: 'Check that it is the right file. For scans, turn recognition on, then retry.',
  },
  unreadable: {
    cause: 'The text of the PDF cannot be decoded, and recognition is off.',
    remedy: 'Export the PDF again with embedded fonts, or turn recognition on, then retry.',
  },
  too_large: {
    cause: 'The file, its uncompressed content or its number of pages exceeds a limit.',
    remedy: 'Divide the file, or raise the limit that the message names.',
  },
  timed_out: {
    cause: 'A stage took longer than its limit.',
    remedy: 'Retry. If it fails again, divide the file or raise `parsing.timeout_ms`.',
  },
  out_of_memory: {
    cause: 'Parsing needs more memory than a parser process may use.',
    remedy: 'Divide the file, or raise `parsing.memory_mb`.',
  },
  unsupported: {
    cause: 'Files of this type are not read.',
    remedy: 'Upload the content in one of the supported formats.',
  },
  storage_failed: {
    cause: 'The blob store could not be read or written, or it is full.',
    remedy: 'Check the store in the health report, then retry.',
  },
  embedding_failed: {
    cause: 'The embeddings server failed or rejected the text.',
    remedy: 'Check the embeddings server, then retry. The retry resumes at the failed stage.',
  },
  indexing_failed: {
    cause: 'The search index rejected the chunks, or is not available.',
    remedy: 'Check the index in the health report, then retry.',
  },
  cancelled: {
    cause: 'A caller canceled the upload.',
    remedy: 'Retry the upload to process it after all.',
  },
  internal: {
    cause: 'A stage failed unexpectedly.',
    remedy: 'Retry. If it fails again, report the upload ID with the process log.',
  },
}
