import { describe, expect, it } from 'vitest'
import { makeDocx } from '../../testing/make-office.ts'
import type { ZipEntry } from '../../testing/make-zip.ts'
import { brief, readBytes } from '../../testing/read-bytes.ts'

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const p = (text: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
const styles = `<w:styles ${W}><w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/></w:style><w:style w:type="paragraph" w:styleId="T"><w:name w:val="Title"/></w:style></w:styles>`
const level = (n: number, format: string) => `<w:lvl w:ilvl="${n}"><w:numFmt w:val="${format}"/></w:lvl>`
const numbering = `<w:numbering ${W}><w:abstractNum w:abstractNumId="0">${level(0, 'decimal')}${level(1, 'bullet')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`
const rels = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${[
  'styles',
  'numbering',
  'footnotes',
  'endnotes',
  'comments',
  'header',
  'footer',
]
  .map((t) => `<Relationship Id="${t}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${t}" Target="${t}.xml"/>`)
  .join('')}</Relationships>`
const footnotes = `<w:footnotes ${W}><w:footnote w:id="1">${p('See the river.')}</w:footnote></w:footnotes>`
const read = (body: string, more: ZipEntry[] = []) =>
  readBytes(
    'docx',
    makeDocx(body, [
      { name: 'word/styles.xml', data: styles },
      { name: 'word/numbering.xml', data: numbering },
      { name: 'word/footnotes.xml', data: footnotes },
      ...more,
      { name: 'word/_rels/document.xml.rels', data: rels },
    ]),
  )
const item = (text: string, depth: number) => p(text, `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="1"/></w:numPr>`)
const cell = (text: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${p(text)}</w:tc>`

describe('Word documents', () => {
  it('are read whatever prefix the namespace has, also one that a paragraph brings, and none of another namespace', async () => {
    const own = item('Numbered', 0)
      .replaceAll('w:', 'x:')
      .replace('<x:p>', `<x:p ${W.replace(':w=', ':x=')}>`)
    const foreign = '<x:p xmlns:x="urn:other"><x:r><x:t>Nobody reads this.</x:t></x:r></x:p>'
    const { blocks } = await read(`${own}${foreign}${item('Again', 0)}`)
    expect(blocks.map((block) => block.text)).toEqual(['1. Numbered\n2. Again'])
  })

  it('that are not well-formed are refused with what is wrong', async () => {
    await expect(read(`${p('Before')}<w:p><w:r></w:p>`)).rejects.toMatchObject({
      code: 'corrupt',
      message: expect.stringMatching(/damaged/),
    })
  })

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

  it('reads endnotes, and what was moved where it is now', async () => {
    const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
    const moved = `<w:p><w:moveFrom>${run('away ')}</w:moveFrom>${run('The stone')}<w:moveTo>${run(' here')}</w:moveTo><w:r><w:endnoteReference w:id="2"/></w:r></w:p>`
    const endnotes = `<w:endnotes ${W}><w:endnote w:id="2">${p('Dressed in winter.')}</w:endnote></w:endnotes>`
    const { blocks } = await read(moved, [{ name: 'word/endnotes.xml', data: endnotes }])
    expect(brief(blocks)).toEqual([
      ['paragraph', 'The stone here[1]'],
      ['note', '[1] Dressed in winter.'],
    ])
  })

  it('reads comments with their author, headers and footers once, and no page numbers', async () => {
    const comments = `<w:comments ${W}><w:comment w:id="0" w:author="Ada">${p('Is this so?')}</w:comment><w:comment w:id="1" w:author="">${p('No.')}</w:comment></w:comments>`
    const header = `<w:hdr ${W}>${p('The Annals')}<w:p><w:del><w:r><w:delText>old</w:delText></w:r></w:del></w:p></w:hdr>`
    const footer = `<w:ftr ${W}><w:p><w:r><w:t xml:space="preserve">Page </w:t></w:r><w:r><w:instrText>PAGE</w:instrText></w:r><w:r><w:t>3</w:t></w:r></w:p></w:ftr>`
    const { blocks } = await read(p('The mill turns.'), [
      { name: 'word/comments.xml', data: comments },
      { name: 'word/header.xml', data: header },
      { name: 'word/footer.xml', data: footer },
    ])
    expect(blocks.map(({ start, ...b }) => b)).toEqual([
      { type: 'paragraph', text: 'The mill turns.' },
      { type: 'note', text: '[Comment by Ada] Is this so?', part: 'comments' },
      { type: 'note', text: '[Comment] No.', part: 'comments' },
      { type: 'note', text: 'The Annals', part: 'header' },
    ])
  })

  it('reads a text box once, whichever of its renderings is there', async () => {
    const spaces =
      'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:v="urn:schemas-microsoft-com:vml"'
    const box = (text: string) => `<w:txbxContent>${p(text)}</w:txbxContent>`
    const newer = (text: string) => `<w:drawing><wps:txbx>${box(text)}</wps:txbx></w:drawing>`
    const older = (text: string) => `<w:pict><v:shape><v:textbox>${box(text)}</v:textbox></v:shape></w:pict>`
    const choice = (text: string, fallback: string) =>
      `<w:p><w:r><mc:AlternateContent ${spaces}><mc:Choice Requires="wps">${newer(text)}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent></w:r></w:p>`
    const { text } = await read(choice('in both', older('in both')) + choice('in the newer', '') + p('The mill turns.'))
    for (const found of ['in both', 'in the newer', 'The mill turns.']) expect(text.split(found)).toHaveLength(2)
  })

  it('refuses XML that is cut off', async () => {
    await expect(readBytes('docx', makeDocx('<w:p><w:r>'))).rejects.toMatchObject({
      code: 'corrupt',
      message: expect.stringMatching(/damaged/),
    })
  })

  it('says in one line what is wrong', async () => {
    await expect(read('<w:p><w:r><w:t>&nope;</w:t></w:r></w:p>')).rejects.toMatchObject({
      message: 'The .docx file is damaged (entity not found:&nope;). Save it again and upload that copy.',
    })
  })

  it('says that a document without text is empty', async () => {
    await expect(read(p(''))).rejects.toMatchObject({ code: 'empty' })
  })
})
