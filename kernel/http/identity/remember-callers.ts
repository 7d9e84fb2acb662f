import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Caller } from '../../access/caller.ts'
import type { Asking } from '../app/app.ts'

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
