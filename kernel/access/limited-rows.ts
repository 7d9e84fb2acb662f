import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Label, LabelLimit, Limits } from './limits.ts'

/** The limits as a condition on the rows of a view. `columns` names the view's column of each label. */
export function withinLimits({ conditions }: Limits, columns: Readonly<Record<Label, string>>): RawBuilder<SqlBool> {
  if (conditions.length === 0) return sql<SqlBool>`1 = 1`
  return sql<SqlBool>`${sql.join(
    conditions.map((condition) => conditionOn(condition, columns[condition.label])),
    sql` and `,
  )}`
}

function conditionOn({ values, unlabelled }: LabelLimit, column: string): RawBuilder<SqlBool> {
  const tests: RawBuilder<SqlBool>[] = []
  if (values.length) tests.push(sql<SqlBool>`${sql.ref(column)} in (${sql.join(values)})`)
  if (unlabelled) tests.push(sql<SqlBool>`${sql.ref(column)} is null`)
  return tests.length ? sql<SqlBool>`(${sql.join(tests, sql` or `)})` : sql<SqlBool>`1 = 0`
}
