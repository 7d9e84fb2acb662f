import type { Env } from '../../runtime/env.ts'
import { ApiError } from '../../runtime/errors.ts'
import type { Asking } from '../app/app.ts'
import { READING_METHODS } from '../app/changes.ts'

/**
 * Refuses whatever may change something and comes from a page that is not this server's: a browser names the page's origin, and no page
 * can change that. `Origin` must have the scheme, host and port under which the server was addressed, or those of GATEWAY_URL; with
 * `forwarded` what a proxy says of the address counts, which no page can send unasked either. Programs send no `Origin`.
 */
export function checkOrigin({ method, headers }: Asking, { GATEWAY_URL }: Pick<Env, 'GATEWAY_URL'>, forwarded: boolean): void {
  const { origin } = headers
  if (origin === undefined || READING_METHODS.has(method)) return
  const host = (forwarded && first(headers['x-forwarded-host'])) || headers.host
  const scheme = (forwarded && first(headers['x-forwarded-proto'])) || 'http'
  if (host && origin === originOf(`${scheme}://${host}`)) return
  if (GATEWAY_URL && origin === originOf(GATEWAY_URL)) return
  throw new ApiError(
    'forbidden',
    `only pages of this server may send this (Origin); ${forwarded ? 'a proxy before it sends X-Forwarded-Host and X-Forwarded-Proto, or GATEWAY_URL names its address' : 'open it under the address that its start printed'}`,
  )
}

/** What the proxy next to the client said. */
const first = (header: string | string[] | undefined): string | undefined =>
  String(header ?? '')
    .split(',')[0]
    ?.trim() || undefined

const originOf = (address: string): string | undefined => URL.parse(address)?.origin
