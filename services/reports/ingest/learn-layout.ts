import type { District } from '../stored/keep-report.ts'
import type { Correction, FieldName, Layout } from '../stored/layout.ts'
import { fieldNamed } from './find-layout.ts'
import { headerWords } from './header-words.ts'

/** Entries that are kept of a district, the newest. */
const MOST_HEADERS = 2000
const MOST_SHEETS = 200

type Learned = Pick<District, 'headers' | 'sheets'>

/**
 * What a district is known by once a layout was corrected: which header is which field, which one that would be taken for a field is none,
 * and which sheets hold costs. `layout`: as it was read by the correction.
 */
export function learnLayout(before: Learned, layout: Layout, { sheets: said }: Correction): Learned {
  const headers = new Map(Object.entries(before.headers))
  const sheets = new Map(Object.entries(before.sheets))
  for (const { name, use, header_row, columns } of said) {
    if (use !== undefined) renew(sheets, name, use)
    const read = layout.sheets.find((sheet) => sheet.name === name)
    // letters that stand for absent headers say nothing of the next workbook
    if (!read || header_row === 0 || (header_row === undefined && columns === undefined)) continue
    const fields = new Map<string, FieldName>(read.columns.map((c) => [headerWords(c.header), c.field]))
    for (const { header } of read.headers) {
      const words = headerWords(header)
      const field = fields.get(words)
      if (words !== '' && (field || headers.has(words) || fieldNamed(header))) renew(headers, words, field ?? null)
    }
  }
  return {
    headers: Object.fromEntries([...headers].slice(-MOST_HEADERS)),
    sheets: Object.fromEntries([...sheets].slice(-MOST_SHEETS)),
  }
}

function renew<T>(known: Map<string, T>, key: string, value: T): void {
  known.delete(key)
  known.set(key, value)
}
