import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Access, Asking, Caller } from './app.ts'
import type { Identify } from './auth.ts'

const REMEMBERED = 10_000

type Ask = (request: Asking) => Caller | Promise<Caller>

/** Remembers whom a key and a token stand for, by one hash of both and as long as the token is remembered: a client that polls sends the same again and again. */
export function rememberCallers(ask: Ask, now: () => number = Date.now): Ask {
  const good = new Map<string, Caller>()
  const keep = (name: string, caller: Caller): Caller => {
    if (caller.goodUntil === undefined) return caller
    if (good.size >= REMEMBERED) good.delete(good.keys().next().value ?? '')
    good.set(name, caller)
    return caller
  }
  return (request) => {
    const { authorization, 'ocp-apim-subscription-key': key } = request.headers
    if (authorization === undefined) return ask(request)
    const name = hash('sha256', `${key}\0${authorization}`, 'base64url')
    const known = good.get(name)
    if (known?.goodUntil !== undefined && known.goodUntil > now()) return known
    good.delete(name)
    const caller = ask(request)
    return caller instanceof Promise ? caller.then((found) => keep(name, found)) : keep(name, caller)
  }
}

interface Last {
  readonly access: Access
  readonly authorization: string | undefined
  readonly key: IncomingMessage['headers'][string]
  readonly caller: Caller
}

/**
 * Remembers beside that whom the last credentials of a connection stood for, as long as their token is remembered, because even one
 * hash costs a twentieth of a 304. They are compared with what came over the same connection only, and many bytes at a time, so that
 * the time it takes tells nobody a byte.
 */
export function rememberLastCaller(
  identify: Identify,
  now: () => number = Date.now,
): (request: IncomingMessage, access: Access) => Caller | Promise<Caller> {
  const lastOf = new WeakMap<IncomingMessage['socket'], Last>()
  return ({ headers, method = '', socket }, access) => {
    const { authorization, 'ocp-apim-subscription-key': key } = headers
    const last = lastOf.get(socket)
    const isSame = last !== undefined && last.authorization === authorization && last.key === key && last.access === access
    if (isSame && (last.caller.goodUntil ?? 0) > now()) return last.caller
    const caller = identify({ headers, method }, access)
    if (!(caller instanceof Promise) && caller.goodUntil !== undefined) lastOf.set(socket, { access, authorization, key, caller })
    return caller
  }
}
