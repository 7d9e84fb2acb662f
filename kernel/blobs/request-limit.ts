/** How long a store that says nothing is waited for, with all retries, in milliseconds. */
export const PATIENCE_MS = 15_000
/** Bytes that a slow line takes in a millisecond: 0.3 Mbit/s. */
const SLOWEST = 40

/** Aborted when a request with so many bytes is given up. */
export const requestLimit = (bytes = 0, patienceMs = PATIENCE_MS): AbortSignal =>
  AbortSignal.timeout(patienceMs + Math.ceil(bytes / SLOWEST))
