/**
 * Address of a document's page: at one of its passages when `chunkIndex` (from 0) is given, with the words between two places of its
 * text marked when `quote` has them.
 * @param {string} uploadId
 * @param {number} [chunkIndex]
 * @param {{ char_start?: number | null, char_end?: number | null }} [quote]
 */
export function documentPath(uploadId, chunkIndex, { char_start: from, char_end: to } = {}) {
  const place = Number.isInteger(from) && Number.isInteger(to) ? `:${from}-${to}` : ''
  return `/document?id=${encodeURIComponent(uploadId)}${Number.isInteger(chunkIndex) ? `#chunk-${chunkIndex + 1}${place}` : ''}`
}

/** What an address's hash names: a passage (from 0) and the words to mark. Undefined where it names none. */
export function placeOfHash(hash) {
  const [, chunk, from, to] = /^#chunk-(\d+)(?::(\d+)-(\d+))?$/.exec(hash) ?? []
  if (!(Number(chunk) > 0)) return undefined
  return { index: Number(chunk) - 1, quote: from === undefined ? undefined : { from: Number(from), to: Number(to) } }
}
