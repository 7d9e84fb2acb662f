import { expect, it } from 'vitest'
import { makeZip } from './testing/make-zip.ts'
import { readBytes } from './testing/read-bytes.ts'

const names = Array.from({ length: 100 }, (_, i) => `n${i}${'x'.repeat(200)}`)
const inPath = (inner: string) => `${names.map((n) => `<${n}>`).join('')}${inner}${names.map((_, i) => `</${names[99 - i]}>`).join('')}`
const book = (chapters: number) =>
  makeZip([
    { name: 'META-INF/container.xml', data: '<container><rootfile full-path="b.opf"/></container>' },
    {
      name: 'b.opf',
      data: `<package><manifest><item id="a" href="a.xhtml"/></manifest><spine>${'<itemref idref="a"/>'.repeat(chapters)}</spine></package>`,
    },
    { name: 'OEBPS/a', data: '' },
    { name: 'a.xhtml', data: `<p>${'word '.repeat(20_000)}</p>` },
  ])

/** Cells that a spreadsheet says stand there a million times. */
const sheet = (times: number) =>
  makeZip([
    {
      name: 'content.xml',
      data: `<office:document-content><office:body><office:spreadsheet><table:table><table:table-row table:number-rows-repeated="1000"><table:table-cell table:number-columns-repeated="${times}"><text:p>a wheel that turns a mill</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`,
    },
  ])

it.each<[what: string, fileType: string, make: (times: number) => Buffer | string]>([
  ['a book that lists one chapter', 'epub', book],
  [
    'a table whose first cell stands in rows',
    'html',
    (n) => `<table><tr><td rowspan=10000>${'word '.repeat(20_000)}</td><td>a</td></tr>${'<tr><td>b</td></tr>'.repeat(n)}</table>`,
  ],
  ['a sheet whose cell says that it stands there', 'ods', sheet],
  ['XML whose lines have a long path', 'xml', (n) => inPath('<a>x</a>'.repeat(n * 5))],
])('%s many times over is too large, a few times is read', async (_, fileType, make) => {
  await expect(readBytes(fileType, make(2000))).rejects.toMatchObject({
    code: 'too_large',
    message: expect.stringMatching(/^The text of the file has more than (100 times its size|50 MB)\. /),
  })
  expect((await readBytes(fileType, make(5))).header.characters).toBeGreaterThan(100_000)
})
