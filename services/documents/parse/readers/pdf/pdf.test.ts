import { describe, expect, it } from 'vitest'
import { makePdf, type PdfText, withXref } from '../../testing/make-pdf.ts'
import { left, lines, right, show } from '../../testing/pdf-texts.ts'
import { brief, readBytes } from '../../testing/read-bytes.ts'

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

  const columns = { first: lines(left), second: lines(right, { x: 330 }) }

  it('reads two columns one after the other when they were written so', async () => {
    const text = (await read([...columns.first, ...columns.second])).map((b) => b.text).join(' ')
    expect(text).toBe([...left, ...right].join(' '))
  })

  it('reads two columns one after the other when they were written row by row', async () => {
    const rows = columns.first.flatMap((l, i) => [l, columns.second[i]!])
    expect((await read(rows)).map((b) => b.text).join(' ')).toBe([...left, ...right].join(' '))
  })

  it('reads three narrow columns one after the other when they were written row by row, with a heading between the lines of one', async () => {
    const column = (name: string) => Array.from({ length: 9 }, (_, i) => `one ${name} wheel turned ${'abcdefghi'[i]} round`)
    const [first, second, third] = [
      lines(column('upper'), { x: 40 }),
      lines(column('lower'), { x: 225 }),
      lines(column('middle'), { x: 410 }),
    ]
    const heading = lines(['Gates and Weirs'], { x: 225, y: 722, size: 12 })
    const rows = first.flatMap((l, i) => [l, second[i]!, third[i]!])
    const foot = lines(['-8-'], { x: 300, y: 40 })
    const blocks = await read([...foot, ...rows.slice(0, 3), ...heading, ...rows.slice(3)])
    const texts = blocks.map((b) => b.text).join(' ')
    expect(texts).toContain(column('upper').join(' '))
    expect(texts).toContain(column('middle').join(' '))
    expect(texts.indexOf('upper')).toBeLessThan(texts.indexOf('lower'))
    expect(texts.indexOf('lower')).toBeLessThan(texts.indexOf('middle'))
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

  it('leaves out what lies beyond the edge of the page, where nobody sees it', async () => {
    const beyond = [
      ...lines(['Fourth pass pages'], { x: 650, y: 700 }),
      ...lines(['The other half of the sheet'], { x: -300 }),
      ...lines(['Slug'], { y: 820 }),
    ]
    const blocks = await read([...lines(['The mill stands at the weir.']), ...beyond])
    expect(blocks.map((b) => b.text)).toEqual(['The mill stands at the weir.'])
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

  it('says that pages are empty where nothing stands on them', async () => {
    await expect(read([], [])).rejects.toMatchObject({ code: 'empty', message: expect.stringMatching(/^The pages of the PDF are empty/) })
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
