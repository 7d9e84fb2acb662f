import { SSF } from 'xlsx'

/** Quoted, escaped and bracketed parts of a number format, fill and width signs; or a sign that Excel shows as it is and SSF refuses. */
const SIGNS = /("[^"]*"|\\.|\[[^\]]*\]|[_*].)|\.(?!0)|[^\x20-\x7e]/gu

/** A number as its format shows it, such as "05.03.2024" by dd.mm.yyyy; a format that cannot be read leaves it as it is. */
export function shownNumber(value: number, format: string | number, { date1904 = false } = {}): string {
  const formats = typeof format === 'string' ? [format, format.replace(SIGNS, (sign, kept?: string) => kept ?? `\\${sign}`)] : [format]
  for (const tried of formats)
    try {
      return String(SSF.format(tried, value, { date1904 }))
    } catch {
      // The next one, or the number.
    }
  return String(value)
}
