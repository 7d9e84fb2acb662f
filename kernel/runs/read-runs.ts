import { sql } from 'kysely'
import type { z } from 'zod'
import { type Limits, mayReadWhat, restoredLimits } from '../access/limits.ts'
import { parseKept } from '../blobs/once.ts'
import { ApiError } from '../runtime/errors.ts'
import { keyChanged } from '../views/keyed-bells.ts'
import { untilSeen } from '../views/until-seen.ts'
import { RUNS, type RunPorts } from './change-run.ts'
import type { Run } from './define-run.ts'
import { readKept } from './kept.ts'
import { entityOf, type ItemProgress, progressSchema, type RunEntity } from './run-entity.ts'
import { type Entry, entrySchema, hasEnded, type RunState, runStateSchema } from './run-state.ts'
import type { RunTables } from './tables.ts'

/** A change of another process may be announced in vain; this often a waiting one looks by itself. */
const LOOK_EVERY_MS = 5_000
/** Progress of items that an entity shows. */
const MOST_PROGRESS = 20

/** The run, for whoever started it; undefined for anyone else and where there is none. */
export async function findRun(
  { database }: Pick<RunPorts, 'database'>,
  kind: string,
  id: string,
  subject: string,
): Promise<RunState | undefined> {
  const tables = database.tables<RunTables>()
  const found = tables.selectFrom('runs').select('state').where('id', '=', id).where('kind', '=', kind).where('subject', '=', subject)
  const row = await found.executeTakeFirst()
  return row && runStateSchema.parse(JSON.parse(row.state))
}

/** A run of any kind and subject, with the limits that it reads within, as text. */
export async function findAnyRun({ database }: Pick<RunPorts, 'database'>, id: string) {
  const row = await database.tables<RunTables>().selectFrom('runs').select(['state', 'limits']).where('id', '=', id).executeTakeFirst()
  return row && { state: runStateSchema.parse(JSON.parse(row.state)), limits: row.limits }
}

/** What was said and made may quote what the starter could read then; whoever may read less now does not get it. */
export async function isReadable(ports: Pick<RunPorts, 'database'>, id: string, limits: Limits): Promise<boolean> {
  const run = await findAnyRun(ports, id)
  return run !== undefined && mayReadWhat(limits, restoredLimits(run.limits))
}

/** ApiError forbidden where the run is not readable. */
export async function assertReadable(ports: Pick<RunPorts, 'database'>, id: string, limits: Limits): Promise<void> {
  if (!(await isReadable(ports, id, limits)))
    throw new ApiError('forbidden', 'This run read within other limits than yours; its messages, artifacts and result are not shown.')
}

/** Which runs; what is absent does not matter. */
export interface RunFilter {
  readonly kind?: string | undefined
  readonly subject?: string | undefined
  readonly status?: string | undefined
  /** How its title begins: letters, digits, `-`, `:` and spaces. */
  readonly titled?: string | undefined
}

/** A page of runs, the newest first. */
export async function listRuns(
  { database }: Pick<RunPorts, 'database'>,
  { kind, subject, status, titled }: RunFilter,
  { skip, top }: { skip: number; top: number },
): Promise<{ runs: RunState[]; total: number }> {
  let query = database.tables<RunTables>().selectFrom('runs')
  if (kind !== undefined) query = query.where('kind', '=', kind)
  if (subject !== undefined) query = query.where('subject', '=', subject)
  if (status !== undefined) query = query.where('status', '=', status)
  if (titled !== undefined) query = query.where('state', 'like', `%"title":"${titled}%`)
  const [rows, { total }] = await Promise.all([
    query.select('state').orderBy('created_at', 'desc').orderBy('id').limit(top).offset(skip).execute(),
    query.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { runs: rows.map((row) => runStateSchema.parse(JSON.parse(row.state))), total: Number(total) }
}

/** The kinds of which there are runs. */
export async function kindsOf({ database }: Pick<RunPorts, 'database'>, subject: string | undefined): Promise<string[]> {
  let query = database.tables<RunTables>().selectFrom('runs').select('kind').groupBy('kind').orderBy('kind')
  if (subject !== undefined) query = query.where('subject', '=', subject)
  return (await query.execute()).map(({ kind }) => kind)
}

/** The run in its family's words; with its result where it has one, unless that is not to be shown. */
export async function showRun(ports: RunPorts, run: Run, state: RunState, shown = { result: true }): Promise<unknown> {
  const entity = entityOf(state, await progressOf(ports, state))
  const result = shown.result && state.status === 'completed' ? await resultOf(ports, run, state) : undefined
  const whole = result === undefined ? entity : { ...entity, result }
  return run.show ? run.show(whole) : whole
}

/** How far the items are that tell of themselves. */
export async function progressOf({ database }: RunPorts, state: RunState): Promise<ItemProgress> {
  if (hasEnded(state)) return new Map()
  const rows = await database
    .tables<RunTables>()
    .selectFrom('run_items')
    .select(['step', 'item', 'progress'])
    .where('run_id', '=', state.id)
    .where('status', '=', 'open')
    .where('progress', 'is not', null)
    .orderBy('item')
    .limit(MOST_PROGRESS)
    .execute()
  const items = rows.map(({ step, item, progress }) => ({ step, told: { item, ...progressSchema.parse(JSON.parse(progress ?? '')) } }))
  return new Map([...Map.groupBy(items, ({ step }) => step)].map(([step, of]) => [step, of.map(({ told }) => told)]))
}

/** What the run was started with. */
export async function inputOf<Input extends z.ZodType>(
  ports: Pick<RunPorts, 'database' | 'blobs'>,
  run: Run<Input>,
  id: string,
): Promise<z.output<Input>> {
  return (await sizedInputOf(ports, run, id)).input
}

/** As `inputOf`, with the length of its text. */
export async function sizedInputOf<Input extends z.ZodType>(
  { database, blobs }: Pick<RunPorts, 'database' | 'blobs'>,
  run: Run<Input>,
  id: string,
): Promise<{ input: z.output<Input>; length: number }> {
  const found = database.tables<RunTables>().selectFrom('runs').select(['input', 'input_blob']).where('id', '=', id)
  const { input, input_blob } = await found.executeTakeFirstOrThrow()
  const text = (await readKept(blobs, { value: input, blob: input_blob })) ?? ''
  return { input: parseKept(run.input, text, 'The input of the run'), length: text.length }
}

async function resultOf({ database, blobs }: RunPorts, run: Run, state: RunState): Promise<unknown> {
  const last = state.steps.at(-1)
  const row = await database
    .tables<RunTables>()
    .selectFrom('run_items')
    .select(['value', 'blob'])
    .where('run_id', '=', state.id)
    .where('step', '=', last?.name ?? '')
    .where('item', '=', 0)
    .executeTakeFirst()
  const text = row && (await readKept(blobs, row))
  return text === undefined ? undefined : parseKept(run.result, text, 'The result of the run')
}

/** The run as soon as it has ended, or as it is at the time limit; undefined where there is none. */
export async function waitForRun(
  ports: RunPorts,
  { kind, id, subject }: { kind: string; id: string; subject: string },
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<RunState | undefined> {
  const look = () => findRun(ports, kind, id, subject)
  return untilSeen({ database: ports.database, channel: RUNS, key: id, signal }, look, (state) => !state || hasEnded(state), timeoutMs)
}

export interface TimelineEntry extends Entry {
  /** From 1, without gaps: the event id of a stream. */
  readonly n: number
  /** The run right after it. */
  readonly state: RunState
}

/** What happened to a run after the n-th entry, in its order. */
export async function timelineOf({ database }: Pick<RunPorts, 'database'>, id: string, after = 0): Promise<TimelineEntry[]> {
  const rows = await database
    .tables<RunTables>()
    .selectFrom('run_timeline')
    .select(['n', 'entry', 'state'])
    .where('run_id', '=', id)
    .where('n', '>', after)
    .orderBy('n')
    .execute()
  return rows.map(({ n, entry, state }) => ({ n, ...entrySchema.parse(JSON.parse(entry)), state: runStateSchema.parse(JSON.parse(state)) }))
}

/** What a follower is told: an entry of the timeline with the run as it was, or that the numbers moved in between. */
export type RunNews =
  | { readonly id: number; readonly entry: TimelineEntry; readonly entity: RunEntity }
  | { readonly id: undefined; readonly entry: undefined; readonly entity: RunEntity }

/**
 * Follows a run from its beginning, or from behind the entry that the follower had last, until it has ended: no entry is left out, none
 * comes twice. An id beyond the timeline is of another time: everything is told.
 */
export async function* followRun(ports: RunPorts, state: RunState, lastId: number, signal: AbortSignal): AsyncGenerator<RunNews> {
  const { id, kind, subject } = state
  const known = (await findRun(ports, kind, id, subject))?.changes ?? 0
  let last = lastId <= known ? lastId : 0
  let shown = ''
  while (!signal.aborted) {
    const change = keyChanged(ports.database, RUNS, id, LOOK_EVERY_MS, signal)
    const entries = await timelineOf(ports, id, last)
    for (const entry of entries) {
      const entity = entityOf(entry.state, new Map())
      shown = JSON.stringify(entity)
      yield { id: entry.n, entry, entity }
    }
    last = entries.at(-1)?.n ?? last
    const now = await findRun(ports, kind, id, subject)
    if (!now) return
    if (hasEnded(now) && now.changes <= last) return
    const entity = entityOf(now, await progressOf(ports, now))
    const text = JSON.stringify(entity)
    if (now.changes === last && text !== shown && shown !== '') yield { id: undefined, entry: undefined, entity }
    shown = text
    await change
  }
}
