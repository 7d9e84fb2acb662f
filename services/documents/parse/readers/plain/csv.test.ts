import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { readBytes } from '../../testing/read-bytes.ts'
import { delimiterOf } from './csv.ts'

describe('delimited text', () => {
  it.each([
    [',', 'mill,grain,tons\n"Upper, old",rye,"1,5"\nLower,oat,2\n'],
    [';', 'mill;grain;tons\nUpper, old;rye;1,5\nLower;oat;2\n'],
    ['\t', 'mill\tgrain\ttons\nUpper, old\trye\t1,5\nLower\toat\t2\n'],
    ['|', 'mill|grain|tons\nUpper, old|rye|1,5\nLower|oat|2\n'],
  ])('finds the delimiter %j', async (delimiter, text) => {
    expect(delimiterOf(text)).toBe(delimiter)
    const { blocks } = await readBytes('csv', text)
    expect(blocks).toEqual([
      {
        type: 'table',
        start: 0,
        headerLines: 2,
        text: '| mill | grain | tons |\n| --- | --- | --- |\n| Upper, old | rye | 1,5 |\n| Lower | oat | 2 |',
      },
    ])
  })

  it('reads remarks above the table as a text, but for the one that names its columns', async () => {
    const below = 'Gull\t7\nTern\t9\n'
    const named = await readBytes('tsv', `# Fees, of May\n# boat\tfee\n${below}`)
    expect(named.blocks.map(({ text }) => text)).toEqual(['Fees, of May', '| # boat | fee |\n| --- | --- |\n| Gull | 7 |\n| Tern | 9 |'])
    const unnamed = await readBytes('tsv', `# Fees, of May\n#\nboat\tfee\n${below}`)
    expect(unnamed.blocks[1]?.text).toContain('| boat | fee |\n| --- | --- |\n| Gull | 7 |')
    expect((await readBytes('csv', '# a\n# b\n')).text).toContain('# b')
  })

  const table =
    '| Name | Größe | Ort |\n| --- | --- | --- |\n| Müller | 1,80 | Köln |\n| Jäger | 1,75 | Düren |\n| José | 1,70 | Besançon |'
  const german = 'Name;Größe;Ort\r\nMüller;1,80;Köln\r\nJäger;1,75;Düren\r\nJosé;1,70;Besançon\r\n'
  it.each([
    ['utf-8 with a mark', iconv.encode(german, 'utf-8', { addBOM: true })],
    ['utf-16le with a mark', iconv.encode(german, 'utf-16le', { addBOM: true })],
    ['utf-16be with a mark', iconv.encode(german, 'utf-16be', { addBOM: true })],
    ['utf-16be', iconv.encode(german, 'utf-16be')],
    ['latin1', iconv.encode(german, 'latin1')],
  ])('reads semicolons in %s', async (_, bytes) => {
    expect((await readBytes('csv', bytes)).text).toBe(table)
  })

  it('reads Russian of DOS', async () => {
    const russian = 'Имя;Город;Примечание\r\nАнна;Новосибирск;Школьный план утверждён\r\nБорис;Томск;Проверка в марте\r\n'
    const { text, header } = await readBytes('csv', iconv.encode(russian, 'cp866'))
    expect(text).toContain('| Анна | Новосибирск | Школьный план утверждён |')
    expect(header.reader).toContain('cp866')
  })

  it('keeps quotes, line ends and pipes inside of cells in one line', async () => {
    const { text } = await readBytes('csv', 'a,b\n1,"ha \n""ha"" \nha"\n2,x|y\n')
    expect(text).toBe('| a | b |\n| --- | --- |\n| 1 | ha "ha" ha |\n| 2 | x\\|y |')
  })

  it('fills short rows and keeps long ones', async () => {
    expect((await readBytes('csv', 'a,b\n1\n1,2,3\n')).text).toBe('| a | b |  |\n| --- | --- | --- |\n| 1 |  |  |\n| 1 | 2 | 3 |')
  })

  it('reads a file whose quote is never closed, and says so', async () => {
    const { text, header } = await readBytes('csv', 'a,b\n"1,2\n3,4\n')
    expect(text).toContain('| 3 | 4 |')
    expect(header.warnings).toEqual([expect.stringContaining('never closed')])
  })

  it('repeats the header in each block of a long table', async () => {
    const rows = Array.from({ length: 5000 }, (_, i) => `mill ${i},${i}`)
    const { blocks } = await readBytes('csv', `name,number\n${rows.join('\n')}`)
    expect(blocks.length).toBeGreaterThan(2)
    for (const block of blocks) expect(block.text.startsWith('| name | number |\n| --- | --- |\n| mill ')).toBe(true)
    const all = blocks.flatMap((b) => b.text.split('\n').slice(2))
    expect(all).toEqual(rows.map((r) => `| ${r.replace(',', ' | ')} |`))
  })

  it('follows the line that names the delimiter, and leaves it out', async () => {
    const { text } = await readBytes('csv', '\ufeffsep=;\r\na;b,c\r\n1;"2;3"\r\n')
    expect(text).toBe('| a | b,c |\n| --- | --- |\n| 1 | 2;3 |')
  })

  it('says so where columns are left out', async () => {
    const { header } = await readBytes('csv', `${'a,'.repeat(2500)}b\n`)
    expect(header.warnings).toEqual([expect.stringContaining('2000 columns')])
  })

  it('reads a megabyte of quotes in bounded time', async () => {
    const began = performance.now()
    await readBytes('csv', `a,b\n${'"'.repeat(1_000_000)}\n`)
    expect(performance.now() - began).toBeLessThan(5000)
  })

  it('knows nothing of an empty file', async () => {
    await expect(readBytes('csv', ' \n,,\n')).rejects.toMatchObject({ code: 'empty' })
  })
})
