import { describe, expect, it } from 'vitest'
import { makePdf, type PdfText } from '../testing/make-pdf.ts'
import { brief, readBytes } from '../testing/read-bytes.ts'

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

  it('keeps the rows of a table together', async () => {
    const row = (y: number, ...cells: string[]) => cells.map((text, i) => ({ x: 72 + i * 120, y, text }))
    const [block] = await read([...row(700, 'grain', 'tons', 'price'), ...row(686, 'rye', '12', '340'), ...row(672, 'oat', '7', '210')])
    expect(block).toMatchObject({ type: 'table', text: 'grain\ttons\tprice\nrye\t12\t340\noat\t7\t210' })
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
