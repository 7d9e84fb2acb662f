/** PostgreSQL: undefined_table. */
const UNDEFINED_TABLE = '42P01'

/** Whether the database says that a table is not there: after the start it was lost. */
export const isTableMissing = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && error.code === UNDEFINED_TABLE) || isTableMissing(error.cause))
