import { z } from 'zod'
import type { StepWork } from '../../../schemas/run.ts'
import { type OnceStore, parseKept } from '../../blobs/once.ts'
import { WorkError } from '../../runtime/errors.ts'
import { nameId } from '../../runtime/ids.ts'
import { RUNS, type RunPorts } from '../change-run.ts'
import { decisionKey, runFolder } from '../control.ts'
import { keepText, keptOfItem, readKept } from '../kept.ts'
import type { RunTables } from '../tables.ts'

/** People cannot read faster. */
const PROGRESS_EVERY_MS = 500
const PAGE = 200
/** Characters of what a question is about: it stands in the run's own row. */
const MOST_ABOUT = 16_000

/** Ends of items that may have made something. */
const MADE: readonly string[] = ['done', 'skipped']

/** What a handler ends with that waits for a person. */
export class Undecided extends Error {
  readonly question: { readonly key: string; readonly about: unknown; readonly answer: Record<string, unknown> }
  constructor(key: string, about: unknown, schema: z.ZodType) {
    super(`${key} is not decided yet`)
    this.question = questionOf(key, about, schema)
  }
}

/** A question with the form of its answer, as a run keeps it. */
export const questionOf = (key: string, about: unknown, schema: z.ZodType) => ({
  key,
  about,
  answer: { ...z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) },
})

/** What an item made; undefined where it made nothing, or is not done. */
export async function artifactOf<S extends z.ZodType>(
  { database, blobs }: RunPorts,
  runId: string,
  step: string,
  item: number,
  schema: S,
): Promise<z.output<S> | undefined> {
  const row = await keptOfItem(database, runId, step, item)
  const text = row && MADE.includes(row.status) ? await readKept(blobs, row) : undefined
  return text === undefined ? undefined : parseKept(schema, text, `What ${step} made`)
}

/** What the items of a step made, in their order, a page at a time. */
export async function* artifactsOf<S extends z.ZodType>({ database, blobs }: RunPorts, runId: string, step: string, schema: S) {
  for (let after = -1; ; ) {
    const rows = await database
      .tables<RunTables>()
      .selectFrom('run_items')
      .select(['item', 'value', 'blob'])
      .where('run_id', '=', runId)
      .where('step', '=', step)
      .where('item', '>', after)
      .where('status', 'in', [...MADE])
      .orderBy('item')
      .limit(PAGE)
      .execute()
    for (const row of rows) {
      const text = await readKept(blobs, row)
      if (text !== undefined) yield { item: row.item, artifact: parseKept(schema, text, `What ${step} made`) }
    }
    if (rows.length < PAGE) return
    after = rows.at(-1)?.item ?? after
  }
}

const keptUnder = async ({ database, blobs }: RunPorts, runId: string, key: string): Promise<string | undefined> => {
  const found = database
    .tables<RunTables>()
    .selectFrom('run_kept')
    .select(['value', 'blob'])
    .where('run_id', '=', runId)
    .where('key', '=', key)
  const row = await found.executeTakeFirst()
  return row && readKept(blobs, row)
}

/** What a run paid for, for `once`: in a row, or in the blob store where it is long. */
export const onceOf = (ports: RunPorts, runId: string): OnceStore => ({
  read: (key) => keptUnder(ports, runId, key),
  async keep(key, text) {
    // A name for each content: what another keeps at the same moment is not written over.
    const kept = await keepText(ports.blobs, `${runFolder(runId)}/once/${nameId(key, text)}`, text)
    await ports.database
      .tables<RunTables>()
      .insertInto('run_kept')
      .values({ run_id: runId, key, ...kept })
      .onConflict((c) => c.doNothing())
      .execute()
    return (await keptUnder(ports, runId, key)) ?? text
  },
})

/** See `StepContext.decision`. */
export async function decided<S extends z.ZodType>(
  ports: RunPorts,
  runId: string,
  key: string,
  schema: S,
  about: unknown,
): Promise<z.output<S>> {
  const text = await keptUnder(ports, runId, decisionKey(key))
  if (text === undefined) {
    if (JSON.stringify(about ?? null).length > MOST_ABOUT)
      throw new WorkError('internal', `what ${key} is about is longer than ${MOST_ABOUT} characters`)
    throw new Undecided(key, about, schema)
  }
  return parseKept(schema, text, `The decision ${key}`)
}

/** Shows how far an item is. Its loss does no harm. */
export function tellProgress({ database }: RunPorts, { run_id, step, item }: StepWork) {
  let quietUntil = 0
  return (done: number, total: number, unit?: string): void => {
    if (performance.now() < quietUntil) return
    quietUntil = performance.now() + PROGRESS_EVERY_MS
    const progress = JSON.stringify({ done, total, ...(unit === undefined ? {} : { unit }) })
    const rows = database.tables<RunTables>().updateTable('run_items').set({ progress })
    rows
      .where('run_id', '=', run_id)
      .where('step', '=', step)
      .where('item', '=', item)
      .where('status', '=', 'open')
      .execute()
      .then(() => database.announce(RUNS, [run_id]))
      .catch(() => undefined)
  }
}
