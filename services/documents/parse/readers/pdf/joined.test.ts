import { describe, expect, it } from 'vitest'
import { makePdf, type PdfText } from '../../testing/make-pdf.ts'
import { brief, readBytes } from '../../testing/read-bytes.ts'

const lines = (texts: readonly string[], { x = 72, y = 700, size = 10 } = {}): PdfText[] =>
  texts.map((text, i) => ({ x, y: y - i * size * 1.2, text, size }))

const read = async (...pages: PdfText[][]) => (await readBytes('pdf', makePdf(pages))).blocks

const number = (page: number): PdfText => ({ x: 300, y: 40, text: `Page ${page} of 3` })
const first = ['The river never stops, and so the wheel turns by day', 'and by night, whatever the miller may say about the']
const second = ['noise of it. The neighbours have long since learned to', 'sleep beside the wheel.']

describe('a sentence that the end of a page cuts', () => {
  it('is made whole, and the block tells where the next page begins', async () => {
    const [block, ...others] = await read([...lines(first), number(1)], [...lines(second), number(2)])
    expect(block).toMatchObject({ type: 'paragraph', page: 1, text: [...first, ...second].join(' ') })
    expect(block!.pageStarts?.map(({ start, page }) => [page, block!.text.slice(start, start + 8)])).toEqual([[2, 'noise of']])
    expect(brief(others)).toEqual([
      ['paragraph', 'Page 1 of 3'],
      ['paragraph', 'Page 2 of 3'],
    ])
  })

  it('is made whole around smaller notes at the foot of the page', async () => {
    const note = lines(['1 See the letter of the lower mill.'], { y: 60, size: 7 })
    const text = (await read([...lines([...first, ...first]), ...note], lines([...second, ...second]))).map((b) => b.text)
    expect(text[0]).toContain('say about the noise of it.')
  })

  it('is made whole within a word', async () => {
    const [block] = await read(
      lines(['The wheel holds the wa-', 'ter, and the neigh-']),
      lines(['bours of the mill hear it by day and by night.']),
    )
    expect(block!.text).toBe('The wheel holds the water, and the neighbours of the mill hear it by day and by night.')
    expect(block!.pageStarts?.map(({ start }) => block!.text.slice(start))).toEqual([' of the mill hear it by day and by night.'])
  })

  it('goes over a whole page', async () => {
    const [block] = await read(
      lines(first),
      lines(['noise of it and of the stones,', 'of the']),
      lines(['gate and of the sacks that fall.']),
    )
    expect(block!.pageStarts?.map(({ start, page }) => [page, block!.text.slice(start, start + 5)])).toEqual([
      [2, 'noise'],
      [3, 'gate '],
    ])
  })

  it.each([
    ['an ended sentence', [...first, 'noise of it.'], ['and so on, says the next page all by itself.']],
    ['a short line', ['The upper mill'], ['has a wheel that turns by day and by night.']],
    ['a sentence that begins', [first[0]!, 'and the stones grind'], ['Another thought begins on this page, as it seems.']],
  ])('joins nothing after or before %s', async (_, above, below) => {
    expect((await read(lines(above), lines(below))).map((b) => b.page)).toEqual([1, 2])
  })
})

describe('a table that goes on over pages', () => {
  const table = (rows: readonly (readonly string[])[], y = 700): PdfText[] =>
    rows.flatMap((row, r) => row.map((text, c) => ({ x: 72 + c * 130, y: y - r * 14, text })))
  const named = [
    ['Mill', 'Miller', 'Sacks'],
    ['Upper', 'Ann', '31'],
    ['Lower', 'Ben', '28'],
    ['Old', 'Cid', '12'],
  ]
  const more = [
    ['Stone', 'Dora', '44'],
    ['Marsh', 'Eve', '9'],
    ['Hill', 'Finn', '17'],
  ]
  const header = '| Mill | Miller | Sacks |\n| --- | --- | --- |'

  it('has the names of its columns on every page', async () => {
    const blocks = await read([...table(named), number(1)], [...table(more), number(2)], table(more.toReversed()))
    expect(blocks.filter((b) => b.type === 'table').map((b) => [b.page, b.text.split('\n').slice(0, 3).join('\n')])).toEqual([
      [1, `${header}\n| Upper | Ann | 31 |`],
      [2, `${header}\n| Stone | Dora | 44 |`],
      [3, `${header}\n| Hill | Finn | 17 |`],
    ])
  })

  it('keeps the names that the later page has itself', async () => {
    const blocks = await read(table(named), table([named[0]!, ...more]))
    expect(blocks.map((b) => b.text.split('\n').slice(0, 3).join('\n'))).toEqual([
      `${header}\n| Upper | Ann | 31 |`,
      `${header}\n| Stone | Dora | 44 |`,
    ])
  })

  it('is another table where its first row has names of its own', async () => {
    const other = [['Farm', 'Farmer', 'Fields'], ...more]
    const blocks = await read(table(named), table(other))
    expect(blocks[1]!.text).toMatch(/^\| Farm \| Farmer \| Fields \|/)
  })

  it('knows a row by what stands in it where no column holds numbers', async () => {
    const checks = [
      ['Question', 'Answer', 'Remark'],
      ['Is the gate shut?', 'Yes', 'by Ann'],
      ['Is the wheel dry?', 'No', 'by Ben'],
      ['Are the stones cold?', 'Yes', 'by Cid'],
    ]
    const rest = [
      ['Is the door locked?', 'Yes', 'by Eve'],
      ['Is the fire out?', 'No', 'by Finn'],
      ['Is the cat in?', 'No', 'by Gil'],
    ]
    const blocks = await read(table(checks), table(rest))
    expect(blocks[1]!.text).toMatch(/^\| Question \| Answer \| Remark \|\n.*\n\| Is the door locked\?/)
  })
})

describe('a title that runs on', () => {
  const page = (n: number, title: PdfText[]) => [
    ...title,
    ...lines([`The story of day ${n} is told here in a line.`], { y: 640 }),
    ...lines([`It ends with the number ${n}, as others did before it.`], { y: 600 }),
    ...lines([`Nothing more was seen of the wheel on that day.`], { y: 560 }),
  ]
  const running = lines(['The Upper Mill'], { y: 760, size: 8 })

  it('stays where it is larger, and falls out where it repeats', async () => {
    const pages = Array.from({ length: 7 }, (_, i) => page(i + 1, i === 0 ? lines(['The Upper Mill'], { y: 740, size: 22 }) : running))
    const found = (await read(...pages)).filter((b) => b.text.includes('Upper Mill'))
    expect(found.map(({ type, page }) => [type, page])).toEqual([['heading', 1]])
  })
})

it('leaves out the numbers of a page’s lines', async () => {
  const ruler = { x: 30, y: 30, text: Array.from({ length: 33 }, (_, i) => (i === 31 ? `S${i + 1}` : i + 1)).join(' '), size: 5 }
  const pages = Array.from({ length: 6 }, (_, i) => [
    ...lines([`Page ${'one two three four five six'.split(' ')[i]} tells of the wheel and of the stones.`]),
    ruler,
  ])
  expect((await read(...pages)).every((b) => b.text.startsWith('Page'))).toBe(true)
})
