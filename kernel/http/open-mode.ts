import { ApiError } from '../errors.ts'
import type { Asking } from './app.ts'

const LOOPBACK = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\]|::1)$/i
const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Without credentials, the loopback address is the only guard, and any page in the user's browser can reach it: names that
 * resolve to it (DNS rebinding) and writes that another site's page sends are refused.
 */
export function checkOpenMode(request: Asking, host: string): void {
  const name = hostNameOf(request.headers.host ?? '')
  if (name && name !== host && !LOOPBACK.test(name))
    throw new ApiError('forbidden', 'without SUBSCRIPTION_KEYS or OIDC settings this server answers to its loopback name only')
  if (!READING.has(request.method) && request.headers['sec-fetch-site'] === 'cross-site')
    throw new ApiError('forbidden', 'without SUBSCRIPTION_KEYS or OIDC settings other sites may not write here')
}

/** Without the port; an IPv6 address keeps its brackets. */
function hostNameOf(host: string): string {
  if (host.startsWith('[')) return host.slice(0, host.indexOf(']') + 1)
  const end = host.indexOf(':')
  return end < 0 ? host : host.slice(0, end)
}
