/** Why the work on a document failed. Plain data, because the processes that read files load no schemas. */
export const documentErrorCodes = [
  'encrypted',
  'corrupt',
  'empty',
  'unreadable',
  'too_large',
  'timed_out',
  'out_of_memory',
  'unsupported',
  'storage_failed',
  'embedding_failed',
  'indexing_failed',
  'cancelled',
  'internal',
] as const
export type DocumentErrorCode = (typeof documentErrorCodes)[number]
