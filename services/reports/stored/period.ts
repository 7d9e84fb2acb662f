/** A quarter as rows and reports name it. */
const PERIOD = /^(\d{4})-Q([1-4])$/

export const isPeriod = (text: string): boolean => PERIOD.test(text)

/** `2026-Q1` of year and quarter as a page gives them (`Q1`, `q1`, `1`); undefined where they are none. */
export function periodOf(year: string, quarter: string): string | undefined {
  const [, n] = /^\s*Q?\s*([1-4])\s*$/i.exec(quarter) ?? []
  return n !== undefined && /^[12]\d{3}$/.test(year.trim()) ? `${year.trim()}-Q${n}` : undefined
}

/** The quarter before: `2025-Q4` of `2026-Q1`. */
export function periodBefore(period: string): string {
  const [, year = '', quarter = ''] = PERIOD.exec(period) ?? []
  return quarter === '1' ? `${Number(year) - 1}-Q4` : `${year}-Q${Number(quarter) - 1}`
}
