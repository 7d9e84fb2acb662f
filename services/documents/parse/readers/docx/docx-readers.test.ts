import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Archive } from '../../../../../kernel/cell/archive.ts'
import { docxParts as partsOf } from '../../testing/make-office.ts'
import { makeZip, type ZipEntry } from '../../testing/make-zip.ts'
import { brief, readBytes } from '../../testing/read-bytes.ts'
import { markupBlocks } from '../markup/markup-blocks.ts'
import { readWord } from './docx-fast.ts'
import { convertWord } from './docx-mammoth.ts'
import { docxParts } from './docx-parts.ts'

const SPACES = [
  ['w', 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'],
  ['r', 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'],
  ['wp', 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing'],
  ['a', 'http://schemas.openxmlformats.org/drawingml/2006/main'],
  ['pic', 'http://schemas.openxmlformats.org/drawingml/2006/picture'],
  ['mc', 'http://schemas.openxmlformats.org/markup-compatibility/2006'],
  ['v', 'urn:schemas-microsoft-com:vml'],
  ['wps', 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape'],
]
  .map(([prefix, space]) => `xmlns:${prefix}="${space}"`)
  .join(' ')
const part = (root: string, content: string) => `<w:${root} ${SPACES}>${content}</w:${root}>`
const run = (content: string) => `<w:r><w:rPr><w:sz w:val="20"/></w:rPr>${content}</w:r>`
const said = (text: string) => run(`<w:t xml:space="preserve">${text}</w:t>`)
const p = (content: string, properties = '') => `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${content}</w:p>`
const pStyle = (id: string) => `<w:pStyle w:val="${id}"/>`

const style = (id: string, name: string, properties = '') =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:pPr>${properties}</w:pPr></w:style>`
const styles = part(
  'styles',
  [
    style('T', 'Title'),
    style('S', 'Subtitle'),
    style('H', 'heading 3'),
    style('Seven', 'heading 7'),
    style('Heading2', 'Own'),
    style('N', 'Normal'),
    style('F', 'footnote text'),
    style('L', 'Listed', '<w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr>'),
    '<w:style w:type="numbering" w:styleId="Link"><w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr></w:style>',
  ].join(''),
)
const level = (n: number, format: string, more = '') =>
  `<w:lvl w:ilvl="${n}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="%${n + 1})"/></w:lvl>`
const abstract = (id: number, content: string) => `<w:abstractNum w:abstractNumId="${id}">${content}</w:abstractNum>`
const numbering = part(
  'numbering',
  [
    abstract(0, [0, 1, 2, 3, 4, 5].map((n) => level(n, n % 2 ? 'bullet' : 'lowerLetter', n === 1 ? pStyle('L') : '')).join('')),
    abstract(1, level(0, 'bullet') + level(1, 'decimal')),
    abstract(2, '<w:numStyleLink w:val="Link"/>'),
    ...[0, 1, 2].map((n) => `<w:num w:numId="${n + 1}"><w:abstractNumId w:val="${n}"/></w:num>`),
  ].join(''),
)
const notes = (kind: string) =>
  part(
    `${kind}s`,
    `<w:${kind} w:type="separator" w:id="0">${p(said('no note'))}</w:${kind}>${[1, 2]
      .map((id) => `<w:${kind} w:id="${id}">${p(said(`${kind} ${id}`), pStyle('F'))}${p(said('goes on'))}</w:${kind}>`)
      .join('')}`,
  )

const relations =
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r9" Type="x/image" Target="media/1.png"/></Relationships>'

/** The parts of a document as its archive gives them. */
function archiveOf(body: string): Archive {
  const more = { styles, numbering, footnotes: notes('footnote'), endnotes: notes('endnote') }
  const all = [
    ...partsOf(''),
    { name: 'word/document.xml', data: part('document', `<w:body>${body}<w:sectPr/></w:body>`) },
    { name: 'word/_rels/document.xml.rels', data: relations },
    ...Object.entries(more).map(([name, data]): ZipEntry => ({ name: `word/${name}.xml`, data })),
  ]
  const parts = new Map(all.map(({ name, data }) => [name, Buffer.from(data)]))
  return {
    names: [...parts.keys()],
    read: async (name) => parts.get(name),
    stream: async () => undefined,
    sizeOf: () => 0,
    close: () => undefined,
  }
}

const text = fc.constantFrom('grain', ' ', 'water &amp; stone', '', 'é\u{1f600}', 'two  words ')
const piece = fc.oneof(
  { weight: 6, arbitrary: text.map(said) },
  fc.constantFrom(
    ...['<w:tab/>', '<w:br/>', '<w:br w:type="page"/>', '<w:noBreakHyphen/>', '<w:softHyphen/>', '<w:lastRenderedPageBreak/>'].map(run),
    ...['<w:cr/>', '<w:ptab/>', '<w:unknown><w:t>not read</w:t></w:unknown>', '<w:footnoteReference w:id="2"/>'].map(run),
    run('<w:endnoteReference w:id="1"/>'),
    run(
      `<w:drawing><wp:inline><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="r9"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`,
    ),
    run('<w:fldChar w:fldCharType="begin"/>') + run('<w:instrText> DATE </w:instrText>') + run('<w:fldChar w:fldCharType="end"/>'),
    '<w:proofErr/>',
  ),
  text.map((t) => `<w:hyperlink w:anchor="x">${said(t)}</w:hyperlink>`),
  text.map((t) => `<w:ins>${said(t)}</w:ins><w:del>${run(`<w:delText>${t}</w:delText>`)}</w:del>`),
  text.map((t) => `<w:sdt><w:sdtPr><w:alias w:val="x"/></w:sdtPr><w:sdtContent>${said(t)}</w:sdtContent></w:sdt>`),
  fc.tuple(text, fc.constantFrom('fldSimple', 'bdo', 'dir', 'smartTag')).map(([t, name]) => `<w:${name}>${said(t)}</w:${name}>`),
  text.map((t) => run(`<w:ruby><w:rt>${said('gloss')}</w:rt><w:rubyBase>${said(t)}</w:rubyBase></w:ruby>`)),
)
const mark = fc
  .tuple(fc.constantFrom('', 0, 1, 2, 5), fc.constantFrom(0, 1, 2, 3, 7))
  .map(([ilvl, num]) => `<w:numPr>${ilvl === '' ? '' : `<w:ilvl w:val="${ilvl}"/>`}<w:numId w:val="${num}"/></w:numPr>`)
const styled = fc.constantFrom('', 'T', 'S', 'H', 'Seven', 'Heading2', 'N', 'F', 'Gone').map((id) => id && pStyle(id))
const pieces = fc.array(piece, { maxLength: 4 }).map((all) => all.join(''))
const { block } = fc.letrec<{ block: string; blocks: string; table: string }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small' },
    fc.tuple(pieces, styled).map(([content, properties]) => p(content, properties)),
    fc.tuple(pieces, fc.oneof(mark, fc.constant(pStyle('L')))).map(([content, properties]) => p(said('item') + content, properties)),
    pieces.map((content) => p(content, '<w:rPr><w:del w:id="1"/></w:rPr>') + p(said('goes on'))),
    tie('table'),
    tie('blocks').map((content) => `<w:sdt><w:sdtContent>${content}</w:sdtContent></w:sdt>`),
    fc.tuple(text, fc.boolean(), fc.boolean()).map(([t, newer, older]) => {
      const box = `<w:txbxContent>${p(said(t), '<w:jc/>')}</w:txbxContent>`
      const choice = newer ? `<mc:Choice Requires="wps"><w:drawing><wps:txbx>${box}</wps:txbx></w:drawing></mc:Choice>` : ''
      const fallback = older ? `<w:pict><v:shape><v:textbox>${box}</v:textbox></v:shape></w:pict>` : ''
      return p(`${said('around')}${run(`<mc:AlternateContent>${choice}<mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent>`)}`)
    }),
  ),
  blocks: fc.array(tie('block'), { maxLength: 3 }).map((all) => all.join('')),
  table: fc
    .array(
      fc.tuple(
        fc.constantFrom('', '<w:gridBefore w:val="2"/>', '<w:del/>'),
        fc.array(
          fc.tuple(
            fc.constantFrom('', '<w:gridSpan w:val="2"/>', '<w:vMerge w:val="restart"/>', '<w:vMerge/>'),
            fc.oneof(
              text.map((t) => p(said(t))),
              tie('blocks').filter((b) => !/Reference|txbx|numPr|"L"/.test(b)),
            ),
          ),
          { minLength: 1, maxLength: 3 },
        ),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((rows) => {
      const cell = ([properties, content]: readonly string[]) => `<w:tc><w:tcPr>${properties}</w:tcPr>${content}</w:tc>`
      return `<w:tbl><w:tblPr/>${rows.map(([properties, cells]) => `<w:tr><w:trPr>${properties}</w:trPr>${cells.map(cell).join('')}</w:tr>`).join('')}</w:tbl>`
    }),
}))

describe('both readers of Word documents', () => {
  it('give the same blocks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(block, { maxLength: 6 }), async (blocks) => {
        const archive = archiveOf(blocks.join(''))
        const parts = await docxParts(archive)
        const [word, converted] = [await readWord(archive, parts), await convertWord(archive, parts)]
        const read = (text: Awaited<ReturnType<typeof convertWord>>) => [...markupBlocks(text.content)].filter((b) => b.text.trim())
        expect(word).toBeDefined()
        expect(read({ content: word!.content, boxes: [] })).toEqual(read(converted))
        expect(word!.boxes).toEqual(converted.boxes)
      }),
      { numRuns: 300 },
    )
  }, 60_000)

  const read = (body: string) => {
    const data = part('document', `<w:body>${body}</w:body>`)
    return readBytes('docx', makeZip(partsOf('').map((own) => (own.name === 'word/document.xml' ? { ...own, data } : own))))
  }

  it.each([
    ['a character of a font', p(run('<w:sym w:font="Wingdings" w:char="F04A"/>') + said('yes'))],
    ['a paragraph in a paragraph', p(said('a') + p(said('b')))],
    ['a run beside paragraphs', p(said('a')) + said('b')],
    ['a paragraph where rows are', `<w:tbl>${p(said('a'))}<w:tr><w:tc>${p(said('b'))}</w:tc></w:tr></w:tbl>`],
    [
      'a prefix of its own',
      p(said('a'))
        .replaceAll('w:', 'x:')
        .replace('<x:p>', `<x:p ${SPACES.replace('xmlns:w', 'xmlns:x')}>`),
    ],
  ])('%s is left to mammoth', async (_, body) => {
    const { header, text } = await read(body)
    expect(header.reader).toBe('mammoth')
    expect(text).toMatch(/yes|a|b/)
    expect((await read(p(said('a')))).header.reader).toBe('word')
  })

  it('keep what stands in the last paragraph whose end is deleted, and a line that ends in a bold run', async () => {
    expect((await read(p(said('first')) + p(said('last'), '<w:rPr><w:del/></w:rPr>'))).text).toBe('first\n\nlast')
    const bold = '<w:r><w:rPr><w:b/></w:rPr><w:t>Name</w:t><w:br/></w:r>'
    expect((await read(p(bold + said('Street')))).text).toBe('Name\nStreet')
  })

  it('let no bookmark part a list, or shift the cells of a table', async () => {
    const mark = '<w:bookmarkStart w:id="0" w:name="here"/><w:bookmarkEnd w:id="0"/>'
    const cell = (content: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${p(said(content))}</w:tc>`
    const rows = [cell('mill', '<w:vMerge w:val="restart"/>') + cell('1'), cell('', '<w:vMerge/>') + mark + cell('2')]
    const { blocks } = await read(`<w:tbl>${mark}${rows.map((cells) => `<w:tr>${cells}</w:tr>`).join('')}</w:tbl>`)
    expect(brief(blocks)).toEqual([['table', '|  |  |\n| --- | --- |\n| mill | 1 |\n| mill | 2 |']])
  })

  it('read on where a note is missing', async () => {
    expect((await read(p(said('See') + run('<w:footnoteReference w:id="7"/>')))).text).toBe('See[1]\n\n[1]')
  })
})
