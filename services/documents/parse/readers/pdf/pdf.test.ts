import { describe, expect, it } from 'vitest'
import { makePdf, type PdfText, withXref } from '../../testing/make-pdf.ts'
import { brief, readBytes } from '../../testing/read-bytes.ts'

/** Lines one below the other. */
const lines = (texts: readonly string[], { x = 72, y = 700, size = 10 } = {}): PdfText[] =>
  texts.map((text, i) => ({ x, y: y - i * size * 1.2, text, size }))

const read = async (...pages: PdfText[][]) => (await readBytes('pdf', makePdf(pages))).blocks

describe('PDF', () => {
  it('joins lines to paragraphs and tells headings by their size', async () => {
    const blocks = await read([
      ...lines(['The Upper Mill'], { y: 740, size: 20 }),
      ...lines(['Water'], { y: 705, size: 14 }),
      ...lines(['The river never stops, and so the wheel turns by day', 'and by night, whatever the miller may say about it.'], { y: 680 }),
      ...lines(['In winter it freezes now and then, which is the time', 'at which the stones are dressed.'], { y: 640 }),
    ])
    expect(blocks.map(({ start, ...b }) => b)).toEqual([
      { type: 'heading', level: 1, text: 'The Upper Mill', page: 1 },
      { type: 'heading', level: 2, text: 'Water', page: 1 },
      {
        type: 'paragraph',
        text: 'The river never stops, and so the wheel turns by day and by night, whatever the miller may say about it.',
        page: 1,
      },
      { type: 'paragraph', text: 'In winter it freezes now and then, which is the time at which the stones are dressed.', page: 1 },
    ])
  })

  it('makes words whole that a line end parted, and leaves compounds alone', async () => {
    const texts = [
      'Grinding needs water. A self-locking gate holds the wa-',
      'ter back until the miller opens it, and a second self-',
      'locking gate lets out what is too much for the old mill-',
      'stones, which are dear.',
    ]
    const [block] = await read(lines(texts))
    expect(block?.text).toBe(
      'Grinding needs water. A self-locking gate holds the water back until the miller opens it, and a second self-locking gate lets out what is too much for the old millstones, which are dear.',
    )
  })

  const left = [
    'the left column begins here and goes',
    'on for a while in lower case letters',
    'without any end to its long sentence',
    'so that it is prose and nothing else',
    'down to the last line of this column',
    'where it finally comes to an end.',
  ]
  const right = left.map((l) => l.replace('left', 'right').replace('this', 'that'))
  const columns = { first: lines(left), second: lines(right, { x: 330 }) }

  it('reads two columns one after the other when they were written so', async () => {
    const text = (await read([...columns.first, ...columns.second])).map((b) => b.text).join(' ')
    expect(text).toBe([...left, ...right].join(' '))
  })

  it('reads two columns one after the other when they were written row by row', async () => {
    const rows = columns.first.flatMap((l, i) => [l, columns.second[i]!])
    expect((await read(rows)).map((b) => b.text).join(' ')).toBe([...left, ...right].join(' '))
  })

  it('puts a page in order that was written from the bottom to the top', async () => {
    const text = [
      'First comes the grain, brought by the farmers.',
      'Then the stones turn and grind.',
      'Then the flour is sifted.',
      'It is weighed on the old scales.',
      'It is put into sacks by hand.',
      'And sold.',
    ]
    const blocks = await read(lines(text).reverse())
    expect(blocks.map((b) => b.text).join(' ')).toBe(text.join(' '))
  })

  const row = (y: number, ...cells: string[]) => cells.flatMap((text, i) => (text ? [{ x: 72 + i * 120, y, text }] : []))

  it('reads columns without rules as a Markdown table, also with an empty cell and one of two lines', async () => {
    const [block, ...more] = await read([
      ...row(700, 'grain', 'tons', 'price'),
      ...row(686, 'rye', '12', '340'),
      ...row(672, 'oat', '', '210'),
      ...row(658, 'buckwheat of', '7', 'by'),
      ...row(646, '', '', 'agreement'),
      ...row(632, 'millet', '3', '90'),
    ])
    const text =
      '| grain | tons | price |\n| --- | --- | --- |\n| rye | 12 | 340 |\n| oat |  | 210 |\n| buckwheat of | 7 | by agreement |\n| millet | 3 | 90 |'
    expect(more).toEqual([])
    expect(block).toEqual({ type: 'table', text, headerLines: 2, page: 1, start: 0 })
  })

  const stroke = (x0: number, y0: number, x1: number, y1: number) => `${x0} ${y0} m ${x1} ${y1} l S`
  const show = (x: number, y: number, text: string) => `BT /F1 10 Tf ${x} ${y} Td (${text}) Tj ET`
  const content = (...parts: string[]) => makePdf([Buffer.from(parts.join('\n'), 'latin1')])

  it('reads ruled cells whatever the order in which they were written, with wrapped lines and merged cells', async () => {
    const level = [700, 680, 640, 620].map((y) => stroke(72, y, 372, y))
    const upright = [72, 172, 272, 372].map((x) => (x === 272 ? stroke(x, 680, x, 620) : stroke(x, 700, x, 620)))
    const cells = [
      ...[show(76, 686, 'grain'), show(180, 686, 'harvest of the year')],
      ...[
        show(76, 668, 'rye from'),
        show(76, 656, 'the hills'),
        show(176, 668, '12'),
        show(276, 668, 'first field'),
        show(276, 656, 'and second'),
      ],
      ...[show(276, 626, 'none'), show(176, 626, '7'), show(76, 626, 'oat')],
    ]
    const { blocks } = await readBytes('pdf', content(...level, ...upright, ...cells))
    expect(brief(blocks)).toEqual([
      [
        'table',
        '| grain | harvest of the year | harvest of the year |\n| --- | --- | --- |\n| rye from the hills | 12 | first field and second |\n| oat | 7 | none |',
      ],
    ])
  })

  it('joins a header of two levels, with rules and without', async () => {
    const level = [700, 680, 660, 640, 620].map((y) => (y === 680 ? stroke(172, y, 372, y) : stroke(72, y, 372, y)))
    const upright = [72, 172, 272, 372].map((x) => (x === 272 ? stroke(x, 680, x, 620) : stroke(x, 700, x, 620)))
    const texts = (...rows: string[][]) =>
      rows.flatMap((row, i) => row.map((text, c) => (text ? show([76, 176, 276][c]!, 646 - 20 * i, text) : '')))
    const cells = [show(76, 676, 'Region'), show(250, 686, '2019'), show(176, 666, 'Sales'), show(276, 666, 'Cost')]
    const ruled = content(...level, ...upright, ...cells, ...texts(['North', '12', '8'], ['South', '3', '4']))
    const table = '| Region | 2019 Sales | 2019 Cost |\n| --- | --- | --- |\n| North | 12 | 8 |\n| South | 3 | 4 |'
    expect((await readBytes('pdf', ruled)).blocks.map((b) => b.text)).toEqual([table])
    const two = await read([
      ...[
        { x: 248, y: 714, text: '2019' },
        { x: 488, y: 714, text: '2020' },
      ],
      ...row(700, 'Region', 'Sales', 'Cost', 'Sales', 'Cost'),
      ...row(686, 'North', '12', '8', '14', '9'),
      ...row(672, 'South', '3', '4', '5', '6'),
    ])
    expect(two.map((b) => b.text.split('\n')[0])).toEqual(['| Region | 2019 Sales | 2019 Cost | 2020 Sales | 2020 Cost |'])
  })

  it('leaves names of columns whole that are broken into lines', async () => {
    const level = [700, 670, 650, 630].map((y) => stroke(72, y, 372, y))
    const upright = [72, 172, 272, 372].map((x) => stroke(x, 700, x, 630))
    const names = [
      ['Name of', 'grain'],
      ['Tons', 'harvested'],
      ['Price', 'per ton'],
    ]
    const cells = names.flatMap((name, c) => name.map((text, i) => show(76 + 100 * c, 688 - 12 * i, text)))
    const values = ['rye', '12', '340', 'oat', '7', '210'].map((text, i) => show(76 + 100 * (i % 3), i < 3 ? 656 : 636, text))
    const { blocks } = await readBytes('pdf', content(...level, ...upright, ...cells, ...values))
    expect(blocks.map((b) => b.text.split('\n')[0])).toEqual(['| Name of grain | Tons harvested | Price per ton |'])
  })

  it('takes rows apart that no rule parts', async () => {
    const level = [700, 680, 620].map((y) => stroke(72, y, 372, y))
    const upright = [72, 172, 272, 372].map((x) => stroke(x, 700, x, 620))
    const column = (x: number, ...texts: string[]) => texts.map((t, i) => show(x, [686, 666, 652, 638][i]!, t))
    const { blocks } = await readBytes(
      'pdf',
      content(
        ...level,
        ...upright,
        ...column(76, 'grain', 'rye', 'oat', 'millet'),
        ...column(176, 'tons', '1', '2', '3'),
        ...column(276, 'fields', '4', '5', '6'),
      ),
    )
    expect(blocks.map((b) => b.text.split('\n').slice(2))).toEqual([['| rye | 1 | 4 |', '| oat | 2 | 5 |', '| millet | 3 | 6 |']])
  })

  it('makes no table of a dump, of machine code and of an ASN.1 listing, but one of numbers', async () => {
    const pitch = 5.5
    // As in a font of one width: each part at the column in which it was printed.
    const printed = (...rows: string[]) =>
      rows.flatMap((line, i) => [...line.matchAll(/\S+(?: \S+)*/g)].map((m) => ({ x: 72 + m.index * pitch, y: 700 - i * 12, text: m[0] })))
    const texts = [
      ['000000  48 65 6c 6c   6f 20 77 6f', '000010  73 20 69 73   20 61 20 74', '000020  20 77 69 6d   61 20 72 65'],
      ['4420 823c fde6 f1c2   D .<', '8875 34a2 0f0b 0d04   .u4.', 'b076 70eb 940b d533   .vp.'],
      ['401000:  55        push  rbp', '401001:  48 89 e5  mov   rbp,rsp', '401008:  c7 45     jmp   40102b'],
      [' 0:d=0   hl=4 l= 290   cons   SEQUENCE', ' 4:d=1   hl=2 l=  13   cons   SEQUENCE', '17:d=2   hl=2 l=   0   prim   NULL'],
      ['version      Version,', 'issuer       Name,', 'validity     Validity,', 'subject      Name'],
    ]
    for (const text of texts) expect((await read(printed(...text))).map((b) => b.type)).toEqual(['paragraph'])
    const years = ['2019   12   34   56   78', '2020   13   35   57   79', '2021   14   36   58   80']
    expect((await read(printed(...years))).map((b) => b.type)).toEqual(['table'])
  })

  it('makes no table of contents, numbered items, programs, and texts in two columns', async () => {
    const pairs = (left: readonly string[], right: readonly string[], x = 300) =>
      left.flatMap((text, i) => [
        { x: 72, y: 700 - i * 12, text },
        { x, y: 700 - i * 12, text: right[i]! },
      ])
    const texts = [
      pairs(['The Upper Mill', 'The Lower Mill', 'Water', 'Stones'], ['3', '17', '40', '112']),
      pairs(['1.', '2.', '3.', '4.'], ['Open the gate.', 'Lift the stone.', 'Pour the grain.', 'Wait.'], 110),
      pairs(['let a = stones[0];', 'let b = gate();', 'turn(a, b);'], ['// the upper', '// the lower', '// slowly']),
      pairs(left.slice(0, 4), right.slice(0, 4)),
    ]
    for (const text of texts) expect((await read(text)).map((b) => b.type)).not.toContain('table')
    const boxed = [stroke(72, 720, 540, 720), stroke(72, 600, 540, 600), ...[72, 300, 540].map((x) => stroke(x, 720, x, 600))]
    const prose = [...left.map((t, i) => show(76, 706 - 14 * i, t)), ...right.map((t, i) => show(306, 706 - 14 * i, t))]
    expect((await readBytes('pdf', content(...boxed, ...prose))).blocks.map((b) => b.type)).not.toContain('table')
  })

  it('reads the values of form fields beside their labels, and what reviewers remark', async () => {
    const streamed = (dictionary: string, content: string) =>
      Buffer.from(`<< ${dictionary} /Length ${content.length} >>\nstream\n${content}\nendstream`, 'latin1')
    const font = '/Resources << /Font << /F1 4 0 R >> >>'
    const field = (name: string, y: number, appearance: number) =>
      `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${name}) /V (${name}) /F 4 /Rect [150 ${y} 350 ${y + 16}] /AP << /N ${appearance} 0 R >> >>`
    const shown = (value: string) =>
      streamed(`/Type /XObject /Subtype /Form /BBox [0 0 200 16] ${font}`, `BT /F1 10 Tf 2 4 Td (${value}) Tj ET`)
    const objects = [
      '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R 7 0 R] >> >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R ${font} /Annots [6 0 R 7 0 R 10 0 R 11 0 R] >>`,
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      streamed('', [show(72, 704, 'Name:'), show(72, 640, 'Where the mill stands'), show(72, 500, 'Signed by nobody.')].join('\n')),
      field('name', 700, 8),
      `${field('place', 618, 9).replace('[150', '[72')}`,
      shown('Ada Miller'),
      shown('By the river'),
      '<< /Type /Annot /Subtype /Text /Rect [500 700 520 720] /T (Bob) /Contents (Which river?) >>',
      '<< /Type /Annot /Subtype /Link /Rect [72 500 172 512] /Contents (a link) >>',
    ].map((object) => (Buffer.isBuffer(object) ? object : Buffer.from(object, 'latin1')))
    const { blocks } = await readBytes('pdf', withXref(objects))
    expect(brief(blocks)).toEqual([
      ['paragraph', 'Name: Ada Miller'],
      ['paragraph', 'Where the mill stands By the river'],
      ['paragraph', 'Signed by nobody.'],
      ['note', '[Comment by Bob] Which river?'],
    ])
  })

  it('reads bullets as a list', async () => {
    const blocks = await read([
      ...lines(['What a mill needs:']), // 0x95 is the bullet of WinAnsiEncoding.
      ...lines(['\x95 water', '\x95 stones that are', '  hard', '\x95 a miller'], { y: 680 }),
    ])
    expect(brief(blocks)).toEqual([
      ['paragraph', 'What a mill needs:'],
      ['list', '• water\n• stones that are hard\n• a miller'],
    ])
  })

  it('leaves out running headers and page numbers', async () => {
    const pages = Array.from({ length: 8 }, (_, i) => [
      ...lines(['The Annals of the Mill'], { y: 770 }),
      ...lines([`This is what happened in the year ${1900 + i}.`, 'Nothing more.']),
      ...lines([`Page ${i + 1}`], { y: 30 }),
    ])
    const blocks = await read(...pages)
    expect(blocks.map((b) => [b.page, b.text])).toEqual(
      pages.map((_, i) => [i + 1, `This is what happened in the year ${1900 + i}. Nothing more.`]),
    )
  })

  it('says that pages without text need text recognition', async () => {
    await expect(readBytes('pdf', makePdf([Buffer.from('0 0 100 100 re f')]))).rejects.toMatchObject({
      code: 'empty',
      message: expect.stringContaining('OCR'),
    })
  })

  it('refuses what only begins like a PDF', async () => {
    await expect(readBytes('pdf', '%PDF-1.7\nnothing of the kind')).rejects.toMatchObject({ code: expect.stringMatching(/corrupt|empty/) })
  })
})

describe('many pages', () => {
  it('a PDF of more pages than are read is refused, and its limit is told', async () => {
    const pages = Array.from({ length: 4 }, (_, i) => [{ x: 72, y: 700, text: `Page number ${i}` }])
    await expect(readBytes('pdf', makePdf(pages), { max_pages: 3 })).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('has 4 pages; at most 3'),
    })
    expect((await readBytes('pdf', makePdf(pages), { max_pages: 4 })).header.pages).toBe(4)
  })

  it('pages that repeat one more than a hundred times are left out, and said to be', async () => {
    const pages = Array.from({ length: 130 }, (_, i) => [{ x: 72, y: 700, text: i === 129 ? 'The last word' : 'Again and again' }])
    const { text, header } = await readBytes('pdf', makePdf(pages))
    expect(text.match(/Again and again/g)?.length).toBeLessThanOrEqual(100)
    expect(text).toContain('The last word')
    expect(header.warnings).toContain('Pages that repeat another one more than 100 times were left out.')
  })
})
