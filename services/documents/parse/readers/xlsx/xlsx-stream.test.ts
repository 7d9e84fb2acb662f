import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { openArchive } from '../../../../../kernel/cell/archive.ts'
import type { DraftBlock, Reader, Reading } from '../../blocks/draft-block.ts'
import { makeZip, type ZipEntry } from '../../testing/make-zip.ts'
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
  pictures: 0,
  fine: false,
  unread: '',
  keepPicture: async () => {},
  attachments: 0,
  attach: async () => false,
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

const overrides = ['workbook:sheet.main', 'worksheets/s:worksheet', 'sharedStrings:sharedStrings', 'styles:styles'].map((t) => {
  const [part, type] = t.split(':')
  return `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`
})
const contentTypes = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${overrides.join('')}</Types>`

const STYLES = `<styleSheet ${MAIN}><numFmts><numFmt numFmtId="164" formatCode="0.0%"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="14"/></cellXfs></styleSheet>`

function workbook(rows: string, after = '', more: ZipEntry[] = [], styles = STYLES): string {
  const path = join(folder, `${Math.random()}.xlsx`)
  const parts = [
    { name: '[Content_Types].xml', data: contentTypes },
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
      data: styles,
    },
    { name: 'xl/worksheets/s.xml', data: `<worksheet ${MAIN}><sheetData>${rows}</sheetData>${after}</worksheet>` },
    ...more,
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

  const cells = (row: number, ...texts: (string | undefined)[]) =>
    `<row r="${row}">${texts.map((t, i) => (t === undefined ? '' : `<c r="${'ABCDEFG'[i]}${row}" t="inlineStr"><is><t>${t}</t></is></c>`)).join('')}</row>`
  const readers: [string, Reader][] = [
    ['streaming', streamed],
    ['whole', readXlsx],
  ]

  it.each(readers)('fills merged cells in both readers: %s', async (_, reader) => {
    const rows = cells(1, 'grain', 'tons') + cells(2, 'rye', '1', '2') + cells(3, undefined, '3', '4')
    const merges = '<mergeCells><mergeCell ref="B1:C1"/><mergeCell ref="A2:A3"/></mergeCells>'
    const [, table] = await blocksOf(reader, workbook(rows, merges))
    expect(table?.text).toBe('| grain | tons | tons |\n| --- | --- | --- |\n| rye | 1 | 2 |\n| rye | 3 | 4 |')
  })

  it.each(readers)('shows dates and numbers with signs that the format library refuses: %s', async (_, reader) => {
    const number = (cell: string, style: number, value: number) => `<c r="${cell}1" s="${style}"><v>${value}</v></c>`
    const formats = ['dd.mm.yyyy', '[$-407]d. mmmm yyyy;@', 'mm:ss.0', 'dd.mm.yyyy hh:mm']
    const codes = formats.map((code, i) => `<numFmt numFmtId="${170 + i}" formatCode="${code}"/>`).join('')
    const cellXfs = formats.map((_, i) => `<xf numFmtId="${170 + i}"/>`).join('')
    const styles = `<styleSheet ${MAIN}><numFmts>${codes}</numFmts><cellXfs>${cellXfs}</cellXfs></styleSheet>`
    const row = number('A', 0, 45356) + number('B', 1, 45356) + number('C', 2, 0.5) + number('D', 3, 45356.5)
    const path = workbook(`<row r="1">${row}</row>`, '', [], styles)
    const [, table] = await blocksOf(reader, path)
    expect(table?.text.split('\n')[0]).toBe('| 05.03.2024 | 5. March 2024 | 00:00.0 | 05.03.2024 12:00 |')
  })

  it.each(readers)('parts tables that stand beside each other: %s', async (_, reader) => {
    const rows = cells(1, 'a', 'b', undefined, 'a', 'b') + cells(2, '1', '2', undefined, '3', '4')
    expect((await blocksOf(reader, workbook(rows))).slice(1).map((b) => b.text)).toEqual([
      '| a | b |\n| --- | --- |\n| 1 | 2 |',
      '| a | b |\n| --- | --- |\n| 3 | 4 |',
    ])
  })

  it.each(readers)('tells the words of charts and text boxes: %s', async (_, reader) => {
    const a = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
    const rich = (text: string) => `<c:tx><c:rich><a:p><a:r><a:t>${text}</a:t></a:r></a:p></c:rich></c:tx>`
    const series = (name: string) =>
      `<c:ser><c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>${name}</c:v></c:pt></c:strCache></c:strRef></c:tx></c:ser>`
    const path = workbook(cells(1, 'grain'), '<drawing r:id="d" xmlns:r="x"/>', [
      { name: 'xl/worksheets/_rels/s.xml.rels', data: relations(['d', 'drawing', '../drawings/d.xml']) },
      {
        name: 'xl/drawings/d.xml',
        data: `<xdr:wsDr xmlns:xdr="x" ${a}><xdr:sp><xdr:txBody><a:p><a:r><a:t>Mind the</a:t></a:r><a:r><a:t> scale.</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:wsDr>`,
      },
      { name: 'xl/drawings/_rels/d.xml.rels', data: relations(['c', 'chart', '../charts/c.xml']) },
      {
        name: 'xl/charts/c.xml',
        data: `<c:chartSpace xmlns:c="c" ${a}><c:chart><c:title>${rich('Harvest')}</c:title><c:plotArea><c:barChart>${series('rye')}${series('oat')}</c:barChart><c:catAx><c:title>${rich('year')}</c:title></c:catAx><c:valAx><c:title>${rich('tons')}</c:title></c:valAx></c:plotArea></c:chart></c:chartSpace>`,
      },
    ])
    expect((await blocksOf(reader, path)).slice(2)).toEqual([
      { type: 'paragraph', text: 'Mind the scale.', page: 1, part: 'S' },
      { type: 'paragraph', text: 'Chart: Harvest\nAxes: year, tons\nSeries: rye, oat', page: 1, part: 'S' },
    ])
  })

  it.each(readers)('tells comments with their authors, threads with their replies: %s', async (_, reader) => {
    const comment = (ref: string, author: number, text: string) =>
      `<comment ref="${ref}" authorId="${author}"><text>${text}</text></comment>`
    const threaded = (ref: string, id: string, more: string, text: string) =>
      `<threadedComment ref="${ref}" id="${id}" ${more}><text>${text}</text></threadedComment>`
    const path = workbook(cells(1, 'grain'), '', [
      {
        name: 'xl/worksheets/_rels/s.xml.rels',
        data: relations(['c', 'comments', '../comments1.xml'], ['t', 'threadedComment', '/xl/threadedComments/t.xml']),
      },
      {
        name: 'xl/comments1.xml',
        data: `<comments ${MAIN}><authors><author>Ann Miller</author><author>tc={1}</author></authors><commentList>${
          comment('A1', 0, '<r><t>Ann Miller:</t></r><r><t xml:space="preserve">_x000A_Which </t></r><r><t>year?</t></r>') +
          comment('B2', 1, '<t>[Threaded comment] Your version of Excel allows you to read this.</t>') +
          comment('C3', 0, '<t/>')
        }</commentList></comments>`,
      },
      {
        name: 'xl/threadedComments/t.xml',
        data: `<ThreadedComments xmlns="t">${threaded('B2', '{1}', 'personId="{P}"', 'Is it dry?')}${threaded('B2', '{2}', 'personId="{Q}" parentId="{1}"', 'It is.')}</ThreadedComments>`,
      },
      { name: 'xl/persons/person.xml', data: '<personList xmlns="t"><person id="{P}" displayName="Bob"/></personList>' },
    ])
    expect((await blocksOf(reader, path)).slice(2)).toEqual(
      ['[Comment by Ann Miller on A1] Which year?', '[Comment by Bob on B2] Is it dry?', '[Reply on B2] It is.'].map((text) => ({
        type: 'note',
        text,
        page: 1,
        part: 'S',
      })),
    )
  })

  it('refuses a sheet that is cut off', async () => {
    await expect(blocksOf(streamed, workbook('<row><c>'))).rejects.toMatchObject({ code: 'corrupt' })
  })

  const documents = new URL('../../../../../../shared/data/documents/', import.meta.url)
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
