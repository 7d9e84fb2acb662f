import { describe, expect, it } from 'vitest'
import { makePdf } from '../../../testing/make-pdf.ts'
import { brief, readBytes } from '../../../testing/read-bytes.ts'

/** A text at this place, written in a direction: 90 is upwards. */
function written(text: string, x: number, y: number, degrees = 0, size = 10): string {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)].map((n) => n.toFixed(5))
  const escaped = text.replace(/[\\()]/g, '\\$&')
  return `BT /F1 ${size} Tf ${cos} ${sin} ${-Number(sin)} ${cos} ${x} ${y} Tm (${escaped}) Tj ET`
}

const read = async (...content: string[]) => (await readBytes('pdf', makePdf([Buffer.from(content.join('\n'))]))).blocks

const prose = ['The river never stops, and so the wheel turns by day', 'and by night, whatever the miller may say about it.']
const whole = prose.join(' ')

describe('text in another direction than the page', () => {
  it.each([90, 270])('is read in words behind the page, and is no heading (%i°)', async (degrees) => {
    const stamp = written('Received 12 May at the upper mill', 40, 400, degrees, 20)
    const blocks = await read(stamp, ...prose.map((text, i) => written(text, 90, 700 - i * 12)))
    expect(brief(blocks)).toEqual([
      ['paragraph', whole],
      ['paragraph', 'Received 12 May at the upper mill'],
    ])
  })

  it.each([90, 180, 270])('is the page where all of it is turned (%i°)', async (degrees) => {
    const place = (i: number): [x: number, y: number] =>
      degrees === 90 ? [100 + i * 12, 100] : degrees === 180 ? [500, 100 + i * 12] : [500 - i * 12, 700]
    const blocks = await read(...prose.map((text, i) => written(text, ...place(i), degrees)))
    expect(brief(blocks)).toEqual([['paragraph', whole]])
  })

  it('names the column of a ruled table that it stands above', async () => {
    const rules = [
      ...[100, 200, 300, 400].map((x) => `${x} 500 m ${x} 700 l S`),
      ...[500, 540, 580, 700].map((y) => `100 ${y} m 400 ${y} l S`),
    ]
    const names = [written('MILL', 150, 590, 90), written('AMOUNT ($)', 250, 590, 90), written('SACKS', 350, 590, 90)]
    const rows = [
      ['Upper', '1200', '31'],
      ['Lower', '900', '28'],
    ].flatMap((row, r) => row.map((text, c) => written(text, 110 + c * 100, 555 - r * 40)))
    const blocks = await read(...rules, ...names, ...rows)
    expect(brief(blocks)).toEqual([
      ['table', '| MILL | AMOUNT ($) | SACKS |\n| --- | --- | --- |\n| Upper | 1200 | 31 |\n| Lower | 900 | 28 |'],
    ])
  })

  it('reads a table on a page that was laid on its side, rules and all', async () => {
    const rules = [...[100, 160, 220, 280].map((x) => `${x} 100 m ${x} 500 l S`), ...[100, 300, 500].map((y) => `100 ${y} m 280 ${y} l S`)]
    const cells = [
      ['Mill', 'Sacks'],
      ['Upper', '31'],
      ['Lower', '28'],
    ].flatMap((row, r) => row.map((text, c) => written(text, 130 + r * 60, 120 + c * 200, 90)))
    expect(brief(await read(...rules, ...cells))).toEqual([['table', '| Mill | Sacks |\n| --- | --- |\n| Upper | 31 |\n| Lower | 28 |']])
  })

  it('reads names that stand aslant along an axis as a row of names', async () => {
    const months = ['Jan 2024', 'Feb 2024', 'Mar 2024'].map((text, i) => written(text, 100 + i * 40, 200, 60))
    const blocks = await read(...prose.map((text, i) => written(text, 90, 700 - i * 12)), ...months)
    expect(brief(blocks)).toEqual([
      ['paragraph', whole],
      ['paragraph', 'Jan 2024 Feb 2024 Mar 2024'],
    ])
  })
})
