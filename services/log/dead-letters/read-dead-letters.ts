import { type SelectQueryBuilder, sql } from 'kysely'
import { inBatches } from '../../../kernel/runtime/async-iterables.ts'
import type { Database } from '../../../kernel/store/database.ts'
import type { ViewRow } from '../../../kernel/views/define-view.ts'
import { type DeadLetter, type DeadLetterState, failureOf } from './dead-letter-state.ts'
import { columnOf, type DeadLetterTables, deadLettersView, deadRecordsView } from './dead-letter-views.ts'
import type { Chosen } from './filter.ts'
import { normaliseReason } from './normalise-reason.ts'

export interface FoundLetter {
  readonly id: string
  readonly letter: DeadLetter
}
interface Slice {
  readonly skip: number
  readonly top: number
}

type Rows = SelectQueryBuilder<DeadLetterTables, 'dead_letters', object>

/** Ids of one statement. */
const IDS_AT_ONCE = 500

/** The rows that fit a filter; what is known by a change alone is not shown. */
function rowsOf(database: Database, { topic, consumer, code, kind, key, state, since, until }: Omit<Chosen, 'ids'>): Rows {
  let rows: Rows = database.tables<DeadLetterTables>().selectFrom('dead_letters').where('failed_at', 'is not', null)
  const equal = { topic, consumer, code, record_key: key }
  for (const [column, value] of Object.entries(equal))
    if (value !== undefined) rows = rows.where(column as keyof typeof equal, '=', columnOf(value))
  if (kind !== undefined) rows = rows.where('kind', '=', kind)
  if (state !== undefined) rows = rows.where('state', '=', state)
  if (since !== undefined) rows = rows.where('failed_at', '>=', since)
  if (until !== undefined) rows = rows.where('failed_at', '<', until)
  return rows
}

const foundIn = ({ key, body }: ViewRow): FoundLetter => ({ id: key, letter: deadLettersView.read({ body }) })

const countOf = async (rows: Rows): Promise<number> =>
  Number((await rows.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()).total)

/** A page of dead letters, those that failed last first, and how many there are. */
export async function listDeadLetters(database: Database, filter: Chosen, { skip, top }: Slice) {
  const rows = rowsOf(database, filter)
  const [found, total] = await Promise.all([
    rows.select(['key', 'body']).orderBy('failed_at', 'desc').orderBy('key').limit(top).offset(skip).execute(),
    countOf(rows),
  ])
  return { letters: found.map(foundIn), total }
}

/** How many dead letters fit, by each of these columns. */
export async function countDeadLetters(database: Database, filter: Chosen) {
  const by = async (column: 'code' | 'consumer' | 'kind' | 'state') => {
    const counted = await rowsOf(database, filter)
      .select((e) => [e.ref(column).as('value'), sql<number>`count(*)`.as('count')])
      .groupBy(column)
      .orderBy(column)
      .execute()
    return Object.fromEntries(counted.map(({ value, count }) => [String(value), Number(count)]))
  }
  const [code, consumer, kind, state] = await Promise.all([by('code'), by('consumer'), by('kind'), by('state')])
  return { code, consumer, kind, state }
}

export async function findDeadLetter(database: Database, id: string): Promise<FoundLetter | undefined> {
  const row = await rowsOf(database, {}).select(['key', 'body']).where('key', '=', columnOf(id)).executeTakeFirst()
  return row && foundIn(row)
}

/** The records of these dead letters, as they failed last. */
export async function deadRecords(database: Database, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, ReturnType<typeof deadRecordsView.read>>()
  const rows = await database
    .tables<DeadLetterTables>()
    .selectFrom('dead_letter_records')
    .select(['key', 'body'])
    .where('key', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.key, deadRecordsView.read(row)]))
}

/** The dead letters that a command takes, the oldest failure first, and how many there are in all. */
export async function chooseDeadLetters(
  database: Database,
  { ids, ...filter }: Chosen,
  states: readonly DeadLetterState[],
  limit: number,
): Promise<{ letters: FoundLetter[]; total: number }> {
  const parts = ids === undefined ? [undefined] : await Array.fromAsync(inBatches(new Set(ids), IDS_AT_ONCE))
  const letters: FoundLetter[] = []
  let total = 0
  for (const part of parts) {
    let rows = rowsOf(database, filter).where('state', 'in', [...states])
    if (part) rows = rows.where('key', 'in', part.map(columnOf))
    total += await countOf(rows)
    const found = await rows.select(['key', 'body']).orderBy('failed_at').orderBy('key').limit(limit).execute()
    letters.push(...found.map(foundIn))
  }
  return { letters: letters.slice(0, limit), total }
}

/** A page of reasons, those with most dead letters first: failures of one code whose messages say the same. */
export async function groupDeadLetters(database: Database, filter: Chosen, { skip, top }: Slice) {
  const rows = rowsOf(database, filter)
  const [groups, { total }] = await Promise.all([
    rows
      .select((e) => [
        'reason',
        sql<number>`count(*)`.as('count'),
        e.fn.max('key').as('example'),
        e.fn.min('failed_at').as('first_at'),
        e.fn.max('failed_at').as('last_at'),
      ])
      .groupBy('reason')
      .orderBy('count', 'desc')
      .orderBy('reason')
      .limit(top)
      .offset(skip)
      .execute(),
    rows.select(sql<number>`count(distinct reason)`.as('total')).executeTakeFirstOrThrow(),
  ])
  if (groups.length === 0) return { groups: [], total: Number(total) }
  const reasons = groups.map(({ reason }) => reason ?? '')
  const within = rows.where('reason', 'in', reasons)
  const [examples, consumers] = await Promise.all([
    rowsOf(database, {})
      .select(['key', 'body'])
      .where(
        'key',
        'in',
        groups.map(({ example }) => example ?? ''),
      )
      .execute(),
    within
      .select(['reason', 'consumer', 'topic', 'state', sql<number>`count(*)`.as('count')])
      .groupBy(['reason', 'consumer', 'topic', 'state'])
      .execute(),
  ])
  const letters = new Map(examples.map((row) => [row.key, foundIn(row).letter]))
  const tally = (of: typeof consumers, name: 'consumer' | 'topic' | 'state') => {
    const counts: Record<string, number> = {}
    for (const row of of) counts[String(row[name])] = (counts[String(row[name])] ?? 0) + Number(row.count)
    return counts
  }
  return {
    total: Number(total),
    groups: groups.map(({ reason, count, example, first_at, last_at }) => {
      const of = consumers.filter((row) => row.reason === reason)
      const letter = letters.get(example ?? '')
      const failed = letter && failureOf(letter)
      return {
        code: failed?.code ?? '',
        reason: normaliseReason(failed?.message ?? ''),
        message: failed?.message ?? '',
        count: Number(count),
        ...{ consumers: tally(of, 'consumer'), topics: tally(of, 'topic'), states: tally(of, 'state') },
        ...{ example: example ?? '', first_at: first_at ?? '', last_at: last_at ?? '' },
      }
    }),
  }
}
