/** @typedef {{ year: string, quarter: string }} Period such as 2026 and Q1 */

/** The quarter that ended last before a day: costs are reported once it is over. @returns {Period} */
export function lastQuarter(day) {
  const begun = Math.floor(day.getMonth() / 3)
  return begun === 0 ? { year: String(day.getFullYear() - 1), quarter: 'Q4' } : { year: String(day.getFullYear()), quarter: `Q${begun}` }
}

/** The quarter that a file's name tells, as in `costs-2026-q1.xlsx` or `Q3 2025.csv`. @returns {Period | undefined} */
export function quarterIn(name) {
  const found =
    /(?<!\d)(?<year>20\d\d)[-_ .]{0,3}q(?<quarter>[1-4])(?!\d)/i.exec(name) ??
    /(?<![a-z\d])q(?<quarter>[1-4])[-_ .]{0,3}(?<year>20\d\d)(?!\d)/i.exec(name)
  return found ? { year: found.groups.year, quarter: `Q${found.groups.quarter}` } : undefined
}
