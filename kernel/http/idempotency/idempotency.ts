import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Ports } from '../../ports.ts'
import { ApiError } from '../../runtime/errors.ts'
import { newId } from '../../runtime/ids.ts'
import type { Database } from '../../store/database.ts'
import type { IdempotencyTable } from './idempotency-table.ts'

const KEPT_MS = 24 * 60 * 60 * 1000
/** Who is seen to give no sign for this long died with its edge. Watched by the one who waits, so that no two clocks are compared. */
export const SILENT_MS = 3_000
const SIGN_EVERY_MS = 1_000
/** One hour: nothing that a key is for takes longer. */
const MOST_SIGNS = 3_600
/** An edge of the version before gives no signs that are counted; it is dead after this long. */
const UNCOUNTED_DEAD_AFTER_MS = 120_000
const WAIT_MS = 10_000

const replySchema = z.object({ status: z.int(), headers: z.record(z.string(), z.string()), body: z.unknown() })
export type StoredReply = z.output<typeof replySchema>

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The command that a request carries out. */
export interface Command {
  readonly id: string
  /** Another request began it under the same key and died: what it did stands under ids that follow from this one. */
  readonly resumed: boolean
  /** Nothing was left of that: the command begins anew under this id. */
  restart(id: string): Promise<void>
}

/** A key that this request has to itself until it says how it ended. */
export interface Claim {
  readonly command: Command
  /** The reply that the key gives from now on. */
  keep(reply: StoredReply): Promise<void>
  /** The work failed: the key is free again. */
  free(): Promise<void>
}

/**
 * With an Idempotency-Key: the same key and content within 24 h gives the first reply again, other content is a conflict, and of
 * several at once one does the work. The keys are the caller's own. Only successes are kept: after a failure the key is free. `id`: the
 * command's, where it is not a resumed one.
 */
export async function idempotent(
  ports: Pick<Ports, 'views' | 'clock'>,
  request: FastifyRequest,
  content: string,
  work: (command: Command) => Promise<StoredReply>,
  id: string = newId(),
): Promise<StoredReply> {
  const taken = await takeKey(ports, request, content, id)
  if (!taken) return work({ id, resumed: false, restart: async () => {} })
  if ('earlier' in taken) return taken.earlier
  try {
    const reply = await work(taken.claim.command)
    await taken.claim.keep(reply)
    return reply
  } catch (error) {
    await taken.claim.free()
    throw error
  }
}

/** The first reply to the request's key, or the key for this request alone; undefined without one. */
export async function takeKey(
  { views, clock }: Pick<Ports, 'views' | 'clock'>,
  request: FastifyRequest,
  content: string,
  id: string = newId(),
): Promise<{ earlier: StoredReply } | { claim: Claim } | undefined> {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key.length < 1 || key.length > 255)
    throw new ApiError('invalid_request', 'Idempotency-Key must have 1 to 255 characters')
  const { caller, routeOptions, method } = request
  const entry: Entry = {
    scope: sha256(`${caller.keyName ?? ''}\n${caller.subject ?? ''}\n${method} ${routeOptions.url}`),
    key,
    fingerprint: sha256(content),
    command: id,
    holder: newId(),
  }
  let seen: Seen | undefined
  for (const end = clock.now() + WAIT_MS; ; ) {
    const earlier = await reserve(views, entry, clock.now())
    if (earlier === 'mine') return { claim: claimOf(views, entry, id, false) }
    if (earlier && earlier.fingerprint !== entry.fingerprint)
      throw new ApiError('conflict', 'this Idempotency-Key was used with other content')
    if (earlier?.reply) return { earlier: replySchema.parse(JSON.parse(earlier.reply)) }
    if (earlier) {
      if (seen?.holder !== earlier.holder || seen.signs !== earlier.signs) seen = { ...earlier, since: clock.now() }
      if (isDead(views, earlier, seen, clock.now()) && (await takeOver(views, entry, earlier)))
        return { claim: claimOf(views, entry, earlier.command ?? id, earlier.command !== null) }
    }
    if (clock.now() > end) throw underWay()
    await delay(50)
  }
}

const underWay = () =>
  new ApiError('conflict', 'the first request with this Idempotency-Key is still under way', { headers: { 'retry-after': '5' } })

interface Entry {
  readonly scope: string
  readonly key: string
  readonly fingerprint: string
  readonly command: string
  readonly holder: string
}
type Earlier = Pick<IdempotencyTable['idempotency_keys'], 'fingerprint' | 'reply' | 'created_at' | 'command' | 'holder' | 'signs'>

/** The last sign that was seen, and since when. */
interface Seen {
  readonly holder: string | null
  readonly signs: number
  readonly since: number
}

/** Requests of this process that work under a key. */
const atWork = new Set<string>()

function isDead(views: Database, { holder, created_at }: Earlier, seen: Seen, now: number): boolean {
  if (holder === null) return now - created_at > UNCOUNTED_DEAD_AFTER_MS
  // The embedded store has one process alone: what the one before it had begun is dead at once.
  return (views.kind === 'sqlite' && !atWork.has(holder)) || now - seen.since >= SILENT_MS
}

/** Of several who find a request dead one goes on with it. */
async function takeOver(views: Database, { scope, key, command, holder }: Entry, dead: Earlier): Promise<boolean> {
  const { numUpdatedRows } = await views
    .tables<IdempotencyTable>()
    .updateTable('idempotency_keys')
    .set({ holder, command: dead.command ?? command, signs: dead.signs + 1 })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('holder', dead.holder === null ? 'is' : '=', dead.holder)
    .where('signs', '=', dead.signs)
    .where('reply', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows) === 1
}

function claimOf(views: Database, { scope, key, holder }: Entry, id: string, resumed: boolean): Claim {
  const mine = (db: Kysely<IdempotencyTable>) =>
    db.updateTable('idempotency_keys').where('scope', '=', scope).where('key', '=', key).where('holder', '=', holder)
  atWork.add(holder)
  let count = 0
  const signing = setInterval(() => {
    if (++count > MOST_SIGNS) return clearInterval(signing)
    const sign = (trx: Kysely<IdempotencyTable>) =>
      mine(trx)
        .set((row) => ({ signs: row('signs', '+', 1) }))
        .execute()
    // A sign that fails is made up by the next one.
    return views.transaction(sign, { derived: true }).catch(() => undefined)
  }, SIGN_EVERY_MS).unref()
  const end = () => {
    clearInterval(signing)
    atWork.delete(holder)
  }
  const restart = async (command: string) => void (await mine(views.tables()).set({ command }).execute())
  return {
    command: { id, resumed, restart },
    async keep(reply) {
      clearInterval(signing)
      await mine(views.tables())
        .set({ reply: JSON.stringify(reply) })
        .execute()
      end()
    },
    async free() {
      clearInterval(signing)
      const table = views.tables<IdempotencyTable>().deleteFrom('idempotency_keys')
      await table.where('scope', '=', scope).where('key', '=', key).where('holder', '=', holder).execute()
      end()
    },
  }
}

/** Takes the key for this request, or gives the row of the one that has it; undefined where that went in between. Old rows are removed on the way. */
async function reserve(views: Database, entry: Entry, now: number): Promise<'mine' | Earlier | undefined> {
  const db = views.tables<IdempotencyTable>()
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', now - KEPT_MS)
    .execute()
  const inserted = await db
    .insertInto('idempotency_keys')
    .values({ ...entry, reply: null, created_at: now, signs: 0 })
    .onConflict((c) => c.columns(['scope', 'key']).doNothing())
    .executeTakeFirst()
  if (Number(inserted.numInsertedOrUpdatedRows ?? 0n) === 1) return 'mine'
  return db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'reply', 'created_at', 'command', 'holder', 'signs'])
    .where('scope', '=', entry.scope)
    .where('key', '=', entry.key)
    .executeTakeFirst()
}
