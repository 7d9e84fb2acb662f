/** Address of a document's page, at one of its passages when `chunkIndex` (from 0) is given. */
export const documentPath = (uploadId, chunkIndex) =>
  `/document?id=${encodeURIComponent(uploadId)}${Number.isInteger(chunkIndex) ? `#chunk-${chunkIndex + 1}` : ''}`
