import { Readable } from 'node:stream'
import { CsvError, type Options, parse } from 'csv-parse'
import { parse as parseSync } from 'csv-parse/sync'
import { decode } from '../../../../../kernel/cell/encoding.ts'
import { WorkError } from '../../../../../kernel/runtime/errors.ts'
import type { DraftBlock, Reading } from '../../blocks/draft-block.ts'
import { streamedTableBlocks } from '../../blocks/markdown-table.ts'
import { readTextFile, slicesOf } from '../../read-text-file.ts'

const DELIMITERS = [',', ';', '\t', '|'] as const
const SAMPLE_CHARACTERS = 64 * 1024
const MOST_COLUMNS = 2000
/** The line by which Excel is told the delimiter; no record. */
const DELIMITER_LINE = /^sep=([,;\t|])\r?\n/i
/** Lines above the table that tell of it. */
const REMARKS = /^(?:#[^\n]*\n)+/
/** Files up to this size are read twice, to be sure of their quotes. */
const TRIAL_BYTES = 4 * 1024 * 1024
/** A record beyond this is a quote that was never closed. */
const LONGEST_RECORD = 4 * 1024 * 1024

/** Delimited text: encoding and dialect by what the file holds; the first record is the table's header. */
export async function* readCsv(reading: Reading): AsyncIterable<DraftBlock> {
  const file = await readTextFile(reading)
  const { bytes, encoding } = file
  const [begin = ''] = decode(bytes, encoding, SAMPLE_CHARACTERS)
  const [instruction = '', named] = DELIMITER_LINE.exec(begin) ?? []
  const sample = begin.slice(instruction.length)
  const rows = sample.replace(REMARKS, '') || sample
  const delimiter = named ?? (/^tsv$|^tab$/.test(reading.fileType) && rows.includes('\t') ? '\t' : delimiterOf(rows))
  reading.setReader(`csv (${encoding}, ${JSON.stringify(delimiter)})`)
  const columns = Math.max(1, ...sampleRecords(rows, delimiter).map((r) => r.length))
  const remarks = remarksOf(sample, delimiter, columns)
  const from_line = 1 + (named === undefined ? 0 : 1) + remarks.length
  const quoted = await quotesClose(bytes, encoding, { ...optionsOf(delimiter, true), from_line })
  if (!quoted) reading.warn('A quote in the file is never closed; quotes were taken as they stand.')
  const options = { ...optionsOf(delimiter, quoted), from_line }
  if (remarks.length > 0) yield { type: 'paragraph', text: remarks.map((line) => line.replace(/^#+ ?/, '')).join('\n') }
  try {
    const onCut = () => reading.warn(`The file has more than ${MOST_COLUMNS} columns; those beyond were left out.`)
    yield* streamedTableBlocks(records(slicesOf(file, reading), options, onCut), Math.min(columns, MOST_COLUMNS))
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause
    throw new WorkError(
      'corrupt',
      `The .${reading.fileType} file is damaged (${cause.message.slice(0, 200)}). Correct its quotes and upload it again.`,
      {
        cause,
      },
    )
  }
}

/** Lines of remarks at the begin; the last one is the header where it has as many fields as the table. */
function remarksOf(sample: string, delimiter: string, columns: number): string[] {
  const found = REMARKS.exec(sample)?.[0]
  const below = found === undefined ? '' : (sample.slice(found.length).split('\n', 1)[0] ?? '')
  if (found === undefined || !below.trim()) return []
  const lines = found.trimEnd().split(/\r?\n/)
  return columns > 1 && lines.at(-1)?.split(delimiter).length === columns ? lines.slice(0, -1) : lines
}

const optionsOf = (delimiter: string, quoted: boolean): Options => ({
  delimiter,
  quote: quoted ? '"' : false,
  relax_quotes: true,
  relax_column_count: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
  max_record_size: LONGEST_RECORD,
})

/** Records one after the other, never the whole file at once. */
async function* records(slices: Iterable<string>, options: Options, onCut: () => void = () => {}): AsyncIterable<string[]> {
  const parser = parse(options)
  const source = Readable.from(slices)
  source.on('error', (error) => parser.destroy(error))
  for await (const record of source.pipe(parser) as AsyncIterable<string[]>) {
    if (record.length > MOST_COLUMNS) onCut()
    yield record.slice(0, MOST_COLUMNS)
  }
}

/** Whether the quotes of the file close, found by reading it once; a large file with an even number of them is taken at its word. */
async function quotesClose(bytes: Buffer, encoding: string, options: Options): Promise<boolean> {
  if (bytes.length > TRIAL_BYTES && quotesIn(bytes) % 2 === 0) return true
  try {
    for await (const _ of records(decode(bytes, encoding), options));
    return true
  } catch (error) {
    if (error instanceof CsvError) return false
    throw error
  }
}

function quotesIn(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(0x22); at >= 0; at = bytes.indexOf(0x22, at + 1)) count++
  return count
}

/** The delimiter by which most records of the sample have the same number of columns, more than one; the comma when none has. */
export function delimiterOf(sample: string): string {
  const scored = DELIMITERS.map((delimiter) => ({ delimiter, ...consistency(sample, delimiter) }))
  const best = scored.reduce((a, b) => (b.score > a.score + 1e-9 || (b.score > 0 && b.score === a.score && b.columns > a.columns) ? b : a))
  return best.score > 0 ? best.delimiter : ','
}

function consistency(sample: string, delimiter: string): { score: number; columns: number } {
  const counts = new Map<number, number>()
  for (const record of sampleRecords(sample, delimiter)) counts.set(record.length, (counts.get(record.length) ?? 0) + 1)
  const total = [...counts.values()].reduce((a, b) => a + b, 0)
  const [columns = 1, times = 0] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? []
  return columns < 2 ? { score: 0, columns } : { score: times / total, columns }
}

function sampleRecords(sample: string, delimiter: string): string[][] {
  const cut = sample.length < SAMPLE_CHARACTERS / 4 ? sample : sample.slice(0, sample.lastIndexOf('\n') + 1 || sample.length)
  for (const quoted of [true, false]) {
    try {
      return parseSync(cut, { ...optionsOf(delimiter, quoted), to: 200 })
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
    }
  }
  return []
}
