import { ApiError } from '../../runtime/errors.ts'
import type { Asking } from '../app/app.ts'
import { READING_METHODS } from '../app/changes.ts'

const LOOPBACK = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\]|::1)$/i

/** Pages of this server, and what the user typed; a page on another port of the loopback address is of the same site. */
const OWN_SITE = new Set([undefined, 'same-origin', 'none'])

/**
 * Without credentials, the loopback address is the only guard, and any page in the user's browser can reach it: names that
 * resolve to it (DNS rebinding) and writes that another origin's page sends are refused, also where the browser tells no `Origin`.
 */
export function checkOpenMode(request: Asking, host: string): void {
  const name = hostNameOf(request.headers.host ?? '')
  if (name && name !== host && !LOOPBACK.test(name))
    throw new ApiError('forbidden', 'without SUBSCRIPTION_KEYS or OIDC settings this server answers to its loopback name only')
  if (!READING_METHODS.has(request.method) && !OWN_SITE.has(request.headers['sec-fetch-site'] as string | undefined))
    throw new ApiError('forbidden', 'without SUBSCRIPTION_KEYS or OIDC settings other pages may not write here')
}

/** Without the port; an IPv6 address keeps its brackets. */
function hostNameOf(host: string): string {
  if (host.startsWith('[')) return host.slice(0, host.indexOf(']') + 1)
  const end = host.indexOf(':')
  return end < 0 ? host : host.slice(0, end)
}
