import type { IncomingMessage } from 'node:http'
import { bounded } from '../../net/bounded-fetch.ts'
import { callHttp, callIntended, guardedFetch, headersOf } from '../../net/guarded-fetch.ts'
import { ApiError } from '../../runtime/errors.ts'

/** Of a refusal, that are read: its code stands at the beginning. */
const MAX_REFUSAL_BYTES = 65_536
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** The replies whose bodies `readPieces` reads. */
const bodies = new WeakMap<Response, IncomingMessage>()

/**
 * A `fetch` for replies that come in many small pieces: it leaves the web streams out, which cost more than the rest of a token's way
 * together. The body of a reply that is no refusal is empty here; `readPieces` and `readWhole` read it. Redirects and bodies that are no text go to the
 * ordinary `fetch`.
 */
export const streamedFetch: typeof fetch = (input, init = {}) => streamed(input, init, callHttp, fetch)

/** As `streamedFetch`, to addresses that an administrator may mean alone (`intendedUrl`), and without redirects. */
export const guardedStreamedFetch: typeof fetch = (input, init = {}) => streamed(input, init, callIntended, guardedFetch)

async function streamed(
  input: Parameters<typeof fetch>[0],
  init: RequestInit,
  call: typeof callHttp,
  plain: typeof fetch,
): Promise<Response> {
  const { method = 'GET', headers, body, signal } = init
  if (input instanceof Request || typeof body !== 'string') return ordinary(input, init, plain)
  const reply = await call(new URL(input), { method, headers: Object.fromEntries(new Headers(headers)), body, signal })
  const status = reply.statusCode ?? 0
  if (REDIRECTS.has(status)) {
    reply.destroy()
    return ordinary(input, init, plain)
  }
  const told = { status, headers: headersOf(reply) }
  if (status >= 300) return new Response(await beginningOf(reply), told)
  const response = new Response(null, told)
  bodies.set(response, reply)
  return response
}

/** A refusal is read to its end by the client; whoever reads another reply counts its bytes. */
async function ordinary(input: Parameters<typeof fetch>[0], init: RequestInit, plain: typeof fetch): Promise<Response> {
  const reply = await plain(input, init)
  return reply.ok ? reply : bounded(reply, MAX_REFUSAL_BYTES)
}

async function beginningOf(reply: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of reply as AsyncIterable<Buffer>) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes > MAX_REFUSAL_BYTES) break
  }
  return Buffer.concat(pieces).toString()
}

/** Hands on the body of a reply of `streamedFetch` as it comes. What `onPiece` throws ends the call. Rejects when the reply breaks off. */
export async function readPieces(response: Response, onPiece: (piece: Uint8Array) => void): Promise<void> {
  const reply = bodies.get(response)
  if (!reply) for await (const piece of response.body ?? []) onPiece(piece)
  else await readReply(reply, onPiece)
}

/** The text of a reply of `streamedFetch`. ApiError upstream_failed for one of more bytes. */
export async function readWhole(response: Response, maxBytes: number): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  await readPieces(response, (piece) => {
    bytes += piece.length
    if (bytes > maxBytes) throw new ApiError('upstream_failed', 'The model did not come to an end.')
    pieces.push(piece)
  })
  return Buffer.concat(pieces).toString()
}

function readReply(reply: IncomingMessage, onPiece: (piece: Uint8Array) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    if (reply.destroyed) return reject(reply.errored ?? new Error('the reply broke off'))
    reply.on('error', reject)
    reply.on('end', resolve)
    // whatever comes first counts
    reply.on('close', () => reject(new Error('the reply broke off')))
    reply.on('data', (piece: Buffer) => {
      try {
        onPiece(piece)
      } catch (error) {
        reply.destroy()
        reject(error)
      }
    })
  })
}
