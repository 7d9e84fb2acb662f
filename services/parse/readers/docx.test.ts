import { describe, expect, it } from 'vitest'
import { makeDocx } from '../testing/make-office.ts'
import { brief, readBytes } from '../testing/read-bytes.ts'

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const p = (text: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
const styles = `<w:styles ${W}><w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/></w:style><w:style w:type="paragraph" w:styleId="T"><w:name w:val="Title"/></w:style></w:styles>`
const level = (n: number, format: string) => `<w:lvl w:ilvl="${n}"><w:numFmt w:val="${format}"/></w:lvl>`
const numbering = `<w:numbering ${W}><w:abstractNum w:abstractNumId="0">${level(0, 'decimal')}${level(1, 'bullet')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`
const rels = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${['styles', 'numbering', 'footnotes']
  .map((t) => `<Relationship Id="${t}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${t}" Target="${t}.xml"/>`)
  .join('')}</Relationships>`
const footnotes = `<w:footnotes ${W}><w:footnote w:id="1">${p('See the river.')}</w:footnote></w:footnotes>`
const read = (body: string) =>
  readBytes(
    'docx',
    makeDocx(body, [
      { name: 'word/styles.xml', data: styles },
      { name: 'word/numbering.xml', data: numbering },
      { name: 'word/footnotes.xml', data: footnotes },
      { name: 'word/_rels/document.xml.rels', data: rels },
    ]),
  )
const item = (text: string, depth: number) => p(text, `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="1"/></w:numPr>`)
const cell = (text: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${p(text)}</w:tc>`

describe('Word documents', () => {
  it('reads headings with levels, paragraphs and nested lists', async () => {
    const { blocks } = await read(
      p('The mill', '<w:pStyle w:val="T"/>') +
        p('Water', '<w:pStyle w:val="H2"/>') +
        p('It flows &amp; falls.') +
        item('one', 0) +
        item('deeper', 1) +
        item('two', 0),
    )
    expect(blocks.map(({ start, ...b }) => b)).toEqual([
      { type: 'heading', level: 1, text: 'The mill' },
      { type: 'heading', level: 2, text: 'Water' },
      { type: 'paragraph', text: 'It flows & falls.' },
      { type: 'list', text: '1. one\n  - deeper\n2. two' },
    ])
  })

  it('writes merged cells into each place that they cover', async () => {
    const across = cell('tons', '<w:gridSpan w:val="2"/>')
    const down = cell('rye', '<w:vMerge w:val="restart"/>')
    const { blocks } = await read(
      `<w:tbl><w:tr>${cell('grain')}${across}</w:tr><w:tr>${down}${cell('1')}${cell('2')}</w:tr><w:tr>${cell('', '<w:vMerge/>')}${cell('3')}${cell('4')}</w:tr></w:tbl>`,
    )
    expect(brief(blocks)).toEqual([['table', '| grain | tons | tons |\n| --- | --- | --- |\n| rye | 1 | 2 |\n| rye | 3 | 4 |']])
    expect(blocks[0]?.headerLines).toBe(2)
  })

  it('reads the text that tracked changes end in, and footnotes', async () => {
    const changed = `<w:p><w:r><w:t xml:space="preserve">The </w:t></w:r><w:del><w:r><w:delText>old </w:delText></w:r></w:del><w:ins><w:r><w:t>new</w:t></w:r></w:ins><w:r><w:t xml:space="preserve"> wheel</w:t><w:footnoteReference w:id="1"/></w:r></w:p>`
    const { blocks } = await read(changed)
    expect(brief(blocks)).toEqual([
      ['paragraph', 'The new wheel[1]'],
      ['note', '[1] See the river.'],
    ])
  })

  it('refuses XML that is cut off', async () => {
    await expect(readBytes('docx', makeDocx('<w:p><w:r>'))).rejects.toMatchObject({
      code: 'corrupt',
      message: expect.stringMatching(/damaged/),
    })
  })

  it('says that a document without text is empty', async () => {
    await expect(read(p(''))).rejects.toMatchObject({ code: 'empty' })
  })
})
