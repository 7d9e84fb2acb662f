import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { createParserPool } from '../../../../kernel/cell/pool.ts'
import type { Block } from '../../../../schemas/artifacts.ts'
import { fileTypeOf, formatOf, formats } from '../../formats/catalog.ts'
import { documentReader } from '../document-reader.ts'
import { readAsPipeline } from '../testing/read-as-pipeline.fixture.ts'
import { readBytes } from '../testing/read-bytes.ts'

const folder = join(import.meta.dirname, '..', 'testing', 'files', 'real')
const content = (name: string) => readFile(join(folder, name))

/** What must be in the text of a real file; where it comes from stands in SOURCES.md beside it. */
interface Facts {
  readonly phrases?: readonly string[]
  readonly headings?: readonly (readonly [text: string, level: number])[]
  /** Of a table. */
  readonly row?: string
  /** Lines of a list. */
  readonly items?: readonly string[]
  readonly notes?: readonly string[]
  /** Page, slide or sheet of a phrase. */
  readonly places?: readonly (readonly [phrase: string, page: number])[]
  readonly attached?: readonly string[]
}

const lists = ['1. Entry #1', '2. Entry #2, with children', '10. Jump to new list at 10', '12. Carrying on @ 12']

const FACTS: Readonly<Record<string, Facts>> = {
  'attachment-8bit-flowed.eml': {
    headings: [['Re: Lock at Mühlenfließ', 1]],
    phrases: ['Cc: cleo@example.org', 'Boats of more than 9 m wait', '> When can the Gull pass, and what is the fee — still 12 €?'],
    attached: ['basin.csv'],
  },
  'country-statistics.csv': { row: '| Belgium | 10.5 | 30,510 | 344 |' },
  'country-statistics.ods': {
    row: '| Belgium | 10.5 | 30,510 | 344 |',
    places: [
      ['Population in millions', 1],
      ['HDI Rank', 2],
    ],
  },
  'dpkg.log': { phrases: ['2025-06-24 14:36:25 startup archives unpack\n2025-06-24 14:36:25 upgrade libsystemd0:amd64'] },
  'embedded-sheet.odp': {
    headings: [['Embedded Spreadsheet', 2]],
    row: '| val12 | val22 | val32 |',
    places: [['val33', 1]],
  },
  'encodings.epub': { phrases: ['Encodings support, written by', 'The XML C parser and toolkit of Gnome'], places: [['UTF-8', 1]] },
  'encodings.html': { phrases: ['If you are not really familiar with Internationalization'] },
  'footnotes.rtf': { phrases: ['Eto ochen prostoy[1] text so snoskoy'], notes: ['[1]  snoska'] },
  'forwarded.eml': { headings: [['Fwd: Re: Lock at Mühlenfließ', 1]], phrases: ['See below what Ada wrote.'], attached: ['latin.eml'] },
  'gettysburg.srt': { phrases: ['dedicated to the proposition that all men are created equal.\n\nNow we are engaged'] },
  'hmef.xml': { phrases: ['header.title: POI-HMEF - Java API', 'simply call the getAttachments() method on a HMEFMessage instance'] },
  'json-schema.json': { phrases: ['title: Core schema meta-schema', 'properties.$id.format: uri-reference'] },
  'leap-seconds.txt': { phrases: ['# NIST/IERS format leap-seconds.list file, which can be copied from\n#', 'Leap\t1972\tJun\t30'] },
  'lock-keeper.jsonl': { phrases: ['level_cm: 412\nmsg: water above the mark\n\nlevel: 30'] },
  'mail-body-by-word.rtf': { phrases: ['These are five files.', 'Five files from Hell!'] },
  'numbered-lists.jpg': { phrases: ['This is a document with numbered lists'] },
  'numbered-lists.odt': { items: lists, phrases: ['Normal text here'] },
  'numbered-lists.pdf': { items: lists.slice(0, 2), places: [['Carrying on @ 12', 1]] },
  'numbered-lists.png': { phrases: ['This is a document with numbered lists'] },
  'numbered-lists.rtf': { items: [...lists, '  a. 2-a'], phrases: ['All done!'] },
  'numbered-lists.tif': { phrases: ['This is a document with numbered lists'] },
  'odfpy.md': {
    headings: [
      ['ODFPY', 1],
      ['RUNNING TESTS', 2],
    ],
    phrases: ['$ python setup.py build\n$ python3 setup.py build', 'Søren Roug'],
  },
  'outlook.msg': {
    headings: [['test message', 1]],
    phrases: ['From: Reader Examples <reader@stack.mailer.example>', 'This is a test message.'],
  },
  'quick.pdf': { places: [['The quick brown fox jumps over the lazy dog', 1]] },
  'quoted-printable.eml': {
    headings: [['Closing of the lock at Mühlenfließ', 1]],
    phrases: ['the lock at Mühlenfließ is closed from 4 May'],
  },
  'ring.go': { phrases: ['// Link connects ring r with ring s such that r.Next()\n// becomes s', 'func (r *Ring) Len() int {\n\tn := 0'] },
  'sample-sheets.ods': {
    row: '| 2nd row | 2nd row 2nd column |',
    places: [
      ['This one is red', 1],
      ['cb=sum', 2],
    ],
  },
  'sample-sheets.xlsx': {
    row: '| 2nd row | 2nd row 2nd column |',
    places: [
      ['This one is red', 1],
      ['cb=sum', 2],
    ],
  },
  'sample-show.odp': {
    headings: [['This is the second slide', 2]],
    items: ['- They’re fun, aren’t they?'],
    places: [
      ['I am the notes of the first slide', 1],
      ['THIS LINE IS BOLD', 2],
    ],
  },
  'sample-show.pptx': {
    headings: [['This is the second slide', 1]],
    items: ['- They’re fun, aren’t they?'],
    places: [
      ['I am the notes of the first slide', 1],
      ['THIS LINE IS BOLD', 2],
    ],
  },
  'simple-macro.xlsm': { places: [['This is a macro workbook', 1]] },
  'simple-table.odt': { row: '| Cell 3 (bold) | Cell 4 (italic) |' },
  'styles.docx': {
    headings: [
      ['Heading1', 1],
      ['Heading2', 2],
      ['Heading3', 3],
    ],
    phrases: ['Standard'],
  },
  'table-footnotes.docx': { row: '| slove[1] |  |', notes: ['[1] snoska'] },
  'time-zones.tsv': {
    phrases: ['tzdb timezone descriptions', '| #codes | coordinates | TZ | comments |'],
    row: '| AE,OM,RE,SC,TF | +2518+05518 | Asia/Dubai | Crozet |',
  },
  'undici-errors.md': {
    headings: [
      ['Errors', 1],
      ['SocketError', 3],
    ],
    row: '| UndiciError | UND_ERR | all errors below are extended from UndiciError. |',
  },
  'with-macro.ods': { phrases: ['PM kilometers 72h – 78h'] },
}

const limits = { timeout_ms: 60_000, memory_mb: 900, max_inflated_mb: 50, max_compression_ratio: 100, max_archive_entries: 1000 }

/** A picture through the pipeline, which recognises it; all others by their reader alone. */
async function read(name: string): Promise<{ blocks: Block[]; attached: string[] }> {
  const fileType = fileTypeOf(name)
  if (!formatOf(fileType)?.recognised) {
    const { blocks, header } = await readBytes(fileType, await content(name), {}, 5)
    return { blocks, attached: header.attachments?.map((a) => a.name) ?? [] }
  }
  const pool = createParserPool({ entry: documentReader, limits, size: 1, log: pino({ level: 'silent' }) })
  const work = await mkdtemp(join(tmpdir(), 'real-picture-'))
  try {
    const run = await readAsPipeline(await content(name), {}, { pool, folder: work, limits, fileType })
    const { blocks } = await run()
    return { blocks, attached: [] }
  } finally {
    await pool.close()
    await rm(work, { recursive: true })
  }
}

describe('a real file', () => {
  it.each(Object.entries(FACTS))('is read: %s', { timeout: 120_000 }, async (name, facts) => {
    const { blocks, attached } = await read(name)
    const text = blocks.map((b) => b.text).join('\n\n')
    const linesOf = (type: Block['type']) => blocks.filter((b) => b.type === type).flatMap((b) => b.text.split('\n'))
    for (const phrase of facts.phrases ?? []) expect(text).toContain(phrase)
    expect(blocks.filter(({ type }) => type === 'heading').map((b) => [b.text, b.level])).toEqual(
      expect.arrayContaining([...(facts.headings ?? [])]),
    )
    if (facts.row) expect(linesOf('table')).toContain(facts.row)
    expect(linesOf('list')).toEqual(expect.arrayContaining([...(facts.items ?? [])]))
    expect(blocks.filter(({ type }) => type === 'note').map((b) => b.text)).toEqual(expect.arrayContaining([...(facts.notes ?? [])]))
    for (const [phrase, page] of facts.places ?? []) expect(blocks.find((b) => b.text.includes(phrase))?.page).toBe(page)
    expect(attached).toEqual(facts.attached ?? [])
  })

  it('of every format is here, and small, with its origin', async () => {
    const names = (await readdir(folder)).filter((name) => name !== 'SOURCES.md')
    expect(names.sort()).toEqual(Object.keys(FACTS).sort())
    const held = new Set(names.map(fileTypeOf))
    const missing = formats.filter(({ extension, also = [] }) => ![extension, ...also].some((ending) => held.has(ending)))
    expect(missing.map(({ extension }) => extension)).toEqual([])
    // Kinds that share a reader, and which the README names.
    expect(['xlsm', 'odt', 'ods', 'odp', 'tsv', 'jsonl', 'srt', 'log', 'jpg', 'tif'].filter((ending) => !held.has(ending))).toEqual([])
    const sources = (await content('SOURCES.md')).toString()
    const sizes = await Promise.all(names.map(async (name) => (await content(name)).length))
    for (const [i, name] of names.entries()) {
      expect(sources).toContain(name)
      expect(sizes[i]).toBeLessThanOrEqual(40_000)
    }
    expect(sizes.reduce((a, b) => a + b)).toBeLessThanOrEqual(800_000)
  })
})
