import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createParserPool, type ParserPool } from '../../../../../kernel/cell/pool.ts'
import { documentReader } from '../../document-reader.ts'
import { makeZip } from '../../testing/make-zip.ts'

const folder = mkdtempSync(join(tmpdir(), 'xlsx-growth-test-'))
let pool: ParserPool
beforeAll(() => {
  // Work that grows with the square of the rows would take many minutes.
  const limits = { timeout_ms: 150_000, memory_mb: 1500, max_inflated_mb: 200, max_compression_ratio: 1000, max_archive_entries: 10_000 }
  pool = createParserPool({ entry: documentReader, limits, size: 1, log: pino({ level: 'silent' }) })
})
afterAll(async () => {
  await pool.close()
  rmSync(folder, { recursive: true })
})

const ROWS = 200_000

/** A workbook of one sheet of so many rows. */
function book(row: (n: number) => string): Buffer {
  const relation = (type: string, target: string) =>
    `<Relationships><Relationship Id="r" Type="x/${type}" Target="${target}"/></Relationships>`
  const rows = Array.from({ length: ROWS }, (_, n) => row(n + 1)).join('')
  return makeZip([
    { name: '_rels/.rels', data: relation('officeDocument', 'xl/workbook.xml') },
    { name: 'xl/workbook.xml', data: '<workbook><sheets><sheet name="S" r:id="r"/></sheets></workbook>' },
    { name: 'xl/_rels/workbook.xml.rels', data: relation('worksheet', 'worksheets/sheet1.xml') },
    { name: 'xl/worksheets/sheet1.xml', data: `<worksheet><sheetData>${rows}</sheetData></worksheet>` },
  ])
}
const cells = (n: number) => `<c r="A1"><v>${n}</v></c><c r="B1"><v>${n}</v></c>`

test.each([
  ['many rows', (n: number) => `<row r="${n}">${cells(n)}</row>`],
  ['many rows, each below an empty one', (n: number) => `<row r="${2 * n}">${cells(n)}</row>`],
])('a sheet of %s is read to its end', { timeout: 300_000 }, async (_, row) => {
  const path = join(folder, `${Math.random()}.xlsx`)
  writeFileSync(path, book(row))
  const { header, blocks, dispose } = await pool.parse({ path, fileType: 'xlsx' })
  const last = readFileSync(blocks, 'utf8').trim().split('\n').at(-1)!
  await dispose()
  expect(header.reader).toBe('xlsx')
  expect(JSON.parse(last).text.endsWith(`| ${ROWS} | ${ROWS} |`)).toBe(true)
})
