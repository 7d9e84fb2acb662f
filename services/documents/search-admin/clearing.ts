import type { Cause } from '../../../kernel/broker/record-of.ts'
import { type Claims, claimsOf } from '../../../kernel/claims/claims.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import { ApiError, messageOf } from '../../../kernel/runtime/errors.ts'
import { nameId, newId } from '../../../kernel/runtime/ids.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { indexCleared } from '../../../schemas/index-admin.ts'

/** An edge that gives no sign for so long is taken for dead, and another one finishes what it had begun. */
const LEASE_MS = 15_000
const SIGN_EVERY_MS = 5_000
const LOOK_EVERY_MS = 5_000

const clearings = ({ ports: { database, clock } }: EdgeContext): Claims =>
  claimsOf({ database, tables: database.tables(), clock, scope: 'clear-index', leaseMs: LEASE_MS })

/**
 * Empties an index and tells of it; gives how many chunks were removed. What is to be cleared is noted before, so that another edge
 * finishes it, and tells which documents are gone, where this one dies or cannot tell. What becomes searchable meanwhile is newer than
 * the clearing, and stays listed.
 */
export async function clearAndTell(ctx: EdgeContext, index: string, cause: Cause): Promise<number> {
  const key = newId()
  await clearings(ctx).take(key, index)
  return finish(ctx, { key, index, taken: 1, whole: false }, cause)
}

/** As `clearAndTell`, and the index itself goes too. What became searchable in it until then goes with it, and is told. */
export async function deleteAndTell(ctx: EdgeContext, index: string, cause: Cause): Promise<number> {
  const key = newId()
  await clearings(ctx).take(key, WHOLE + index)
  return finish(ctx, { key, index, taken: 1, whole: true }, cause)
}

/** Before the index's name where the index goes too; no name has a blank. */
const WHOLE = 'whole '

interface Clearing {
  readonly key: string
  readonly index: string
  readonly taken: number
  /** The index itself goes too. */
  readonly whole: boolean
}

async function finish(ctx: EdgeContext, { key, index, taken, whole }: Clearing, cause: Cause): Promise<number> {
  const { ports, log } = ctx
  const claims = clearings(ctx)
  const signs = setInterval(() => {
    claims.renew([key]).catch((error) => log.debug({ index, error: messageOf(error) }, 'a clearing could not give its sign'))
  }, SIGN_EVERY_MS)
  try {
    const before = new Date(ports.clock.now()).toISOString()
    const deleted = await ports.search.clearIndex(index).catch(whole && taken > 1 ? none : undefined)
    if (whole) await ports.search.deleteIndex(index).catch(none)
    const at = whole ? new Date(ports.clock.now()).toISOString() : before
    // Cleared again after a death it is another clearing: later, and of what was searchable by then.
    const event = { ...indexCleared.make({ index, deleted, at }), id: nameId('index.cleared', key, taken) }
    const positions = await ctx.publish([event], cause)
    await claims.free(key)
    if (!(await ctx.projected(positions))) log.warn({ index, requestId: cause.requestId }, 'cleared, but the views lag behind')
    return deleted
  } catch (error) {
    const gone = error instanceof ApiError && error.code === 'not_found'
    await (gone ? claims.free(key) : claims.drop([key])).catch((failed) =>
      log.debug({ index, error: messageOf(failed) }, 'a clearing that failed is finished once its lease is over'),
    )
    throw error
  } finally {
    clearInterval(signs)
  }
}

/** An index that is gone already has nothing more to remove. */
function none(error: unknown): 0 {
  if (error instanceof ApiError && error.code === 'not_found') return 0
  throw error
}

/** Finishes from time to time, until the app closes, what edges that died or failed had begun to clear. */
export function keepFinishing(app: App, ctx: EdgeContext): void {
  let looking = false
  const look = async () => {
    if (looking) return
    looking = true
    try {
      for (const { key, value, taken } of await clearings(ctx).takeOver(10)) {
        const whole = value?.startsWith(WHOLE) ?? false
        const index = value?.slice(whole ? WHOLE.length : 0) ?? ''
        const deleted = await finish(ctx, { key, index, taken, whole }, { requestId: 'clear-index' })
        ctx.log.info({ index, deleted }, 'the clearing of an index was finished')
      }
    } catch (error) {
      ctx.log.debug({ error: messageOf(error) }, 'the clearing of an index is finished later')
    }
    looking = false
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  app.addHook('preClose', async () => clearInterval(timer))
}
