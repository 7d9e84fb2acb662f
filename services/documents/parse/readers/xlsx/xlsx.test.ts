import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { utils, type WorkSheet, write } from 'xlsx'
import { openArchive } from '../../../../../kernel/cell/archive.ts'
import { makeZip, type ZipEntry } from '../../testing/make-zip.ts'
import { readBytes } from '../../testing/read-bytes.ts'
import { readBook } from './xlsx-book.ts'
import { readRows, readStrings } from './xlsx-rows.ts'
import { sheetsBySheetJs } from './xlsx-sheetjs.ts'

const folder = mkdtempSync(join(tmpdir(), 'xlsx-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Sheets = Record<string, { rows: unknown[][]; merges?: string[]; hidden?: boolean; change?: (sheet: WorkSheet) => void }>

function makeXlsx(sheets: Sheets): Buffer {
  const book = utils.book_new()
  for (const [name, { rows, merges = [], change }] of Object.entries(sheets)) {
    const sheet = utils.aoa_to_sheet(rows)
    sheet['!merges'] = merges.map((m) => utils.decode_range(m))
    change?.(sheet)
    utils.book_append_sheet(book, sheet, name)
  }
  book.Workbook = { Sheets: Object.entries(sheets).map(([name, s]) => ({ name, Hidden: s.hidden ? 1 : 0 })) }
  const bytes: unknown = write(book, { type: 'buffer', bookType: 'xlsx' })
  return Buffer.from(bytes as Buffer)
}

const inline = (ref: string, text: string) => `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`

/** A workbook of one sheet with this content. */
function bookOf(content: string, more: readonly ZipEntry[] = []): Buffer {
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  const rels = (type: string, target: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`
  const types = ['workbook:sheet.main', 'worksheets/s:worksheet'].map((t) => {
    const [part, type] = t.split(':')
    return `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`
  })
  return makeZip([
    {
      name: '[Content_Types].xml',
      data: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${types.join('')}</Types>`,
    },
    { name: '_rels/.rels', data: rels('officeDocument', 'xl/workbook.xml') },
    {
      name: 'xl/workbook.xml',
      data: `<workbook ${main} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
    },
    { name: 'xl/_rels/workbook.xml.rels', data: rels('worksheet', 'worksheets/s.xml') },
    {
      name: 'xl/worksheets/s.xml',
      data: `<worksheet ${main}>${content}</worksheet>`,
    },
    ...more,
  ])
}

describe('workbooks', () => {
  it('reads every sheet as tables of shown values, hidden ones marked', async () => {
    const { blocks, header } = await readBytes(
      'xlsx',
      makeXlsx({
        Mills: {
          rows: [
            ['name', 'share', 'since'],
            ['Upper', 0.125, 36526],
            ['Lower', true, null],
          ],
          change: (sheet) => {
            sheet.B2.z = '0.0%'
            sheet.C2.z = 'yyyy-mm-dd'
          },
        },
        Secret: { rows: [['only one']], hidden: true },
      }),
    )
    expect(header.pages).toBe(2)
    expect(blocks.map(({ start, ...b }) => b)).toEqual([
      { type: 'heading', level: 1, text: 'Mills', page: 1, part: 'Mills' },
      {
        type: 'table',
        text: '| name | share | since |\n| --- | --- | --- |\n| Upper | 12.5% | 2000-01-01 |\n| Lower | TRUE |  |',
        headerLines: 2,
        page: 1,
        part: 'Mills',
      },
      { type: 'heading', level: 1, text: 'Secret (hidden sheet)', page: 2, part: 'Secret' },
      { type: 'paragraph', text: 'only one', page: 2, part: 'Secret' },
    ])
  })

  it('shows what formulas came to, not the formulas', async () => {
    const change = (sheet: WorkSheet) => {
      sheet.B1 = { t: 'n', f: '6*7', v: 42 }
      sheet['!ref'] = 'A1:B1'
    }
    expect((await readBytes('xlsx', makeXlsx({ S: { rows: [['answer', 0]], change } }))).text).toContain('| answer | 42 |')
  })

  it('fills merged cells and parts tables at empty rows', async () => {
    const rows = [['Harvest', null, null], [], [], ['year', 'tons', null], [2024, 1, 2], [null, 3, 4]]
    const { blocks } = await readBytes('xlsx', makeXlsx({ S: { rows, merges: ['A1:C1', 'B4:C4', 'A5:A6'] } }))
    expect(blocks.slice(1).map((b) => b.text)).toEqual([
      'Harvest',
      '| year | tons | tons |\n| --- | --- | --- |\n| 2024 | 1 | 2 |\n| 2024 | 3 | 4 |',
    ])
  })

  it('is not held up by a sheet that claims a million rows', async () => {
    const bytes = bookOf(
      `<dimension ref="A1:XFD1048576"/><sheetData><row r="1">${inline('A1', 'near')}</row><row r="1048576">${inline('XFD1048576', 'far away')}</row></sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>`,
    )
    const began = performance.now()
    expect((await readBytes('xlsx', bytes)).text).toBe('S\n\nnear\n\nfar away')
    expect(performance.now() - began).toBeLessThan(5000)
  })

  it('is left to SheetJS where a part of it is not well-formed', async () => {
    const rows = `<sheetData><row r="1">${inline('A1', 'name')}${inline('B1', 'share')}</row><row r="2">${inline('A2', 'Upper')}<c r="B2"><v>5</v></c></row></sheetData>`
    const [whole, odd] = [await readBytes('xlsx', bookOf(rows)), await readBytes('xlsx', bookOf(`${rows}<cols>`))]
    expect([whole.header.reader, odd.header.reader]).toEqual(['xlsx', 'sheetjs'])
    expect(odd.blocks).toEqual(whole.blocks)
    expect(whole.text).toContain('| Upper | 5 |')
  })

  it('is read as SheetJS reads it, whatever values and formats it has', async () => {
    const value = fc.oneof(
      fc.constantFrom(null, 'name', ' a|b ', 'x_x0041_y', '0', '=1', 'é\u{1f600}', 0, 1234.5, -0.5, 45000.25),
      fc.integer({ min: -1e6, max: 1e6 }).map((n) => n / 100),
    )
    const format = fc.constantFrom(
      undefined,
      '0.0%',
      'yyyy-mm-dd',
      '#,##0;(#,##0)',
      '_(* #,##0_);_(* (#,##0);_(* "-"??_);_(@_)',
      '0;0;0;"said: "@',
    )
    const cells = fc.array(fc.tuple(fc.nat(5), fc.nat(5), value, format), { minLength: 1, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(cells, async (given) => {
        const rows: unknown[][] = Array.from({ length: 6 }, () => Array.from({ length: 6 }, () => null))
        for (const [r, c, v] of given) rows[r]![c] = v
        const change = (sheet: WorkSheet) => {
          for (const [r, c, , z] of given)
            if (z !== undefined && sheet[utils.encode_cell({ r, c })]) sheet[utils.encode_cell({ r, c })].z = z
        }
        const path = join(folder, 'given.xlsx')
        await writeFile(path, makeXlsx({ S: { rows, merges: ['A1:B2', 'C4:C6'], change } }))
        const archive = await openArchive(path, 'xlsx', { max_inflated_mb: 9, max_compression_ratio: 100, max_archive_entries: 99 })
        const book = await readBook(archive, async (part) => readStrings(await archive.read(part)))
        const own = readRows((await archive.read(book.sheets[0]!.part!))!, book)
        archive.close()
        expect(own).toEqual((await sheetsBySheetJs(path))[0]!.rows())
      }),
      { numRuns: 100 },
    )
  })

  it('finds the strings where every program puts them when no relation leads there', async () => {
    const strings = { name: 'xl/sharedStrings.xml', data: '<sst><si><t>rye</t></si></sst>' }
    const { text, header } = await readBytes('xlsx', bookOf('<sheetData><row><c t="s"><v>0</v></c></row></sheetData>', [strings]))
    expect([text, header.reader]).toEqual(['S\n\nrye', 'xlsx'])
  })

  it('says that a workbook without values is empty', async () => {
    await expect(readBytes('xlsx', makeXlsx({ S: { rows: [[]] } }))).rejects.toMatchObject({ code: 'empty' })
  })
})
