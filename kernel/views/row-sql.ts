export type Row = Readonly<Record<string, string | number | null>>

export const quoted = (name: string): string => `"${name}"`
export const list = (names: readonly string[], of = quoted): string => names.map(of).join(', ')

/** How a row that is written takes the place of the one of the same key. */
export function inPlaceOf(key: readonly string[], columns: readonly string[]): string {
  const written = columns.filter((name) => !key.includes(name)).map((name) => `${quoted(name)} = excluded.${quoted(name)}`)
  return `ON CONFLICT (${list(key)}) DO UPDATE SET ${written.join(', ')}`
}

/** Rows as one parameter. Each text is bound by itself: half a pair of surrogates is no character. */
export const boundRows = (rows: readonly Row[]): string =>
  JSON.stringify(rows, (_name, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value))
