import type { AnyTables } from './database.ts'

/** Every row of a query, a page at a time: `read` gives the rows behind the last one of the page before; one that is not full is the last. */
export async function* everyRow<Row>(size: number, read: (last: Row | undefined) => Promise<readonly Row[]>): AsyncGenerator<Row> {
  for (let last: Row | undefined; ; ) {
    const rows = await read(last)
    yield* rows
    if (rows.length < size) return
    last = rows.at(-1)
  }
}

const PAGE = 500

/** Every row of a view's table, by its key. */
export const everyRowOf = (db: AnyTables, table: string): AsyncGenerator<{ key: string; body: string }> =>
  everyRow(PAGE, async (last) => {
    const query = db
      .selectFrom(table)
      .select(['key', 'body'])
      .where('key', '>', last?.key ?? '')
    return (await query.orderBy('key').limit(PAGE).execute()) as { key: string; body: string }[]
  })
