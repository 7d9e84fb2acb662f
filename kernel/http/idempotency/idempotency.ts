import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Claims, claimsOf } from '../../claims/claims.ts'
import type { Ports } from '../../ports.ts'
import { ApiError, isAway, mayHaveHappened } from '../../runtime/errors.ts'
import { newId } from '../../runtime/ids.ts'

const KEPT_MS = 24 * 60 * 60 * 1000
/** Who gives no sign for this long died with its edge. */
export const SILENT_MS = 3_000
const SIGN_EVERY_MS = 1_000
/** One hour: nothing that a key is for takes longer. */
const MOST_SIGNS = 3_600
const WAIT_MS = 10_000
/** Of the hash before a key: both together are the name of a claim. */
const WHOSE_LENGTH = 40

const replySchema = z.object({ status: z.int(), headers: z.record(z.string(), z.string()), body: z.unknown() })
export type StoredReply = z.output<typeof replySchema>

/** What is known of a key: the content that it was sent with, the command under it, and how that ended. */
const noteSchema = z.object({ fingerprint: z.string(), command: z.string(), reply: replySchema.optional() })
type Note = z.output<typeof noteSchema>

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The command that a request carries out. */
export interface Command {
  readonly id: string
  /** Another request began it under the same key, and died or never heard how it ended: what it did stands under ids that follow from this one. */
  readonly resumed: boolean
  /** Nothing was left of that: the command begins anew under this id. */
  restart(id: string): Promise<void>
}

/** A key that this request has to itself until it says how it ended. */
export interface Claim {
  readonly command: Command
  /** The reply that the key gives from now on. */
  keep(reply: StoredReply): Promise<void>
  /** The work failed: the key is free again, or the next request's to finish where it, or what it was to finish, may have happened all the same. */
  fail(error: unknown): Promise<void>
}

type Needed = Pick<Ports, 'database' | 'clock'>

/**
 * With an Idempotency-Key: the same key and content within 24 h gives the first reply again, other content is a conflict, and of
 * several at once one does the work. The keys are the caller's own. Only successes are kept: after a failure the key is free, and after one
 * that may have happened all the same the next request finishes what this one began. `id`: the command's, where it is not a resumed one.
 */
export async function idempotent(
  ports: Needed,
  request: FastifyRequest,
  content: string,
  work: (command: Command) => Promise<StoredReply>,
  id: string = newId(),
): Promise<StoredReply> {
  const taken = await takeKey(ports, request, content, id)
  if (!taken) return work({ id, resumed: false, restart: async () => {} })
  if ('earlier' in taken) return taken.earlier
  const { claim } = taken
  const reply = await work(claim.command).catch(async (error: unknown) => {
    await claim.fail(error)
    throw error
  })
  await claim.keep(reply)
  return reply
}

/** The first reply to the request's key, or the key for this request alone; undefined without one. */
export async function takeKey(
  ports: Needed,
  request: FastifyRequest,
  content: string,
  id: string = newId(),
): Promise<{ earlier: StoredReply } | { claim: Claim } | undefined> {
  const key = keyOf(request)
  if (key === undefined) return undefined
  const holder = newId()
  const claims = commandsOf(ports, holder)
  const end = ports.clock.now() + WAIT_MS
  await claims.sweep(KEPT_MS)
  const own = { fingerprint: sha256(content), command: id }
  for (;;) {
    const { mine, value } = await claims.take(key, JSON.stringify(own))
    const note = value === null ? undefined : noteSchema.parse(JSON.parse(value))
    if (note && note.fingerprint !== own.fingerprint) {
      if (mine) await claims.drop([key])
      throw new ApiError('conflict', 'this Idempotency-Key was used with other content')
    }
    if (note?.reply) return { earlier: note.reply }
    if (note && mine) return { claim: claimOf(ports, key, holder, note, note.command !== id) }
    if (ports.clock.now() > end) throw underWay()
    await delay(50)
  }
}

/** The caller's own, of this route. ApiError invalid_request for one of a wrong length. */
function keyOf({ headers, caller, routeOptions, method }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key.length < 1 || key.length > 255)
    throw new ApiError('invalid_request', 'Idempotency-Key must have 1 to 255 characters')
  const whose = sha256(`${caller.keyName ?? ''}\n${caller.subject ?? ''}\n${method} ${routeOptions.url}`)
  return `${whose.slice(0, WHOSE_LENGTH)}/${key}`
}

const underWay = () =>
  new ApiError('conflict', 'the first request with this Idempotency-Key is still under way', { headers: { 'retry-after': '5' } })

/** Each request is a holder of its own. */
const commandsOf = ({ database, clock }: Needed, holder: string, tables = database.tables()): Claims =>
  claimsOf({ database, tables, clock, scope: 'commands', leaseMs: SILENT_MS, holder, severalHolders: true })

function claimOf(ports: Needed, key: string, holder: string, { fingerprint, command: id }: Note, resumed: boolean): Claim {
  const claims = commandsOf(ports, holder)
  let count = 0
  const signing = setInterval(() => {
    if (++count > MOST_SIGNS) return clearInterval(signing)
    // A sign that fails is made up by the next one.
    const sign = ports.database.transaction((trx) => commandsOf(ports, holder, trx).renew([key]), { derived: true })
    return sign.catch(() => undefined)
  }, SIGN_EVERY_MS).unref()
  const noteOf = (command: string, reply?: StoredReply) => JSON.stringify({ fingerprint, command, reply })
  /** Another request's work stands under the key's command, for all that is known. */
  let begun = resumed
  return {
    command: {
      ...{ id, resumed },
      async restart(command) {
        await claims.note(key, noteOf(command))
        begun = false
      },
    },
    async keep(reply) {
      clearInterval(signing)
      await claims.keep(key, noteOf(id, reply), KEPT_MS).catch((error: unknown) => {
        // The work is done and its caller hears of it; whoever repeats the key finishes what is left.
        if (!isAway(error)) throw error
      })
    },
    async fail(error) {
      clearInterval(signing)
      const over = begun || mayHaveHappened(error) ? claims.drop([key]) : claims.free(key)
      // Where the store is away the lease runs out, and the caller hears of the failure that came first.
      await over.catch((problem: unknown) => {
        if (!isAway(problem)) throw problem
      })
    },
  }
}
