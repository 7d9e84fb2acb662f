import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { openArchive } from '../archive.ts'
import type { DraftBlock, Reader, Reading } from '../draft-block.ts'
import { makeZip } from '../testing/make-zip.ts'
import { readXlsx } from './xlsx.ts'
import { streamWorkbook } from './xlsx-stream.ts'

const folder = mkdtempSync(join(tmpdir(), 'xlsx-stream-'))
afterAll(() => rmSync(folder, { recursive: true }))
const limits = { max_inflated_mb: 100, max_compression_ratio: 100, max_archive_entries: 1000 }
const readingOf = (path: string): Reading => ({
  path,
  fileType: 'xlsx',
  limits,
  setPages: () => {},
  setReader: () => {},
  warn: () => {},
  progress: () => {},
})

const streamed: Reader = async function* (reading) {
  const archive = await openArchive(reading.path, 'xlsx', limits)
  try {
    yield* streamWorkbook(archive, reading)
  } finally {
    archive.close()
  }
}
const blocksOf = (reader: Reader, path: string): Promise<DraftBlock[]> => Array.fromAsync(reader(readingOf(path)))

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = (...items: [id: string, type: string, target: string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items.map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`).join('')}</Relationships>`

function workbook(rows: string): string {
  const path = join(folder, `${Math.random()}.xlsx`)
  const parts = [
    { name: '_rels/.rels', data: relations(['r1', 'officeDocument', 'xl/workbook.xml']) },
    {
      name: 'xl/workbook.xml',
      data: `<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets><sheet name="S" sheetId="1" state="hidden" r:id="r1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: relations(
        ['r1', 'worksheet', 'worksheets/s.xml'],
        ['r2', 'sharedStrings', 'sharedStrings.xml'],
        ['r3', 'styles', 'styles.xml'],
      ),
    },
    {
      name: 'xl/sharedStrings.xml',
      data: `<sst ${MAIN}><si><t>name</t></si><si><r><t>Up</t></r><r><t>per</t></r><rPh><t>アッパー</t></rPh></si></sst>`,
    },
    {
      name: 'xl/styles.xml',
      data: `<styleSheet ${MAIN}><numFmts><numFmt numFmtId="164" formatCode="0.0%"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    },
    { name: 'xl/worksheets/s.xml', data: `<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>` },
  ]
  writeFileSync(path, makeZip(parts))
  return path
}

describe('the streaming reader of workbooks', () => {
  it('shows values as their formats say', async () => {
    const blocks = await blocksOf(
      streamed,
      workbook(
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>share</t></is></c><c r="D1" t="str"><f>"si"&amp;"nce"</f><v>since</v></c></row>' +
          '<row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" t="b"><v>1</v></c><c r="C2" s="1"><v>0.125</v></c><c r="D2" s="2"><v>36526</v></c></row>' +
          '<row r="5"><c t="e"><v>#DIV/0!</v></c></row>',
      ),
    )
    const place = { page: 1, part: 'S' }
    expect(blocks).toEqual([
      { type: 'heading', level: 1, text: 'S (hidden sheet)', ...place },
      {
        type: 'table',
        text: '| name |  | share | since |\n| --- | --- | --- | --- |\n| Upper | TRUE | 12.5% | 1/1/00 |',
        headerLines: 2,
        ...place,
      },
      { type: 'paragraph', text: '#DIV/0!', ...place },
    ])
  })

  it('repeats the first row in each table of a long region and loses no row', async () => {
    const rows = Array.from({ length: 2000 }, (_, i) => `<row><c><v>${i}</v></c><c><v>${i * 2}</v></c></row>`)
    const tables = (await blocksOf(streamed, workbook(rows.join('')))).filter((b) => b.type === 'table')
    expect(tables.length).toBeGreaterThan(3)
    for (const table of tables) expect(table.text.startsWith('| 0 | 0 |\n')).toBe(true)
    expect(tables.flatMap((t) => t.text.split('\n').slice(2))).toEqual(rows.slice(1).map((_, i) => `| ${i + 1} | ${(i + 1) * 2} |`))
  })

  it('refuses a sheet that is cut off', async () => {
    await expect(blocksOf(streamed, workbook('<row><c>'))).rejects.toMatchObject({ code: 'corrupt' })
  })

  const documents = new URL('../../../../shared/data/documents/', import.meta.url)
  if (!existsSync(documents)) console.info('skipped: the folder of real documents (../shared/data) is not here')
  it
    .skipIf(!existsSync(documents))
    .each(['poi__DateFormatTests.xlsx', 'sheetjs__formula_stress_test.xlsx', 'docling__xlsx_01.xlsx', 'poi__TwoSheetsOneHidden.xlsx'])(
    'shows the same values as the reader of small workbooks in %s',
    async (name) => {
      const path = fileURLToPath(new URL(name, documents))
      const values = (blocks: readonly DraftBlock[]) =>
        [...new Set(blocks.flatMap((b) => b.text.split(/[|\n]/).map((v) => v.trim())))].sort()
      expect(values(await blocksOf(streamed, path))).toEqual(values(await blocksOf(readXlsx, path)))
    },
  )
})
