import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createParserPool, type ParserPool } from '../../../kernel/cell/pool.ts'
import { documentReader } from './document-reader.ts'

const folder = mkdtempSync(join(tmpdir(), 'growth-test-'))
let pool: ParserPool
beforeAll(() => {
  // Work that grows with the square of the file would take hours, and what is read in one go takes a second or two.
  const limits = { timeout_ms: 150_000, memory_mb: 1000, max_inflated_mb: 200, max_compression_ratio: 1000, max_archive_entries: 10_000 }
  pool = createParserPool({ entry: documentReader, limits, size: 2, log: pino({ level: 'silent' }) })
})
afterAll(async () => {
  await pool.close()
  rmSync(folder, { recursive: true })
})

const N = 1_000_000
const rtf = (body: string) => `{\\rtf1\\ansi ${body}}`

const CASES: [name: string, fileType: string, make: () => string, characters: number][] = [
  ['a page of entities', 'html', () => `<p>${'&amp;'.repeat(N)}</p>`, N],
  ['a page of entities and spaces', 'html', () => `<p>${' &lt; '.repeat(N)}</p>`, 2 * N - 1],
  ['a page of line breaks before its last word', 'html', () => `<div>x${'<br>'.repeat(N)}y</div>`, N + 2],
  ['a cell of paragraphs', 'html', () => `<table><tr><td>a</td><td>${'<p>b</p>'.repeat(N / 10)}</td></tr></table>`, 0],
  ['a table of many rows', 'html', () => `<table>${'<tr><td>a<td>b</tr>'.repeat(N / 10)}</table>`, 0],
  [
    'a table of years without end',
    'html',
    () => `<table><tr><td>x<td>x${'<tr><td>2020<td>2020<tr><td>2021<td>2021'.repeat(N / 20)}</table>`,
    0,
  ],
  ['a title of spaces above Markdown', 'md', () => `---\ntitle: a${' '.repeat(N)}b\n---\nText.`, 0],
  ['Markdown of quotes within quotes', 'md', () => `${'>'.repeat(N)} word`, 4],
  ['Markdown of lists within lists', 'md', () => `${'- '.repeat(N / 2)}word`, 0],
  ['Markdown of numbered lists within quotes', 'md', () => `${'> 1. '.repeat(N / 5)}word`, 0],
  ['RTF of spaces in a cell', 'rtf', () => rtf(`\\trowd\\intbl a${' '.repeat(N)}b\\cell c\\cell\\row`), 0],
  ['RTF of lines in a table', 'rtf', () => rtf(`\\trowd\\intbl ${'a\\par '.repeat(N / 6)}b\\cell c\\cell\\row`), 0],
  ['RTF of many rows', 'rtf', () => rtf('\\trowd\\intbl a\\cell b\\cell\\row '.repeat(N / 10)), 0],
  ['RTF of a row without end', 'rtf', () => rtf(`\\trowd\\intbl ${'a\\cell '.repeat(N / 10)}\\row`), 0],
]

// What a case with 0 gives is told by others: here it only has to be read.
test.each(CASES)('%s is read once, however long', { timeout: 300_000 }, async (_, fileType, make, characters) => {
  const path = join(folder, `${Math.random()}.${fileType}`)
  writeFileSync(path, make())
  const { header, dispose } = await pool.parse({ path, fileType })
  await dispose()
  if (characters > 0) expect(header.characters).toBe(characters)
  else expect(header.characters).toBeGreaterThan(0)
})
