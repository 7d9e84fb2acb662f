import { describe, expect, it } from 'vitest'
import { utils, type WorkSheet, write } from 'xlsx'
import { makeZip } from '../../testing/make-zip.ts'
import { readBytes } from '../../testing/read-bytes.ts'

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
    const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    const cell = (ref: string, text: string) => `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`
    const rels = (type: string, target: string) =>
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`
    const types = ['workbook:sheet.main', 'worksheets/s:worksheet'].map((t) => {
      const [part, type] = t.split(':')
      return `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`
    })
    const bytes = makeZip([
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
        data: `<worksheet ${main}><dimension ref="A1:XFD1048576"/><sheetData><row r="1">${cell('A1', 'near')}</row><row r="1048576">${cell('XFD1048576', 'far away')}</row></sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells></worksheet>`,
      },
    ])
    const began = performance.now()
    expect((await readBytes('xlsx', bytes)).text).toBe('S\n\nnear\n\nfar away')
    expect(performance.now() - began).toBeLessThan(5000)
  })

  it('says that a workbook without values is empty', async () => {
    await expect(readBytes('xlsx', makeXlsx({ S: { rows: [[]] } }))).rejects.toMatchObject({ code: 'empty' })
  })
})
