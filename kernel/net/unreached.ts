/** Undici's word for a server that takes no connection in time. */
export const CONNECT_TIMEOUT = 'UND_ERR_CONNECT_TIMEOUT'
/** Words of the system and of undici for a request that was never sent: nobody there has seen it. */
const UNREACHED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', CONNECT_TIMEOUT]

/** Whether a request failed because its server could not be reached; not where a connection broke, which the request may have caused. */
export const isUnreached = (error: unknown): boolean => hasCode(error, UNREACHED)

/** Whether it failed because nobody took the connection, however long it was waited for. */
export const isUnanswered = (error: unknown): boolean => hasCode(error, [CONNECT_TIMEOUT])

function hasCode(error: unknown, codes: readonly string[]): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if ('code' in at && codes.includes(String(at.code))) return true
  return false
}
