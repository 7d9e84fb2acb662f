import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiError } from '../errors.ts'
import type { Clock, Ports } from '../ports.ts'
import type { Database, Migration } from '../views/database.ts'

const KEPT_MS = 24 * 60 * 60 * 1000
/** A first request that has given no sign for this long died with its edge. */
const DEAD_AFTER_MS = 120_000
const SIGN_EVERY_MS = 30_000
/** One hour: nothing that a key is for takes longer. */
const MOST_SIGNS = 120
const PROCESS_START = Date.now()
const WAIT_MS = 10_000

interface IdempotencyTable {
  idempotency_keys: { scope: string; key: string; fingerprint: string; reply: string | null; created_at: number }
}

export const idempotencyMigration: Migration = {
  name: '010-idempotency-keys',
  up: async (db) => {
    await db.schema
      .createTable('idempotency_keys')
      .addColumn('scope', 'varchar(64)', (c) => c.notNull())
      .addColumn('key', 'varchar(255)', (c) => c.notNull())
      .addColumn('fingerprint', 'varchar(64)', (c) => c.notNull())
      .addColumn('reply', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('idempotency_keys_pk', ['scope', 'key'])
      .execute()
    await db.schema.createIndex('idempotency_keys_age').on('idempotency_keys').column('created_at').execute()
  },
}

const replySchema = z.object({ status: z.int(), headers: z.record(z.string(), z.string()), body: z.unknown() })
export type StoredReply = z.output<typeof replySchema>

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A key that this request has to itself until it says how it ended. */
export interface Claim {
  /** The reply that the key gives from now on. */
  keep(reply: StoredReply): Promise<void>
  /** The work failed: the key is free again. */
  free(): Promise<void>
}

/**
 * With an Idempotency-Key: the same key and content within 24 h gives the first reply again, other content is a conflict, and of
 * several at once one does the work. The keys are the caller's own. Only successes are kept: after a failure the key is free.
 */
export async function idempotent(
  ports: Pick<Ports, 'views' | 'clock'>,
  request: FastifyRequest,
  content: string,
  work: () => Promise<StoredReply>,
): Promise<StoredReply> {
  const taken = await takeKey(ports, request, content)
  if (!taken) return work()
  if ('earlier' in taken) return taken.earlier
  try {
    const reply = await work()
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
): Promise<{ earlier: StoredReply } | { claim: Claim } | undefined> {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key.length < 1 || key.length > 255)
    throw new ApiError('invalid_request', 'Idempotency-Key must have 1 to 255 characters')
  const { caller, routeOptions, method } = request
  const entry = {
    scope: sha256(`${caller.keyName ?? ''}\n${caller.subject ?? ''}\n${method} ${routeOptions.url}`),
    key,
    fingerprint: sha256(content),
  }
  for (const end = clock.now() + WAIT_MS; ; ) {
    const earlier = await reserve(views, entry, clock.now())
    if (earlier === 'mine') return { claim: claimOf(views, clock, entry) }
    if (earlier.fingerprint !== entry.fingerprint) throw new ApiError('conflict', 'this Idempotency-Key was used with other content')
    if (earlier.reply !== null) return { earlier: replySchema.parse(JSON.parse(earlier.reply)) }
    if (clock.now() > end) throw new ApiError('conflict', 'the first request with this Idempotency-Key is still under way')
    await delay(50)
  }
}

function claimOf(views: Database, clock: Clock, { scope, key }: { scope: string; key: string }): Claim {
  const db = views.tables<IdempotencyTable>()
  const change = (changes: Partial<IdempotencyTable['idempotency_keys']>) =>
    db.updateTable('idempotency_keys').set(changes).where('scope', '=', scope).where('key', '=', key).execute()
  let signs = 0
  const signing = setInterval(() => {
    if (++signs > MOST_SIGNS) return clearInterval(signing)
    // A sign that fails is made up by the next one.
    return change({ created_at: clock.now() }).catch(() => undefined)
  }, SIGN_EVERY_MS).unref()
  return {
    async keep(reply) {
      clearInterval(signing)
      await change({ reply: JSON.stringify(reply) })
    },
    async free() {
      clearInterval(signing)
      await db.deleteFrom('idempotency_keys').where('scope', '=', scope).where('key', '=', key).execute()
    },
  }
}

/** Takes the key for this request, or gives the row of the one that has it. Old rows are removed on the way. */
async function reserve(
  views: Database,
  entry: { scope: string; key: string; fingerprint: string },
  now: number,
): Promise<'mine' | { fingerprint: string; reply: string | null }> {
  const db = views.tables<IdempotencyTable>()
  // The embedded store has one process alone: what the one before it had begun is dead at once.
  const deadBefore = Math.max(now - DEAD_AFTER_MS, views.kind === 'sqlite' ? PROCESS_START : 0)
  await db
    .deleteFrom('idempotency_keys')
    .where((e) => e.or([e('created_at', '<', now - KEPT_MS), e.and([e('reply', 'is', null), e('created_at', '<', deadBefore)])]))
    .execute()
  const inserted = await db
    .insertInto('idempotency_keys')
    .values({ ...entry, reply: null, created_at: now })
    .onConflict((c) => c.columns(['scope', 'key']).doNothing())
    .executeTakeFirst()
  if (Number(inserted.numInsertedOrUpdatedRows ?? 0n) === 1) return 'mine'
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'reply'])
    .where('scope', '=', entry.scope)
    .where('key', '=', entry.key)
    .executeTakeFirst()
  // Gone in between: the first one failed, so that the next try gets the key.
  return row ?? { fingerprint: entry.fingerprint, reply: null }
}
