import { describe, expect, it, test } from 'vitest'
import { makeDocx } from '../../testing/make-office.ts'
import { readBytes } from '../../testing/read-bytes.ts'
import { formatNumber } from './docx-numbering.ts'

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const numPr = (num: number, level: number) => `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${num}"/></w:numPr>`
const p = (text: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
const lvl = (n: number, format: string, text: string, more = '') =>
  `<w:lvl w:ilvl="${n}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`
const abstract = (id: number, ...content: string[]) => `<w:abstractNum w:abstractNumId="${id}">${content.join('')}</w:abstractNum>`
const num = (id: number, of: number, more = '') => `<w:num w:numId="${id}"><w:abstractNumId w:val="${of}"/>${more}</w:num>`
const style = (id: string, name: string, properties: string, based = '') =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${based && `<w:basedOn w:val="${based}"/>`}<w:pPr>${properties}</w:pPr></w:style>`

const numbering = `<w:numbering ${W}>${[
  abstract(
    0,
    lvl(0, 'decimal', '%1', '<w:pStyle w:val="H1"/>'),
    lvl(1, 'decimal', '%1.%2', '<w:pStyle w:val="H2"/>'),
    lvl(2, 'lowerLetter', '(%3)'),
  ),
  abstract(1, lvl(0, 'upperRoman', 'Part %1:'), lvl(1, 'bullet', '•')),
  num(1, 0),
  num(2, 1),
  num(3, 1, '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride>'),
].join('')}</w:numbering>`
const styles = `<w:styles ${W}>${[
  style('H1', 'heading 1', '<w:numPr><w:numId w:val="1"/></w:numPr>'),
  style('H2', 'heading 2', '<w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr>'),
  style('Own', 'Own heading', '', 'H2'),
].join('')}</w:styles>`
const rels = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${['styles', 'numbering']
  .map((t) => `<Relationship Id="${t}" Type="${R}/${t}" Target="${t}.xml"/>`)
  .join('')}</Relationships>`
const read = async (body: string) => {
  const more = [
    { name: 'word/styles.xml', data: styles },
    { name: 'word/numbering.xml', data: numbering },
    { name: 'word/_rels/document.xml.rels', data: rels },
  ]
  return (await readBytes('docx', makeDocx(body, more))).blocks.map((b) => b.text)
}
const heading = (n: number, text: string) => p(text, `<w:pStyle w:val="H${n}"/>`)

describe('numbers in Word documents', () => {
  it('stand before headings as Word shows them, by style and by paragraph', async () => {
    const body =
      heading(1, 'One') + heading(2, 'Sub') + heading(2, 'Next') + p('lettered', numPr(1, 2)) + heading(1, 'Two') + heading(2, 'Again')
    expect(await read(body)).toEqual(['1 One', '1.1 Sub', '1.2 Next', '(a) lettered', '2 Two', '2.1 Again'])
  })

  it('go on after other text, begin anew where the list says so, and leave bullets alone', async () => {
    const body =
      p('a', numPr(2, 0)) + p('text between') + p('b', numPr(2, 0)) + p('dot', numPr(2, 1)) + p('c', numPr(3, 0)) + p('d', numPr(3, 0))
    expect(await read(body)).toEqual(['Part I: a', 'text between', 'Part II: b\n  - dot\nPart V: c\nPart VI: d'])
  })

  it('skip empty paragraphs and those that switch numbering off; a deeper level begins those above it', async () => {
    const body = `<w:p><w:pPr>${numPr(2, 0)}</w:pPr></w:p>${p('a &lt;b&gt;', numPr(2, 0))}${p('plain', '<w:pStyle w:val="H1"/><w:numPr><w:numId w:val="0"/></w:numPr>')}${heading(2, 'Deep')}${heading(2, 'Deeper')}`
    expect(await read(body)).toEqual(['Part I: a <b>', 'plain', '1.1 Deep', '1.2 Deeper'])
  })
})

it('a row of a table that begins late keeps its columns', async () => {
  const cell = (text: string) => `<w:tc>${p(text)}</w:tc>`
  const late = `<w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>${cell('second')}</w:tr>`
  expect(await read(`<w:tbl><w:tr>${cell('A')}${cell('B')}</w:tr>${late}</w:tbl>`)).toEqual(['| A | B |\n| --- | --- |\n|  | second |'])
})

test('numbers in the formats of lists', () => {
  const formats = {
    decimal: '28',
    upperRoman: 'XXVIII',
    lowerRoman: 'xxviii',
    lowerLetter: 'bb',
    upperLetter: 'BB',
    decimalZero: '28',
    none: '',
  }
  for (const [format, shown] of Object.entries(formats)) expect(formatNumber(28, format), format).toBe(shown)
  expect(formatNumber(7, 'decimalZero')).toBe('07')
  expect(formatNumber(0, 'lowerRoman')).toBe('0')
})
