import { setTimeout as pause } from 'node:timers/promises'
import { ApiError, messageOf } from '../../runtime/errors.ts'
import type { Logger } from '../../runtime/log.ts'
import type { Database } from '../../store/database.ts'
import type { FilterExpression } from '../filter/odata.ts'
import type { IndexSpec } from '../search.ts'
import { askSearch } from './ask-search.ts'
import { removalOf } from './chunk-action.ts'
import { keyNameOf } from './index-definition.ts'
import { type Rest, WRITING } from './rest.ts'
import { sendActions } from './send-actions.ts'
import { ofStage, printAll, upToStage } from './service-filter.ts'
import type { StageTables } from './stage-tables.ts'

/** A search that began before a switch may still read the old chunks: they stay for longer than LONGEST_READ_MS, and clocks may differ by the rest. */
export const GRACE_MS = 20_000
/** A writer that is silent for longer has died. */
const SILENCE_MS = 3_600_000
/** A request of a write that broke off may arrive late; until then its stage stays out of sight. */
const KEPT_LOST_MS = 24 * 3_600_000
const EVERY_MS = 600_000
const PAGE = 1_000
/** Pages that one sweep removes of a stage; what is left, the next one does. */
const MAX_PAGES = 500

export interface SweepParts {
  readonly rest: Rest
  readonly database: Database
  readonly definition: (index: string) => Promise<IndexSpec | undefined>
  readonly log: Logger
  readonly graceMs: number
}

/** Removes every chunk that the filter finds; false when some are left. */
async function removeAll(rest: Rest, spec: IndexSpec, filter: FilterExpression): Promise<boolean> {
  const key = keyNameOf(spec)
  for (let page = 0; page < MAX_PAGES; page++) {
    const { value } = await askSearch(rest, spec.name, { search: '*', filter: printAll([filter]), top: PAGE, select: key }, WRITING)
    if (value.length === 0) return true
    await sendActions(
      rest,
      spec.name,
      value.map((hit) => removalOf(spec, String(hit[key]))),
    )
    // A removal, too, takes a while to show.
    await pause(Math.min(1_000, 20 * 2 ** page))
  }
  return false
}

/** What died writers left: a search does not see it, but its chunks take room. */
async function markSilent({ database }: SweepParts, now: number): Promise<void> {
  await database
    .tables<StageTables>()
    .updateTable('search_stages')
    .set({ state: 'lost', at: now })
    .where('state', '=', 'writing')
    .where('at', '<', now - SILENCE_MS)
    .execute()
}

/** Removes one stage's chunks, and its row once nothing can come after. */
async function removeStage({ rest, database }: SweepParts, spec: IndexSpec | undefined, row: StageTables['search_stages'], now: number) {
  if (spec && !(await removeAll(rest, spec, ofStage(row.stage)))) return
  if (row.state === 'lost' && now - row.at < KEPT_LOST_MS) return
  await database
    .tables<StageTables>()
    .deleteFrom('search_stages')
    .where('index_name', '=', row.index_name)
    .where('stage', '=', row.stage)
    .where('state', '=', row.state)
    .execute()
}

/** An index that is gone holds no chunk. */
const unlessGone = (error: unknown): void => {
  if (!(error instanceof ApiError && error.code === 'not_found')) throw error
}

/** `swept` keeps what this process has emptied already: lost stages, whose rows stay for a day, and cleared indexes. */
async function sweepOnce(parts: SweepParts, swept: Set<string>): Promise<void> {
  const { database, definition, rest, graceMs } = parts
  const now = Date.now()
  const db = database.tables<StageTables>()
  await markSilent(parts, now)
  for (const { name, cleared } of await db
    .selectFrom('search_indexes')
    .selectAll()
    .where('cleared', '>', 0)
    .where('cleared_at', '<=', now - graceMs)
    .execute()) {
    const spec = swept.has(`${name} to ${cleared}`) ? undefined : await definition(name)
    if (spec && (await removeAll(rest, spec, upToStage(cleared)).catch(unlessGone)) === false) continue
    swept.add(`${name} to ${cleared}`)
  }
  for (const row of await db
    .selectFrom('search_stages')
    .selectAll()
    .where('state', '!=', 'writing')
    .where('at', '<=', now - graceMs)
    .execute()) {
    const mark = `${row.index_name} ${row.stage}`
    if (swept.has(mark) && now - row.at < KEPT_LOST_MS) continue
    await removeStage(parts, await definition(row.index_name), row, now).catch(unlessGone)
    swept.add(mark)
  }
}

/** Removes from the service what no search sees any more: some time after it was told, now and then, and soon after the start. */
export function createSweeper(parts: SweepParts): { soon(): void; close(): Promise<void> } {
  const { graceMs, log } = parts
  const swept = new Set<string>()
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let told = Date.now()
  let closed = false

  const wait = (ms: number) => {
    if (!closed) timer ??= setTimeout(run, ms).unref()
  }
  const run = () => {
    const started = Date.now()
    running = sweepOnce(parts, swept)
      .catch((error: unknown) => {
        told = Date.now()
        if (!closed) log.warn({ error: messageOf(error) }, 'old chunks were not removed from the search service; trying again later')
      })
      .finally(() => {
        timer = undefined
        // What was told since is younger than its grace was.
        const left = told + graceMs - started
        if (left >= 0) wait(left + 50)
      })
  }
  const soon = () => {
    told = Date.now()
    wait(graceMs + 50)
  }
  const often = setInterval(soon, EVERY_MS).unref()
  soon()
  return {
    soon,
    async close() {
      closed = true
      clearInterval(often)
      clearTimeout(timer)
      await running
    },
  }
}
