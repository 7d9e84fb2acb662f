import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createParserPool, type ParserPool } from '../../../kernel/cell/pool.ts'
import type { WorkError } from '../../../kernel/runtime/errors.ts'
import { documentReader } from './document-reader.ts'
import { makeDocx } from './testing/make-office.ts'
import { makePdf, withXref } from './testing/make-pdf.ts'
import { makeZip } from './testing/make-zip.ts'

const folder = mkdtempSync(join(tmpdir(), 'hostile-test-'))
let pool: ParserPool
beforeAll(() => {
  const limits = { timeout_ms: 8000, memory_mb: 500, max_inflated_mb: 200, max_compression_ratio: 1000, max_archive_entries: 10_000 }
  pool = createParserPool({ entry: documentReader, limits, size: 2, log: pino({ level: 'silent' }) })
})
afterAll(async () => {
  await pool.close()
  rmSync(folder, { recursive: true })
})

/** Code of the failure, or the number of characters that were read. */
async function outcome(fileType: string, content: Buffer | string): Promise<string | number> {
  const path = join(folder, `${Math.random()}.${fileType}`)
  writeFileSync(path, content)
  try {
    const result = await pool.parse({ path, fileType })
    await result.dispose()
    return result.header.characters
  } catch (error) {
    return (error as WorkError).code
  }
}

const word = (body: string) => makeDocx(body)
const MB = 1 << 20

const CATALOGUE = Buffer.from('<< /Type /Catalog /Pages 2 0 R >>')
const FONT = '/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>'
const PAGE = `<< /Type /Page /MediaBox [0 0 612 792] ${FONT} /Contents 4 0 R >>`
const shown = Buffer.from('<< /Length 36 >>\nstream\nBT /F1 9 Tf 72 700 Td (Hello) Tj ET   \nendstream')

const samePages = (times: number) =>
  withXref([CATALOGUE, Buffer.from(`<< /Type /Pages /Count ${times} /Kids [${'3 0 R '.repeat(times)}] >>`), Buffer.from(PAGE), shown])
const sameBranches = (branches: number, pages: number) =>
  withXref([
    CATALOGUE,
    Buffer.from(`<< /Type /Pages /Count ${branches * pages} /Kids [${'5 0 R '.repeat(branches)}] >>`),
    Buffer.from(PAGE),
    shown,
    Buffer.from(`<< /Type /Pages /Count ${pages} /Kids [${'3 0 R '.repeat(pages)}] >>`),
  ])

/** What each may end in, an error's code or a range of characters: bounded in time and memory, and never a bare crash. */
const CASES: [name: string, fileType: string, make: () => Buffer | string, allowed: (string | [least: number, most: number])[]][] = [
  [
    'a PDF whose page inflates to 600 MB',
    'pdf',
    () => makePdf([Buffer.alloc(600 * MB, ' ')]),
    ['out_of_memory', 'timed_out', 'empty', 'corrupt'],
  ],
  [
    'a PDF with arrays 10,000 deep',
    'pdf',
    () => makePdf([Buffer.from(`${'['.repeat(10_000)} 1 ${']'.repeat(10_000)} TJ`)]),
    ['empty', 'corrupt'],
  ],
  [
    'a PDF whose page tree is a circle',
    'pdf',
    () => withXref([Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'), Buffer.from('<< /Type /Pages /Count 9 /Kids [2 0 R 2 0 R] >>')]),
    ['empty', 'corrupt'],
  ],
  [
    'a PDF whose cross-references point at each other',
    'pdf',
    () => Buffer.from('%PDF-1.7\nxref\n0 0\ntrailer\n<< /Size 1 /Prev 9 /Root 1 0 R >>\nstartxref\n9\n%%EOF'),
    ['empty', 'corrupt'],
  ],
  [
    'a PDF that claims a billion pages',
    'pdf',
    () =>
      makePdf([Buffer.from('')])
        .toString('latin1')
        .replace('/Count 1 ', '/Count 999999999 '),
    ['empty', 'corrupt', 'timed_out', 'too_large'],
  ],
  ['a PDF of 200,000 pages that are one and the same', 'pdf', () => samePages(200_000), ['too_large']],
  ['a PDF whose page tree names one branch of pages again and again', 'pdf', () => sameBranches(500, 400), ['too_large']],
  [
    'a PDF whose page is compressed twice',
    'pdf',
    () => {
      const twice = deflateSync(deflateSync(Buffer.alloc(300 * MB, 'BT /F1 9 Tf (x) Tj ET ')))
      const head = `<< /Length ${twice.length} /Filter [/FlateDecode /FlateDecode] >>\nstream\n`
      const content = Buffer.concat([Buffer.from(head), twice, Buffer.from('\nendstream')])
      return withXref([CATALOGUE, Buffer.from('<< /Type /Pages /Count 1 /Kids [3 0 R] >>'), Buffer.from(PAGE), content])
    },
    ['timed_out', 'out_of_memory', 'empty', 'corrupt'],
  ],
  [
    'a Word document nested 100,000 deep',
    'docx',
    () => word('<w:p>'.repeat(100_000) + '</w:p>'.repeat(100_000)),
    ['corrupt', 'empty', 'out_of_memory', 'timed_out'],
  ],
  [
    'a Word document of a million character references',
    'docx',
    () => word(`<w:p><w:r><w:t>${'&#65;'.repeat(1_000_000)}</w:t></w:r></w:p>`),
    [[1_000_000, 1_000_000], 'timed_out', 'out_of_memory'],
  ],
  [
    'a Word document with a table a billion cells wide',
    'docx',
    () =>
      word(
        `<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="1000000000"/></w:tcPr><w:p><w:r><w:t>x</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>y</w:t></w:r></w:p></w:tc></w:tr></w:tbl>`,
      ),
    [[1, 10_000], 'corrupt', 'out_of_memory'],
  ],
  ['a workbook with 150 MB of cells', 'xlsx', bigWorkbook, ['timed_out', [10 * MB, 150 * MB]]],
  ['JSON nested a million deep', 'json', () => `${'['.repeat(1_000_000)}1${']'.repeat(1_000_000)}`, [[1, 1000], 'corrupt']],
  ['a text of 30 MB in one line', 'txt', () => 'x'.repeat(30 * MB), [[30 * MB, 30.1 * MB]]],
]

function bigWorkbook(): Buffer {
  const row = `<row>${'<c><v>123456</v></c>'.repeat(50)}</row>`
  const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${row.repeat(Math.floor((150 * MB) / row.length))}</sheetData></worksheet>`
  const relations = (type: string, target: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`
  return makeZip([
    {
      name: '[Content_Types].xml',
      data: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/s.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
    },
    { name: '_rels/.rels', data: relations('officeDocument', 'xl/workbook.xml') },
    {
      name: 'xl/workbook.xml',
      data: '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>',
    },
    { name: 'xl/_rels/workbook.xml.rels', data: relations('worksheet', 'worksheets/s.xml') },
    { name: 'xl/worksheets/s.xml', data: sheet },
  ])
}

describe('hostile documents', () => {
  it.each(CASES)('survives %s', async (_, fileType, make, allowed) => {
    const found = await outcome(fileType, make())
    const fits = allowed.some((a) => (typeof a === 'string' || typeof found === 'string' ? a === found : a[0] <= found && found <= a[1]))
    expect(fits, `ended in ${found}`).toBe(true)
    expect(await outcome('txt', 'Grain goes in.')).toBe(14)
  })
})
