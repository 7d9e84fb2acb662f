import type { FastifyRequest } from 'fastify'
import { ApiError, rateLimited } from '../../runtime/errors.ts'
import type { App } from '../app/app.ts'
import { addHolding } from '../limits/holdings.ts'

/** Bodies up to here are bounded by the number of requests. */
const SMALL_BYTES = 64 * 1024
/** Of one caller, and of all: what may be held of bodies that are still coming in. */
export const MOST_HELD_OF_ONE = 128 * 1024 * 1024
const MOST_HELD = 512 * 1024 * 1024

const isForm = ({ headers }: FastifyRequest): boolean => headers['content-type']?.toLowerCase().startsWith('multipart/') ?? false

/** What a body takes of the memory while it comes in; forms with files go to their store piece by piece. */
function heldBytes(request: FastifyRequest): number {
  if (isForm(request)) return 0
  const { headers, routeOptions } = request
  const { bodyLimit = 0 } = routeOptions
  const told = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : bodyLimit
  return told > bodyLimit || told <= SMALL_BYTES ? 0 : told
}

/**
 * A body that is read whole is held until its last byte is there, which may be minutes: hundreds that never end would fill the memory. Room is
 * taken by what a body says of its length, else by what its route allows. A caller's only one waits for nobody but all others together.
 */
export const addHeldBodies = (app: App): void =>
  addHolding(app, {
    amountOf: heldBytes,
    endsWithBody: () => true,
    ...{ mostOfOne: MOST_HELD_OF_ONE, most: MOST_HELD },
    tooMuchOfOne: () => tooManyOfOne('large bodies of yours are still coming in', MOST_HELD_OF_ONE),
    tooMuch: () => tooMany('large bodies are still coming in'),
  })

/**
 * A form has the file open that it writes, a download the one that it reads, for as long as the client likes: beside the connections that
 * a process may have they would take every file that it may open. Half of what connections leave is one caller's at most.
 */
export function addHeldFiles(app: App, most: number): void {
  const mostOfOne = Math.ceil(most / 2)
  addHolding(app, {
    amountOf: (request) => (isForm(request) || request.routeOptions.config.opensFile ? 1 : 0),
    endsWithBody: isForm,
    ...{ mostOfOne, most },
    tooMuchOfOne: () => tooManyOfOne('files of yours are still coming in or going out', mostOfOne),
    tooMuch: () => tooMany('files are still coming in or going out'),
  })
}

/** Replies that are held whole, of one caller and of all: each may have a hundred megabytes. */
const MOST_REPLIES_OF_ONE = 4
const MOST_REPLIES = 12

/** A reply that was made whole is held until its client has taken it, or is given up: many that nobody reads would fill the memory. */
export const addHeldReplies = (app: App): void =>
  addHolding(app, {
    amountOf: (request) => (request.routeOptions.config.wholeReply ? 1 : 0),
    endsWithBody: () => false,
    ...{ mostOfOne: MOST_REPLIES_OF_ONE, most: MOST_REPLIES },
    tooMuchOfOne: () => tooManyOfOne('large replies of yours are being made or going out', MOST_REPLIES_OF_ONE),
    tooMuch: () => tooMany('large replies are being made or going out'),
  })

const AGAIN_S = 5
const tooManyOfOne = (what: string, limit: number): ApiError =>
  rateLimited(`too many ${what}; send or fetch one after the other`, { limit, seconds: AGAIN_S })
const tooMany = (what: string): ApiError => new ApiError('unavailable', `too many ${what}`, { headers: { 'retry-after': String(AGAIN_S) } })
