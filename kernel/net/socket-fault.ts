/** Why no connection came about, as far as whoever gave the address may know it; `other` says nothing of this machine's sockets. */
export type SocketFault = 'private' | 'unknown-name' | 'certificate' | 'other'

/** What a socket, a resolver or `publicLookup` failed with. */
export function socketFaultOf(error: Error): SocketFault {
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'EPRIVATE') return 'private'
  if (/^(ENOTFOUND|EAI_AGAIN)$/.test(code)) return 'unknown-name'
  return /CERT|SELF_SIGNED|TLS|SSL/.test(code) ? 'certificate' : 'other'
}
