import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { read, utils, type WorkSheet, write } from 'xlsx'
import { annotate } from '../annotate/annotate.ts'
import { checkRows, costsOf } from '../cell/do-task.ts'
import { sdacSection } from '../sdac-section.ts'
import { tellFinding } from '../tell/tell-findings.ts'
import { cleanStaff, costGrid, HEADERS, workbookBytes } from './cost-sheet.fixture.ts'
import { readCsv } from './read-csv.ts'
import { readXlsx } from './read-xlsx.ts'
import type { Sheet } from './workbook.ts'

const limits = { max_inflated_mb: 200, max_compression_ratio: 100, max_archive_entries: 1000 }
const { rules: thresholds } = sdacSection.schema.parse({})
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-workbooks-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function kept(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, bytes)
  return path
}

const opened = async (bytes: Uint8Array): Promise<Sheet[]> => readXlsx(await kept('book.xlsx', bytes), limits, 1000)

function reviewed(sheets: readonly Sheet[]) {
  const { layout, read: rows } = costsOf(sheets, { headers: {} })
  return { layout, ...checkRows(rows, { layout, period: '2026-Q1', previous: undefined, pools: new Map(), thresholds }) }
}

/** Findings of severity error, as rule and cell. */
const errorsOf = (sheets: readonly Sheet[]) => reviewed(sheets).findings.flatMap((f) => (f.severity === 'error' ? [[f.rule, f.cell]] : []))

/** A clean report whose sheet was changed by hand; other sheets behind it. */
function bookWith(change: (sheet: WorkSheet) => void, hidden?: WorkSheet): Uint8Array {
  const book = utils.book_new()
  const sheet = utils.aoa_to_sheet(costGrid(cleanStaff(10, 5)).slice(0, -1))
  change(sheet)
  utils.book_append_sheet(book, sheet, 'Costs')
  if (hidden) utils.book_append_sheet(book, hidden, 'Old')
  if (hidden) book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 2 }] }
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true })
}

/** A workbook whose first sheet's XML was changed by hand. */
function withXml(bytes: Uint8Array, change: (xml: string) => string): Uint8Array {
  const parts = unzipSync(bytes)
  const path = 'xl/worksheets/sheet1.xml'
  return zipSync({ ...parts, [path]: strToU8(change(strFromU8(parts[path]!))) })
}

const clean = () => bookWith(() => undefined)

test('a sheet that claims 1,048,576 rows of 16,384 cells is read as what it holds', async () => {
  const claimed = withXml(clean(), (xml) => xml.replace(/<dimension ref="[^"]*"/, '<dimension ref="A1:XFD1048576"'))
  const [sheet] = await opened(claimed)
  expect(sheet?.rows).toHaveLength(11)
  expect(errorsOf([sheet!])).toEqual([])
})

test('one cell in the last row and column of Excel costs no million rows', async () => {
  const far = withXml(clean(), (xml) => xml.replace('</sheetData>', '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'))
  const [sheet] = await opened(far)
  expect(sheet?.rows.length).toBe(11)
})

test('formulas are never worked out: the value that stands beside them counts', async () => {
  const bomb = `${'SUM('.repeat(2000)}A1:XFD1048576${')'.repeat(2000)}`
  const formulas = bookWith((sheet) => {
    sheet.E3 = { ...sheet.E3, f: bomb }
    sheet.F3 = { ...sheet.F3, f: 'F3' }
  })
  expect(errorsOf(await opened(formulas))).toEqual([])
})

test('an archive that swells is refused before it is read', async () => {
  const swollen = withXml(clean(), (xml) => xml.replace('</sheetData>', `${'<row r="99"></row>'.repeat(2_000_000)}</sheetData>`))
  await expect(opened(swollen)).rejects.toMatchObject({ code: 'too_large' })
})

test('entities in a part are refused', async () => {
  const entities = withXml(clean(), (xml) => xml.replace('<worksheet', '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><worksheet'))
  await expect(opened(entities)).rejects.toMatchObject({ code: 'corrupt' })
})

test('a workbook with a password is told as such', async () => {
  const ole = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504), Buffer.from('EncryptedPackage', 'utf16le')])
  await expect(opened(ole)).rejects.toMatchObject({ code: 'encrypted', message: expect.stringContaining('assword') })
})

test.each([
  ['a text', { t: 's', v: 'see note' }, 'malformed_value'],
  ['1e308', { t: 'n', v: 1e308 }, 'malformed_value'],
  ['an error of a formula', { t: 'e', v: 23 }, 'malformed_value'],
  ['a negative number', { t: 'n', v: -1 }, 'negative_amount'],
  ['a date', { t: 'n', v: 46_023, z: 'yyyy-mm-dd' }, 'malformed_value'],
] as const)('%s in a cell of amounts is a finding in that cell', async (_, cell, rule) => {
  const book = bookWith((sheet) => {
    sheet.E4 = { ...cell }
  })
  expect(errorsOf(await opened(book))).toEqual([[rule, 'E4']])
})

test('hidden sheets are left out, and that is told', async () => {
  const old = utils.aoa_to_sheet(costGrid(cleanStaff(10, 6).map((p) => ({ ...p, salary: -1 }))))
  const { findings, layout, summary } = reviewed(await opened(bookWith(() => undefined, old)))
  expect(findings.filter((f) => f.severity === 'error')).toEqual([])
  expect(layout.sheets.map(({ name, use }) => [name, use])).toEqual([
    ['Costs', true],
    ['Old', false],
  ])
  expect(summary.warnings.join()).toContain('"Old"')
})

test('costs that stand in a hidden sheet alone are read, and that is told', async () => {
  const old = utils.aoa_to_sheet(costGrid(cleanStaff(10, 6)).slice(0, -1))
  const emptied = (sheet: WorkSheet) => {
    for (const key of Object.keys(sheet)) if (!key.startsWith('!')) delete sheet[key]
    sheet.A1 = { t: 's', v: 'See the other sheet.' }
  }
  const { layout, summary } = reviewed(await opened(bookWith(emptied, old)))
  expect(layout.sheets.map(({ name, use }) => [name, use])).toEqual([
    ['Costs', false],
    ['Old', true],
  ])
  expect(summary.warnings).toEqual(['The sheet "Old" is hidden, and no visible sheet was read. Check that it is the right one.'])
})

test('names that begin like formulas stay texts in the workbook that comes back', async () => {
  const names = ['=HYPERLINK("http://x.example")', '+1+1', '-2', '@SUM(A1)', '\tcmd']
  const people = cleanStaff(names.length, 9).map((p, i) => ({ ...p, name: names[i]! }))
  const grid = costGrid(people).slice(0, -1)
  const csv = grid.map((row) => row.map((cell) => `"${String(cell ?? '').replaceAll('"', '""')}"`).join(',')).join('\n')
  for (const [fileType, bytes] of [
    ['csv', Buffer.from(csv)],
    ['xlsx', workbookBytes({ Costs: grid })],
  ] as const) {
    const input = await kept(`names.${fileType}`, bytes)
    const sheets = fileType === 'csv' ? await readCsv(input, 1000) : await readXlsx(input, limits, 1000)
    const job = { ...{ id: 1, input, output: join(folder, 'out'), fileType }, limits } as Parameters<typeof annotate>[0]
    const back = read(
      await annotate(
        job,
        reviewed(sheets).findings.map((finding) => tellFinding(finding, 'en')),
      ),
      { type: 'array', cellFormula: true },
    )
    const sheet = back.Sheets[back.SheetNames[0]!]!
    for (const [i, name] of names.entries()) {
      expect(sheet[`B${i + 2}`]).toMatchObject({ t: 's', v: fileType === 'csv' ? name.trim() : name })
      expect(sheet[`B${i + 2}`].f).toBeUndefined()
    }
    expect(sheet.A1.v).toBe(HEADERS[0])
  }
})
