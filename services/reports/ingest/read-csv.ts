import { readFile } from 'node:fs/promises'
import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { decode, detectEncoding } from '../../../kernel/cell/encoding.ts'
import { WorkError } from '../../../kernel/runtime/errors.ts'
import { MOST_COLUMNS, type Sheet, shortened } from './workbook.ts'

const DELIMITERS = [';', '\t', ',', '|'] as const
const SAMPLE = 64 * 1024
/** By which Excel is told the delimiter. */
const DELIMITER_LINE = /^sep=([,;\t|])\r?\n/i

/** The rows of a delimited text as one sheet: encoding and delimiter by what the file holds. WorkError `corrupt`, `too_large`. */
export async function readCsv(path: string, maxRows: number): Promise<Sheet[]> {
  const bytes = await readFile(path)
  const encoding = detectEncoding(bytes)
  if (!encoding)
    throw new WorkError('corrupt', 'The file is named .csv, but it holds no text. Export the sheet as CSV and upload that file.')
  const whole = [...decode(bytes, encoding)].join('')
  const [instruction = '', named] = DELIMITER_LINE.exec(whole) ?? []
  const text = whole.slice(instruction.length)
  const skipped = instruction === '' ? 0 : 1
  const rows: Sheet['rows'][number][] = []
  for (const { record, info } of recordsOf(text, named ?? delimiterOf(text.slice(0, SAMPLE)))) {
    if (rows.length >= maxRows)
      throw new WorkError('too_large', `The file has more than ${maxRows} rows, the limit of sdac.max_rows. Upload a quarter at a time.`)
    const cells = record.slice(0, MOST_COLUMNS).map((cell) => (cell.trim() === '' ? null : shortened(cell.trim())))
    if (cells.some((cell) => cell !== null)) rows.push({ row: info.records + skipped, cells })
  }
  return [{ name: 'CSV', hidden: false, rows, merges: [] }]
}

interface Parsed {
  readonly record: string[]
  readonly info: { readonly records: number }
}

function recordsOf(text: string, delimiter: string): Parsed[] {
  const options = { delimiter, relax_column_count: true, info: true, max_record_size: 4 * 1024 * 1024 } as const
  try {
    return parse(text, { ...options, relax_quotes: true }) as unknown as Parsed[]
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause
    if (cause.code !== 'CSV_QUOTE_NOT_CLOSED')
      throw new WorkError('corrupt', `The .csv file is damaged (${cause.message.slice(0, 200)}). Correct it and upload it again.`, {
        cause,
      })
  }
  // A quote that is never closed: quotes are letters then.
  return parse(text, { ...options, quote: false }) as unknown as Parsed[]
}

/** The delimiter by which the most lines of a sample have the same number of cells, two at least. */
function delimiterOf(sample: string): string {
  const lines = sample.split(/\r?\n/).filter(Boolean).slice(0, 50)
  const scores = DELIMITERS.map((delimiter) => {
    const counts = lines.map((line) => line.replaceAll(/"[^"]*"/g, '').split(delimiter).length)
    const common = Map.groupBy(
      counts.filter((n) => n > 1),
      (n) => n,
    )
    return Math.max(0, ...[...common].map(([cells, of]) => of.length * Math.min(cells, 20)))
  })
  return DELIMITERS[scores.indexOf(Math.max(...scores))] ?? ','
}
