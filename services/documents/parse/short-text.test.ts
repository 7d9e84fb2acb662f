import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Blobs } from '../../../kernel/blobs/blobs.ts'
import { readDocument } from './read-document.ts'
import { parseShortText, readShortText, shortTextOf } from './short-text.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'short-text-'))
})
afterAll(() => rm(folder, { recursive: true }))

const limits = { max_inflated_mb: 50, max_compression_ratio: 100, max_archive_entries: 100 }

/** As the child process reads it. */
async function fromFile(content: Buffer) {
  const [input, output] = [join(folder, 'file'), join(folder, 'blocks')]
  await writeFile(input, content)
  const { header } = await readDocument({ id: 1, input, output, fileType: 'txt', limits }, () => undefined)
  const lines = (await readFile(output, 'utf8')).split('\n').filter(Boolean)
  return { header, blocks: lines.map((line) => JSON.parse(line)) }
}

const TEXTS = [
  'The mill is 000001.\n',
  'Zwölf Mühlen\r\n\r\nmahlen 😀 Korn.\u2028Und\fdann? \u0007\ufeff',
  '# Title\nA paragraph\nof two lines.\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n',
  '[00:01] Ada: Good morning.\nAnd welcome.\n00:00:07 Ben: Thanks.\n',
  `${'word '.repeat(3000)}\nend`,
  `text that tells of ${'%PDF'} and of GIF files`,
]

test.each(TEXTS)('a short text is read as by its reader in the child process: %j', async (text) => {
  const content = Buffer.from(text)
  expect(shortTextOf(content)).toBe(text)
  expect(parseShortText(text)).toEqual(await fromFile(content))
})

test.each([
  ['too long', Buffer.alloc(16 * 1024 + 1, 'a')],
  ['of another encoding', Buffer.from('M\xfchle', 'latin1')],
  ['with a byte order mark', Buffer.from('\ufeffMill')],
  ['UTF-16', Buffer.from('The mill', 'utf16le')],
  ['binary', Buffer.from([0, 1, 2, 3, 4, 5, 6, 7])],
  ['of control characters', Buffer.alloc(100, 1)],
  ['a PDF', Buffer.from('%PDF-1.7\n')],
  ['an RTF document', Buffer.from('{\\rtf1 Mill}')],
  ['a picture', Buffer.from('GIF89a')],
])('a file that is %s is left to the child process', (_what, content) => {
  expect(shortTextOf(content)).toBeUndefined()
})

test('so are subtitles, and a text of nothing', () => {
  expect(parseShortText('1\n00:00:01,000 --> 00:00:02,000\nGood morning.\n')).toBeUndefined()
  expect(parseShortText(' \n\n \t')).toBeUndefined()
})

test('what is announced as short is believed only as far as it is read', async () => {
  let read = 0
  const endless = async function* () {
    for (; ; read++) yield Buffer.alloc(1024, 'a')
  }
  const blobs = { read: async () => Readable.from(endless()) } as unknown as Blobs
  expect(await readShortText(blobs, { blob: 'b', file_type: 'txt', size_bytes: 10 })).toBeUndefined()
  expect(read).toBeLessThan(100)
})

test('no text of that size keeps the process for long', () => {
  const full = (unit: string) => unit.repeat(Math.floor((16 * 1024) / Buffer.byteLength(unit)))
  const units = [' ', '\n', '#', '|', '|---', '[00:00', '1:00:00 ', 'a:', '\t- ', '\r', '\u2028', '1) ', '"', '.', 'aA', '<v ', '1 ', '-->']
  for (const text of [...units, ...units.map((unit) => `\n${unit}`)].flatMap((unit) => [
    full(unit),
    `x\n|${full(unit)}`.slice(0, 16_000),
  ])) {
    const before = process.cpuUsage()
    const plain = shortTextOf(Buffer.from(text))
    if (plain !== undefined) parseShortText(plain)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000, JSON.stringify(text.slice(0, 20))).toBeLessThan(200)
  }
})
