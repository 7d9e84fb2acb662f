const calls = {
  unreachable: 'Check that it runs and that this device is online, then try again.',
  unauthorized: 'Sign in with a subscription key and an access token.',
  forbidden: 'Sign in with a token whose role allows this.',
  payload_too_large: 'Split the file, or leave out large images.',
  rate_limited: 'Wait a moment, then try again.',
  unavailable: 'Something behind the server is away. Try again shortly.',
  storage_full: 'The server’s disk is full. Its operator has to free some space.',
  broken_off: 'Ask again; what was written so far stays here.',
}

// What is wrong with what was asked does not get better by asking again, and the message says it.
const OF_THE_CALL = new Set(['invalid_request', 'validation_failed', 'content_refused', 'not_found'])

// A document of the same name; any other conflict says itself what to do.
const sameName = 'Tick “Replace existing” to put the new file in its place.'
// A quota is no full disk: the message says what to delete.
const quota = 'Or ask the operator for a larger quota.'

// Why a file could not be read is told by the server together with the remedy; these are the failures on its own side.
const documents = {
  storage_failed: 'Retry; the server could not store it.',
  embedding_failed: 'Retry when the embedding service is back; it goes on from there.',
  indexing_failed: 'Retry when the index is back; it goes on from there.',
  cancelled: 'Retry to process it after all.',
}

// What is wrong with the file itself stays so, however often it is read.
const OF_THE_FILE = new Set(['corrupt', 'encrypted', 'empty', 'too_large', 'unsupported', 'out_of_memory'])

/** Whether trying a failed document again may end otherwise. */
export const helpsToRetry = (error) => !OF_THE_FILE.has(error?.code)

/** Whether reading a complete document once more may bring what its warnings say was left: scanned pages, not what is wrong with the file. */
export const helpsToReadAgain = ({ status, warnings = [] }) =>
  status === 'complete' && warnings.some((words) => /parsing\.ocr\.|could not be recognised/.test(words))

/** What a person can do about a failed call beyond what its message says. */
export function adviceFor({ code, details }) {
  if (details?.reason === 'quota') return quota
  if (code === 'conflict') return details?.source_file ? sameName : ''
  if (OF_THE_CALL.has(code)) return ''
  return calls[code] ?? 'Try again. If it stays, report it with the request id.'
}

/** What a person can do about a failed document beyond what its message says; empty when that says it all. */
export const adviceForDocument = (code) => documents[code] ?? ''
