import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { brief, readBytes } from '../../testing/read-bytes.ts'

describe('plain text', () => {
  it('parts paragraphs at blank lines and knows lists and marked headings', async () => {
    const { blocks, header } = await readBytes(
      'txt',
      '# The mill\r\n\r\nGrain goes in.\r\nFlour comes out.\r\n\r\n\r\n- water\r\n- wheel\r\n',
    )
    expect(brief(blocks)).toEqual([
      ['heading', 'The mill'],
      ['paragraph', 'Grain goes in.\nFlour comes out.'],
      ['list', '- water\n- wheel'],
    ])
    expect(blocks.map((b) => b.start)).toEqual([0, 10, 43])
    expect(blocks[0]?.level).toBe(1)
    expect(header.characters).toBe(58)
  })

  it('takes remarks line by line for a text, and headings that follow each other for headings', async () => {
    expect(brief((await readBytes('txt', '# a\n# b\n# c\nx 1\n')).blocks)).toEqual([
      ['paragraph', '# a\n# b\n# c'],
      ['paragraph', 'x 1'],
    ])
    expect(brief((await readBytes('txt', '# a\n## b\n### c\n')).blocks).map(([type]) => type)).toEqual(['heading', 'heading', 'heading'])
  })

  it('reads transcript lines as utterances', async () => {
    const { blocks } = await readBytes(
      'txt',
      '[00:01:02] Ada Miller: Open the gate.\nSlowly.\n[01:02:03.5] 李: 好的\n\nThe end: nothing more.',
    )
    expect(blocks.map(({ start, ...b }) => b)).toEqual([
      { type: 'utterance', text: 'Ada Miller: Open the gate.\nSlowly.', speaker: 'Ada Miller', timestamp: '00:01:02' },
      { type: 'utterance', text: '李: 好的', speaker: '李', timestamp: '01:02:03.5' },
      { type: 'paragraph', text: 'The end: nothing more.' },
    ])
  })

  it.each([
    [
      'SubRip',
      '1\r\n00:00:01,000 --> 00:00:04,000\r\nADA: Open the\r\n<i>gate</i>.\r\n\r\n2\r\n00:00:04,500 --> 00:00:06,000\r\nADA: Slowly\r\n\r\n3\r\n00:00:06,500 --> 00:00:08,000\r\nADA: please.\r\n\r\n4\r\n01:00:09,000 --> 01:00:10,000\r\nThe gate opens.\r\n',
    ],
    [
      'WebVTT',
      'WEBVTT\n\nNOTE a remark\n\nid-1\n00:00:01.000 --> 00:00:04.000 align:start\n<v ADA>Open the <b>gate</b>.</v>\n\n00:00:04.500 --> 00:00:06.000\n<v.loud ADA>Slowly</v>\n\n00:00:06.500 --> 00:00:08.000\n<v ADA>please.</v>\n\n01:00:09.000 --> 01:00:10.000\nThe gate opens.\n',
    ],
  ])('reads subtitles of %s as utterances', async (_, subtitles) => {
    const { blocks } = await readBytes('txt', subtitles)
    expect(blocks.map(({ start, ...b }) => b)).toEqual([
      { type: 'utterance', text: 'ADA: Open the gate.', speaker: 'ADA', timestamp: '00:00:01' },
      { type: 'utterance', text: 'ADA: Slowly please.', speaker: 'ADA', timestamp: '00:00:04' },
      { type: 'utterance', text: 'The gate opens.', timestamp: '01:00:09' },
    ])
  })

  it('takes a time in front of a name for a transcript without brackets, too', async () => {
    const { blocks } = await readBytes('txt', '00:01:02 Ada: Open the gate.\n(00:01:05) Ben: It is open.\nAt 10:30: nothing.')
    expect(blocks.map((b) => [b.timestamp, b.speaker, b.text])).toEqual([
      ['00:01:02', 'Ada', 'Ada: Open the gate.'],
      ['00:01:05', 'Ben', 'Ben: It is open.\nAt 10:30: nothing.'],
    ])
  })

  it.each(['txt', 'md'])('makes words whole that line ends part: %s', async (type) => {
    const { text } = await readBytes(type, 'You are usually pre-\nsented with letters.\n\nThey are presented to you.')
    expect(text.replace(/\s+/g, ' ')).toBe('You are usually presented with letters. They are presented to you.')
  })

  const rows = (line: (i: number) => string) => Array.from({ length: 9 }, (_, i) => line(i)).join('\n')

  it.each([
    ['colons', `# Short:Code:Name\n${rows((i) => `A${i}D:78${i}:dirham ${i}`)}`, '| A3D | 783 | dirham 3 |'],
    ['pipes, the last of them behind the last column', `Event|Site|\n${rows((i) => `Fire|Hall ${i}|`)}`, '| Fire | Hall 3 |  |'],
    ['tabs', `Name\tAge\n${rows((i) => `Ann ${i}\t4${i}`)}`, '| Ann 3 | 43 |'],
  ])('reads a text of columns parted by %s as a table below its header', async (_, table, row) => {
    const { blocks } = await readBytes('txt', table)
    expect(blocks.map(({ type, headerLines }) => [type, headerLines])).toEqual([['table', 2]])
    expect(blocks[0]!.text).toContain(row)
    expect(blocks[0]!.text).not.toContain('#')
  })

  it.each([
    ['times', rows((i) => `10:0${i}:12 started part ${i}`)],
    ['sentences with commas', rows((i) => `In May, June and July, we ship ${i}, at most, a day.`)],
    ['names and values', rows((i) => `Name ${i}: Ann: left`)],
    ['lines of figures without a header', rows((i) => `${i}:2:3`)],
    ['few lines', 'a:b:c\n1:2:3'],
  ])('takes %s for text', async (_, text) => {
    expect((await readBytes('txt', text)).blocks.map(({ type }) => type)).not.toContain('table')
  })

  it('reads a Markdown table as one, and a paragraph of pipes not', async () => {
    const { blocks } = await readBytes('txt', '| a | b |\n| --- | --- |\n| 1 | 2 |\n\n| one | two |\n| three | four |')
    expect(blocks.map((b) => [b.type, b.headerLines])).toEqual([
      ['table', 2],
      ['paragraph', undefined],
    ])
  })

  const german = 'Die Mühle läuft – größer als je zuvor: „Äpfel“ und Öl, 5 €.\n'.repeat(4)
  const russian = 'Мельница мелет зерно днём и ночью, потому что вода в реке никогда не кончается.\n'.repeat(4)
  it.each([
    ['utf-8', german],
    ['utf-8 with a mark', german],
    ['utf-16le', german],
    ['utf-16be', german],
    ['utf-16le', russian],
    ['windows-1252', german],
    ['cp866', russian],
    ['windows-1251', russian],
    ['koi8-r', russian],
    ['shift_jis', '水車小屋では、昼も夜も穀物を挽いています。川の水は決して止まりません。\n'.repeat(4)],
    ['gb18030', '磨坊日夜不停地磨着谷物，因为河水从不停止流动。\n'.repeat(4)],
  ])('knows %s', async (encoding, text) => {
    const mark = encoding.endsWith('mark')
    const bytes = iconv.encode(text, encoding.split(' ')[0]!, { addBOM: mark })
    expect((await readBytes('txt', bytes)).text).toBe(text.trim())
  })

  it('takes a mark of UTF-16 and UTF-32 at its word', async () => {
    for (const encoding of ['utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'])
      expect((await readBytes('txt', iconv.encode('水', encoding, { addBOM: true }))).text).toBe('水')
  })

  it('cuts a paragraph without an end, and loses nothing', async () => {
    const long = 'corn '.repeat(50_000)
    const { blocks, text } = await readBytes('txt', long)
    expect(blocks.length).toBeGreaterThan(5)
    expect(Math.max(...blocks.map((b) => b.text.length))).toBeLessThan(50_000)
    expect(text.replace(/\s+/g, ' ')).toBe(long.trim())
    expect((await readBytes('txt', '🌾'.repeat(60_000))).text.replace(/\s+/g, '')).toBe('🌾'.repeat(60_000))
  })

  it.each([
    ['nothing', Buffer.alloc(0), 'empty'],
    ['white space', Buffer.from(' \n\t\r\n\u00a0'), 'empty'],
    ['a mark only', Buffer.from([0xef, 0xbb, 0xbf]), 'empty'],
    ['random bytes', Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7919 + (i >> 3) * 104729) & 0xff)), 'corrupt'],
    ['a PDF', Buffer.from('%PDF-1.7\n'), 'corrupt'],
    ['an image', Buffer.from('\x89PNG\r\n\x1a\n....', 'latin1'), 'corrupt'],
  ])('refuses %s', async (_, bytes, code) => {
    await expect(readBytes('txt', bytes)).rejects.toMatchObject({ code, retryable: false })
  })

  it('names what it found under a wrong name', async () => {
    await expect(readBytes('txt', '%PDF-1.7\n')).rejects.toThrow('The file is named .txt, but it holds a PDF.')
    await expect(readBytes('pdf', 'Grain goes in.')).rejects.toThrow('The file is named .pdf, but it holds plain text.')
  })
})
