import { z } from 'zod'
import { readArtifact } from '../blobs/artifacts.ts'
import type { RunPorts } from './change-run.ts'
import { keptOfItem } from './kept.ts'
import { progressSchema } from './run-entity.ts'
import type { RunTables } from './tables.ts'

export const itemStatuses = ['open', 'done', 'failed', 'skipped', 'asked', 'redo'] as const

export const runItemSchema = z
  .object({
    ...{ step: z.string(), item: z.int() },
    status: z
      .enum(itemStatuses)
      .describe('open: under way. skipped: there was nothing to do. asked: a person has to decide. redo: to be done once more.'),
    progress: progressSchema.nullable(),
    error: z.object({ code: z.string(), message: z.string(), at: z.string() }).nullable(),
    artifact: z.boolean().describe('Whether it made something.'),
  })
  .meta({
    id: 'RunItem',
    description: 'An item of a step.',
    examples: [{ step: 'write', item: 3, status: 'done', progress: null, error: null, artifact: true }],
  })

/** A page of a run's items, in the order of their numbers within their step. */
export async function itemsOf(
  { database }: Pick<RunPorts, 'database'>,
  runId: string,
  { step, status }: { step?: string | undefined; status?: string | undefined },
  { skip, top }: { skip: number; top: number },
): Promise<{ items: z.output<typeof runItemSchema>[]; total: number }> {
  let query = database.tables<RunTables>().selectFrom('run_items').where('run_items.run_id', '=', runId)
  if (step !== undefined) query = query.where('run_items.step', '=', step)
  if (status !== undefined) query = query.where('status', '=', status)
  const [rows, { total }] = await Promise.all([
    query
      .leftJoin('run_errors', (on) =>
        on
          .onRef('run_errors.run_id', '=', 'run_items.run_id')
          .onRef('run_errors.step', '=', 'run_items.step')
          .onRef('run_errors.item', '=', 'run_items.item'),
      )
      .select(['run_items.step', 'run_items.item', 'status', 'progress', 'code', 'message', 'at'])
      .select((e) => e.or([e('value', 'is not', null), e('blob', 'is not', null)]).as('artifact'))
      .orderBy('run_items.step')
      .orderBy('run_items.item')
      .limit(top)
      .offset(skip)
      .execute(),
    query.select((e) => e.fn.countAll().as('total')).executeTakeFirstOrThrow(),
  ])
  const items = rows.map(({ step, item, status, progress, code, message, at, artifact }) => ({
    ...{ step, item, status: runItemSchema.shape.status.parse(status) },
    progress: progress === null ? null : progressSchema.parse(JSON.parse(progress)),
    error: status === 'failed' && code !== null && message !== null && at !== null ? { code, message, at } : null,
    artifact: Boolean(artifact),
  }))
  return { items, total: Number(total) }
}

/** What an item made, as the bytes of JSON; undefined where it made nothing. */
export async function artifactBytes(
  { database, blobs }: Pick<RunPorts, 'database' | 'blobs'>,
  runId: string,
  step: string,
  item: number,
): Promise<AsyncIterable<Uint8Array> | string | undefined> {
  const row = await keptOfItem(database, runId, step, item)
  if (row?.blob) return readArtifact(blobs, row.blob)
  return row?.value ?? undefined
}
