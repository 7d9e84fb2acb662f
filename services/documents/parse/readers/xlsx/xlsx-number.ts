import { createRequire } from 'node:module'
import { plainNumber } from './xlsx-plain-number.ts'

/** Quoted, escaped and bracketed parts of a number format, fill and width signs; or a sign that Excel shows as it is and SSF refuses. */
const SIGNS = /("[^"]*"|\\.|\[[^\]]*\]|[_*].)|\.(?!0)|[^\x20-\x7e]/gu

type Format = string | number

const require = createRequire(import.meta.url)
let loaded: typeof import('xlsx').SSF | undefined
/** SheetJS's number formats, from its smallest build: many workbooks need none, and to load all of it takes longer than to read most. */
const ssf = () => (loaded ??= (require('xlsx/dist/xlsx.mini.min.js') as typeof import('xlsx')).SSF)

/** A number as its format shows it, such as "05.03.2024" by dd.mm.yyyy; a format that cannot be read leaves it as it is. */
export function shownNumber(value: number, format: Format, { date1904 = false } = {}): string {
  return plainNumber(value, format) ?? formatted(value, format, date1904) ?? String(value)
}

/** A text as its format shows it: most formats are of numbers and leave it alone. */
export function shownText(text: string, format: Format): string {
  return typeof format === 'number' || changesNoText(format) ? text : (formatted(text, format, false) ?? text)
}

function formatted(value: number | string, format: Format, date1904: boolean): string | undefined {
  const formats = typeof format === 'string' ? [format, format.replace(SIGNS, (sign, kept?: string) => kept ?? `\\${sign}`)] : [format]
  for (const tried of formats)
    try {
      return String(ssf().format(tried, value, { date1904 }))
    } catch {
      // The next one, or the value.
    }
  return undefined
}

/** Whether the section of a format that is of texts shows them as they are, but for signs of width, which show nothing. */
function changesNoText(format: string): boolean {
  const sections = format.split(';')
  const last = sections.at(-1)!
  return (sections.length < 4 && !last.includes('@')) || last.replace(/[_*]./g, '').trim() === '@'
}
