import { describe, expect, it } from 'vitest'
import { makePptx, placedShape, shape } from '../../testing/make-office.ts'
import { readBytes } from '../../testing/read-bytes.ts'

const tc = (text: string, attributes = '') => `<a:tc${attributes}><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`
const table = `<p:graphicFrame><p:nvGraphicFramePr><p:nvPr/></p:nvGraphicFramePr><a:graphic><a:graphicData><a:tbl><a:tr>${tc('grain')}${tc('tons', ' gridSpan="2"')}${tc('', ' hMerge="1"')}</a:tr><a:tr>${tc('rye')}${tc('1')}${tc('2')}</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`

describe('presentations', () => {
  it('reads slides in the order of the presentation, title first, notes last', async () => {
    const { blocks, header } = await readBytes(
      'pptx',
      makePptx([
        {
          shapes: shape('body', 'water', 'wheel') + shape('title', 'The mill') + shape('sldNum', '1'),
          notes: shape('sldImg') + shape('body', 'Speak slowly.'),
        },
        { shapes: `<p:grpSp>${shape(undefined, 'in a group')}</p:grpSp>${table}` },
      ]),
    )
    expect(header.pages).toBe(2)
    expect(blocks.map(({ start, ...b }) => b)).toEqual([
      { type: 'heading', level: 1, text: 'The mill', page: 1 },
      { type: 'list', text: '- water\n- wheel', page: 1 },
      { type: 'note', text: 'Speak slowly.', page: 1, part: 'notes' },
      { type: 'paragraph', text: 'in a group', page: 2 },
      { type: 'table', text: '| grain | tons | tons |\n| --- | --- | --- |\n| rye | 1 | 2 |', page: 2, headerLines: 2 },
    ])
  })

  const frame = (x: number, y: number, width: number, height: number) =>
    `<a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${width}" cy="${height}"/></a:xfrm>`
  const box = (text: string, ...place: [number, number, number, number]) => placedShape(undefined, frame(...place), text)

  it('reads shapes where they stand: bands from the top, columns from the left, groups as a whole', async () => {
    const group = `<p:grpSp><p:grpSpPr><a:xfrm><a:off x="100" y="500"/><a:ext cx="200" cy="100"/><a:chOff x="0" y="0"/><a:chExt cx="20" cy="10"/></a:xfrm></p:grpSpPr>${box('grouped right', 12, 0, 8, 10)}${box('grouped left', 0, 0, 8, 10)}</p:grpSp>`
    const shapes =
      box('footing', 0, 900, 1000, 50) +
      group +
      box('right, below', 600, 300, 300, 100) +
      box('left, below', 100, 300, 300, 150) +
      box('right, above', 600, 100, 300, 100) +
      box('left, above', 100, 110, 300, 180) +
      box('heading', 0, 0, 1000, 80)
    const { blocks } = await readBytes('pptx', makePptx([{ shapes }]))
    const texts = ['heading', 'left, above', 'left, below', 'right, above', 'right, below', 'grouped left', 'grouped right', 'footing']
    expect(blocks.map((b) => b.text)).toEqual(texts)
  })

  it('places placeholders as their layout does', async () => {
    const layout = `<p:sldLayout xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree>${placedShape('body', frame(0, 100, 500, 100))}</p:spTree></p:cSld></p:sldLayout>`
    const shapes = box('below', 0, 300, 500, 50) + shape('body', 'in the middle') + box('above', 0, 0, 500, 50)
    const deck = makePptx(
      [{ shapes, related: [['slideLayout', '../slideLayouts/l.xml']] }],
      [{ name: 'ppt/slideLayouts/l.xml', data: layout }],
    )
    expect((await readBytes('pptx', deck)).blocks.map((b) => b.text)).toEqual(['above', 'in the middle', 'below'])
  })

  it('tells a chart with its points, before the notes', async () => {
    const points = (...values: string[]) => values.map((v, i) => `<c:pt idx="${i}"><c:v>${v}</c:v></c:pt>`).join('')
    const chart = `<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Harvest</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser><c:tx><c:strRef><c:strCache>${points('rye')}</c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache>${points('2023', '2024')}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache>${points('4', '5')}</c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`
    const deck = makePptx(
      [{ shapes: shape('title', 'The mill'), notes: shape('body', 'Wait here.'), related: [['chart', '../charts/c.xml']] }],
      [{ name: 'ppt/charts/c.xml', data: chart }],
    )
    const { blocks } = await readBytes('pptx', deck)
    expect(blocks.map((b) => [b.type, b.text])).toEqual([
      ['heading', 'The mill'],
      ['paragraph', 'Chart: Harvest\nSeries: rye'],
      ['table', '|  | rye |\n| --- | --- |\n| 2023 | 4 |\n| 2024 | 5 |'],
      ['note', 'Wait here.'],
    ])
  })

  it('refuses a slide that nests without end or is cut off', async () => {
    const deep = '<p:grpSp>'.repeat(5000) + '</p:grpSp>'.repeat(5000)
    await expect(readBytes('pptx', makePptx([{ shapes: deep }]))).rejects.toMatchObject({ code: 'corrupt' })
    await expect(readBytes('pptx', makePptx([{ shapes: '<p:sp>' }]))).rejects.toMatchObject({ code: 'corrupt' })
  })

  it('says that a deck without text is empty', async () => {
    await expect(readBytes('pptx', makePptx([{ shapes: '' }]))).rejects.toMatchObject({ code: 'empty' })
  })

  it('tells what reviewers have written, in both forms of comments', async () => {
    const parts = [
      { name: 'ppt/commentAuthors.xml', data: '<p:cmAuthorLst xmlns:p="p"><p:cmAuthor id="0" name="Ann Miller"/></p:cmAuthorLst>' },
      { name: 'ppt/comments/c1.xml', data: '<p:cmLst xmlns:p="p"><p:cm authorId="0" idx="1"><p:text>Too long?</p:text></p:cm></p:cmLst>' },
      { name: 'ppt/authors.xml', data: '<n:authorLst xmlns:n="n"><n:author id="{B}" name="Bob"/></n:authorLst>' },
      {
        name: 'ppt/comments/c2.xml',
        data: `<n:cmLst xmlns:n="n" xmlns:a="a"><n:cm id="1" authorId="{A}"><n:replyLst><n:reply authorId="{B}"><n:txBody><a:p><a:r><a:t>Done.</a:t></a:r></a:p></n:txBody></n:reply></n:replyLst><n:txBody><a:p><a:r><a:t>Cite </a:t></a:r><a:r><a:t>this.</a:t></a:r></a:p></n:txBody></n:cm></n:cmLst>`,
      },
    ]
    const related: [string, string][] = [
      ['comments', '../comments/c1.xml'],
      ['comments', '../comments/c2.xml'],
    ]
    const { blocks } = await readBytes('pptx', makePptx([{ shapes: shape('title', 'The mill'), related }], parts))
    expect(blocks.slice(1).map(({ start, ...b }) => b)).toEqual(
      ['[Comment by Ann Miller] Too long?', '[Comment] Cite this.', '[Reply by Bob] Done.'].map((text) => ({
        type: 'note',
        text,
        page: 1,
        part: 'comments',
      })),
    )
  })
})
