import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Access, Asking, Caller } from './app.ts'
import type { Identify } from './auth.ts'

const REMEMBERED = 10_000

/** A key and a token as one text; none given is told from any that is. */
function credentialsOf({ authorization, 'ocp-apim-subscription-key': key }: IncomingMessage['headers']): string {
  return `${typeof key}\0${key}\0${typeof authorization}\0${authorization}`
}

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
    if (request.headers.authorization === undefined) return ask(request)
    const name = hash('sha256', credentialsOf(request.headers), 'base64url')
    const known = good.get(name)
    if (known?.goodUntil !== undefined && known.goodUntil > now()) return known
    good.delete(name)
    const caller = ask(request)
    return caller instanceof Promise ? caller.then((found) => keep(name, found)) : keep(name, caller)
  }
}

interface Last {
  readonly access: Access
  readonly credentials: Buffer
  readonly caller: Caller
}

/** As long as all headers of a request may be; longer credentials are not remembered here. */
const scratch = Buffer.alloc(16_384)

/** Whether the text is this one, in a time that does not tell where it differs. */
function isSame(text: string, known: Buffer): boolean {
  if (text.length !== known.length) return false
  scratch.write(text, 'latin1')
  return timingSafeEqual(scratch.subarray(0, known.length), known)
}

/**
 * Remembers beside that whom the last credentials of a connection stood for, as long as their token is remembered, because even one
 * hash costs a twentieth of a 304.
 */
export function rememberLastCaller(
  identify: Identify,
  now: () => number = Date.now,
): (request: IncomingMessage, access: Access) => Caller | Promise<Caller> {
  const lastOf = new WeakMap<IncomingMessage['socket'], Last>()
  return (request, access) => {
    const { headers, socket } = request
    const last = lastOf.get(socket)
    if (last?.access === access && (last.caller.goodUntil ?? 0) > now() && isSame(credentialsOf(headers), last.credentials))
      return last.caller
    const caller = identify({ headers, method: request.method ?? '' }, access)
    if (caller instanceof Promise || caller.goodUntil === undefined) return caller
    const credentials = credentialsOf(headers)
    if (credentials.length <= scratch.length) lastOf.set(socket, { access, credentials: Buffer.from(credentials, 'latin1'), caller })
    return caller
  }
}
