const byCode = {
  // Calls
  unreachable: 'Check that it runs and that this device is online, then try again.',
  unauthorized: 'Sign in with a subscription key and an access token.',
  forbidden: 'Sign in with a token whose role allows this.',
  conflict: 'Tick “Replace existing” to put the new file in its place.',
  payload_too_large: 'Split the file or leave out large images; 100 MB is the limit.',
  rate_limited: 'Wait a moment, then try again.',
  unavailable: 'Something behind the server is away. Try again shortly.',
  storage_full: 'The server’s disk is full. Its operator has to free some space.',
  // Documents
  encrypted: 'Remove the password in its own program, then upload it again.',
  corrupt: 'Open it in its own program, save it anew, and upload that.',
  empty: 'There is no text in it. If it is a scan, run text recognition first.',
  too_large: 'Split it into smaller files.',
  timed_out: 'Reading it took too long. Split it, or try again when the server is less busy.',
  out_of_memory: 'It is too large to read in one piece. Split it into smaller files.',
  unsupported: 'Save it as PDF, DOCX, PPTX, XLSX, CSV, TXT or JSON.',
  storage_failed: 'The server could not store it. Try again.',
  embedding_failed: 'The embedding service did not answer. Retry when it is back.',
  indexing_failed: 'The index did not take it. Retry; it goes on from there.',
  cancelled: 'It was cancelled. Retry to process it after all.',
}

/** What a person can do about an error code. */
export const adviceFor = (code) => byCode[code] ?? 'Try again. If it stays, report it with the request id.'
