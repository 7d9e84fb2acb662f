import { describe, expect, it } from 'vitest'
import { makePdf, type PdfText } from '../../../testing/make-pdf.ts'
import { left, lines, right, show } from '../../../testing/pdf-texts.ts'
import { brief, readBytes } from '../../../testing/read-bytes.ts'

const read = async (...pages: PdfText[][]) => (await readBytes('pdf', makePdf(pages))).blocks

describe('tables of PDFs', () => {
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

  it('takes the names of columns that were written one after the other, in two lines each, above the rows', async () => {
    const names = [
      ['Amount of', 'lime (g)'],
      ['Loss of', 'weight (mg)'],
      ['Rate', '(mm/year)'],
    ]
    const blocks = await read([
      ...lines(['Table 1. Loss of weight by the amount of lime that was put into the water of the race.'], { y: 740 }),
      ...names.flatMap((texts, i) => lines(texts, { x: 72 + i * 120, y: 716 })),
      ...row(686, '0', '24.1', '2.81'),
      ...row(672, '2', '12.4', '1.50'),
      ...row(658, '4', '4.2', '0.94'),
    ])
    expect(blocks.map((b) => b.text)).toEqual([
      'Table 1. Loss of weight by the amount of lime that was put into the water of the race.',
      '| Amount of lime (g) | Loss of weight (mg) | Rate (mm/year) |\n| --- | --- | --- |\n| 0 | 24.1 | 2.81 |\n| 2 | 12.4 | 1.50 |\n| 4 | 4.2 | 0.94 |',
    ])
  })

  it('reads a name over two of the columns, and no sentence as names', async () => {
    const named = await read([
      ...[
        { x: 72, y: 714, text: 'Mill' },
        { x: 222, y: 714, text: 'Sacks by quarter' },
        { x: 432, y: 714, text: 'Rest' },
      ],
      ...row(700, 'Upper', '12', '18', '4'),
      ...row(686, 'Lower', '31', '22', '5'),
      ...row(672, 'Old', '7', '6', '1'),
    ])
    expect(named.map((b) => b.text.split('\n')[0])).toEqual(['| Mill | Sacks by quarter | Sacks by quarter | Rest |'])
    const plain = await read([
      ...lines(['Of each mill this list tells how many sacks it ground and how many were left of them.'], { y: 714 }),
      ...row(700, '1', '12', '18'),
      ...row(686, '2', '31', '22'),
      ...row(672, '3', '7', '6'),
    ])
    expect(plain.map((b) => b.type)).toEqual(['paragraph', 'table'])
  })

  const stroke = (x0: number, y0: number, x1: number, y1: number) => `${x0} ${y0} m ${x1} ${y1} l S`
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

  it('gives the name of a group, in whose middle it stands without rules, to all its columns', async () => {
    const [level, upright] = [
      [700, 670, 650, 630],
      [40, 112, 172, 232, 292, 352, 412, 472],
    ]
    const rules = [...level.map((y) => stroke(40, y, 472, y)), ...upright.map((x) => stroke(x, 700, x, 630))]
    const headed = async (names: string[], groups: [x: number, name: string][]) => {
      const top = [...groups.map(([x, text]) => show(x, 688, text)), ...names.map((text, c) => show(upright[c]! + 8, 676, text))]
      const values = [656, 636].flatMap((y) => names.map((_, c) => show(upright[c]! + 8, y, `${c}`)))
      const { blocks } = await readBytes('pdf', content(...rules, ...top, ...values))
      return blocks[0]!.text.split('\n')[0]
    }
    const sacks = ['Mill', 'Flour', 'Bran', 'Flour', 'Bran', 'Grit', 'Rest']
    expect(
      await headed(sacks, [
        [142, 'Paid for'],
        [298, 'Sold'],
      ]),
    ).toBe('| Mill | Paid for Flour | Paid for Bran | Sold Flour | Sold Bran | Sold Grit | Rest |')
    // Without names that repeat, what stands above a name is its begin.
    const plain = ['Mill', 'Flour', 'Bran', 'Rye', 'Oat', 'Grit', 'Rest']
    expect(
      await headed(plain, [
        [142, 'Old'],
        [298, 'Raw'],
      ]),
    ).toBe('| Mill | Old Flour | Bran | Rye | Raw Oat | Grit | Rest |')
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

  it('takes the running line above a program for no row of it', async () => {
    const blocks = await read([
      ...row(760, 'Mill manual, 2019', 'page 3'),
      ...['1:', '2:', '3:', '4:'].flatMap((number, i) => [
        { x: 72, y: 716 - 12 * i, text: number },
        { x: 100, y: 716 - 12 * i, text: `turn(stones[${i}]);` },
      ]),
    ])
    expect(blocks.map((b) => b.text.split('\n')[0])).toEqual(['Mill manual, 2019 page 3', '1: turn(stones[0]);'])
  })
})
