import { randomFillSync, randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const VISIBLE_ASCII = /^[\x21-\x7e]{1,128}$/
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/

/** The caller's X-Request-Id when it is 1 to 128 visible ASCII characters, else a UUID. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && VISIBLE_ASCII.test(given) ? given : randomUUID()
}

/** The caller's W3C trace context passed on as version 00, or a new sampled one. */
export function traceparentOf(headers: IncomingHttpHeaders): string {
  const given = headers.traceparent
  const match = typeof given === 'string' && given.length <= 512 ? TRACEPARENT.exec(given) : null
  if (match) return `00-${match[1]}-${match[2]}-${match[3]}`
  return `00-${randomHex(16)}-${randomHex(8)}-01`
}

/** Random bytes fetched many at a time: asking the system for a few costs as much. */
const pool = Buffer.alloc(6144)
let used = pool.length

function randomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += bytes
  return pool.toString('hex', used - bytes, used)
}
