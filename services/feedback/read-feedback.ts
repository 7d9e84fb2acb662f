import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../kernel/store/database.ts'
import type { ViewRow } from '../../kernel/views/define-view.ts'
import { type FeedbackTable, feedbackView } from './feedback-view.ts'
import type { FeedbackReply } from './record.ts'
import type { RatingGroup } from './summarize.ts'

/** Days that a course of ratings goes back at most. */
const MOST_DAYS = 90
const PAGE = 100

export const daySchema = z.object({ day: z.iso.date(), thumbs_up: z.int(), thumbs_down: z.int(), neutral: z.int() })

/** Whose ratings are read; undefined: everybody's. */
type Whose = string | undefined

function recordOf(row: Pick<ViewRow, 'body'>): FeedbackReply {
  const { feedback, created_at, updated_at } = feedbackView.read(row)
  return { ...feedback, created_at, updated_at }
}

/** The record of a response, or undefined. */
export async function findFeedback(database: Database, whose: Whose, responseId: string): Promise<FeedbackReply | undefined> {
  const row = await rowsOf(database, whose).where('key', '=', responseId).executeTakeFirst()
  return row && recordOf(row)
}

/** The latest records, newest first. */
export async function recentFeedback(database: Database, whose: Whose, limit: number): Promise<FeedbackReply[]> {
  const rows = await rowsOf(database, whose).orderBy('updated_at', 'desc').orderBy('key').limit(limit).execute()
  return rows.map(recordOf)
}

/** A user's records, newest first, and how many there are. */
export async function feedbackOf(
  database: Database,
  whose: Whose,
  userId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ records: FeedbackReply[]; total: number }> {
  const [rows, counted] = await Promise.all([
    rowsOf(database, whose)
      .where('user_id', '=', userId)
      .orderBy('updated_at', 'desc')
      .orderBy('key')
      .limit(limit)
      .offset(offset)
      .execute(),
    tables(database, whose)
      .select((e) => e.fn.countAll<number>().as('total'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow(),
  ])
  return { records: rows.map(recordOf), total: counted.total }
}

/** All records in order of their keys, a page at a time. */
export async function* allFeedback(database: Database, whose: Whose): AsyncGenerator<FeedbackReply[]> {
  for (let after = ''; ; ) {
    const rows = await tables(database, whose).select(['key', 'body']).where('key', '>', after).orderBy('key').limit(PAGE).execute()
    if (rows.length > 0) yield rows.map(recordOf)
    if (rows.length < PAGE) return
    after = rows.at(-1)?.key ?? after
  }
}

/** How often each rating was given, by experiment and variant. */
export async function ratingGroups(database: Database, whose: Whose): Promise<RatingGroup[]> {
  const rows = await tables(database, whose)
    .select((e) => [
      'experiment_name',
      'variant_name',
      e.ref('rating').$notNull().as('rating'),
      e.fn.countAll<number>().as('count'),
      e.fn.max('updated_at').$notNull().as('latest'),
    ])
    .groupBy(['experiment_name', 'variant_name', 'rating'])
    .execute()
  return rows
}

/** Ratings a day (UTC), oldest first; days without one are left out. */
export async function ratingsByDay(database: Database, whose: Whose, now: number): Promise<z.output<typeof daySchema>[]> {
  const from = new Date(now - MOST_DAYS * 86_400_000).toISOString()
  const day = sql<string>`substr(updated_at, 1, 10)`
  const rows = await tables(database, whose)
    .select((e) => [day.as('day'), e.ref('rating').$notNull().as('rating'), e.fn.countAll<number>().as('count')])
    .where('updated_at', '>=', from)
    .groupBy([day, 'rating'])
    .orderBy('day')
    .execute()
  const days = new Map<string, z.output<typeof daySchema>>()
  for (const { day, rating, count } of rows) {
    const before = days.get(day) ?? { day, thumbs_up: 0, thumbs_down: 0, neutral: 0 }
    days.set(day, { ...before, [rating > 0 ? 'thumbs_up' : rating < 0 ? 'thumbs_down' : 'neutral']: count })
  }
  return [...days.values()]
}

const tables = (database: Database, whose: Whose) => {
  const all = database.tables<FeedbackTable>().selectFrom('feedback')
  return whose === undefined ? all : all.where('owner', '=', whose)
}
const rowsOf = (database: Database, whose: Whose) => tables(database, whose).select('body')
