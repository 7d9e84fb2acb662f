/** Words of the system and of undici for a request that was never sent: nobody there has seen it. */
const UNREACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])

/** Whether a request failed because its server could not be reached; not where a connection broke, which the request may have caused. */
export function isUnreached(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if ('code' in at && UNREACHED.has(String(at.code))) return true
  return false
}
