import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countTokens } from '../../../kernel/llm/count-tokens.ts'
import { nameId } from '../../../kernel/runtime/ids.ts'
import { type Block, type Chunk, chunkSchema } from '../../../schemas/artifacts.ts'
import { chunkingSection } from './chunking-section.ts'
import { MOST_COUNTED, pieceOf } from './pieces.ts'
import { openSplitter, split } from './split.ts'

const document_id = nameId('document', 'documents', 'test.txt')
const options = { document_id, generation: 2, max_tokens: 60, overlap_tokens: 15 }
type Draft = Omit<Block, 'start'>

function layOut(drafts: readonly Draft[]): { blocks: Block[]; text: string } {
  let start = 0
  const blocks = drafts.map((draft) => {
    const block = { ...draft, start }
    start += draft.text.length + 2
    return block
  })
  return { blocks, text: drafts.map((d) => d.text).join('\n\n') }
}

const chunksOf = (drafts: readonly Draft[], over: Partial<typeof options> = {}) => [
  ...split(layOut(drafts).blocks, { ...options, ...over }),
]
const paragraph = (text: string, more: Partial<Draft> = {}): Draft => ({ type: 'paragraph', text, ...more })
const heading = (text: string, level: number, more: Partial<Draft> = {}): Draft => ({ type: 'heading', text, level, ...more })
const sentences = (n: number, word = 'river') => Array.from({ length: n }, (_, i) => `The ${word} number ${i} turns the wheel.`).join(' ')

function checkInvariants(drafts: readonly Draft[], limits: { max_tokens: number; overlap_tokens: number }) {
  const { blocks, text } = layOut(drafts)
  const chunks = [...split(blocks, { document_id, generation: 1, ...limits })]
  const covered = new Uint8Array(text.length)
  const partAt = (offset: number) => blocks.findLast((b) => b.start <= offset)!.part
  for (const [i, chunk] of chunks.entries()) {
    expect(chunkSchema.safeParse(chunk).success).toBe(true)
    expect(chunk.chunk_index).toBe(i)
    expect(chunk.id).toBe(nameId('chunk', document_id, 1, i))
    expect(chunk.text).toBe(chunk.prefix + text.slice(chunk.char_start, chunk.char_end))
    expect(chunk.tokens).toBe(Math.max(1, countTokens(chunk.text)))
    const over = blocks.filter((b) => b.start < chunk.char_end && b.start + b.text.length > chunk.char_start)
    expect(chunk.tokens).toBeLessThanOrEqual(limits.max_tokens * (over.some((b) => b.type === 'table') ? 2 : 1))
    expect(new Set(over.map((b) => b.part)).size).toBe(1)
    expect(chunk.part).toBe(partAt(chunk.char_start) ?? null)
    expect(chunk.char_start).toBeGreaterThan(chunks[i - 1]?.char_start ?? -1)
    expect(chunk.char_end).toBeGreaterThan(chunks[i - 1]?.char_end ?? -1)
    covered.fill(1, chunk.char_start, chunk.char_end)
  }
  const lost = Array.from({ length: text.length }, (_, i) => i).filter((i) => !covered[i] && /\S/.test(text[i] ?? ' '))
  expect(lost).toEqual([])
  return chunks
}

describe('properties', () => {
  const word = fc.oneof(
    { weight: 6, arbitrary: fc.stringMatching(/^[A-Za-z]{1,12}[.,;!?]?$/) },
    fc.stringMatching(/^[0-9]{1,8}$/),
    fc.stringMatching(/^[a-zA-Z0-9+/]{20,300}$/),
    fc.stringMatching(/^[\u4e00-\u4e40。]{1,90}$/),
    fc.stringMatching(/^[\u0e01-\u0e30]{1,90}$/),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }),
  )
  const gap = fc.constantFrom(' ', ' ', ' ', '. ', '  ', '\n', '\t', '\n \n', '')
  const text = fc.array(fc.tuple(word, gap), { minLength: 1, maxLength: 120 }).map((words) =>
    words
      .map((w) => w.join(''))
      .join('')
      .toWellFormed(),
  )
  const draft = fc.record<Draft>({
    type: fc.constantFrom('heading', 'paragraph', 'paragraph', 'list', 'table', 'note', 'utterance'),
    text,
    level: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
    page: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
    headerLines: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
  })
  const part = fc.constantFrom(undefined, 'Sheet1', 'Sheet2')
  const drafts = fc
    .array(fc.tuple(part, fc.array(draft, { minLength: 1, maxLength: 5 })), { maxLength: 4 })
    .map((parts) => parts.flatMap(([p, inside]) => inside.map((d) => ({ ...d, part: p }))))

  test('nothing is lost, nothing is too long, every text is the document’s own', () => {
    fc.assert(
      fc.property(drafts, fc.integer({ min: 20, max: 200 }), fc.integer({ min: 0, max: 100 }), (blocks, max_tokens, overlap_tokens) => {
        checkInvariants(blocks, { max_tokens, overlap_tokens })
      }),
      { numRuns: 400, examples: [[[heading('A++aA++0+0/a/a0AAa++ \0. \0\u{10000}\n \n。一。 ', 1), heading('\0 ', 1)], 20, 0]] },
    )
  })

  test('the same blocks give the same chunks', () => {
    fc.assert(
      fc.property(drafts, (blocks) => void expect(chunksOf(blocks)).toEqual(chunksOf(blocks))),
      { numRuns: 50 },
    )
  })
})

describe('structure', () => {
  test('headings open sections and stay with the text below them', () => {
    const mill = [
      heading('Mill', 1),
      heading('Wheels', 2),
      paragraph(sentences(7)),
      heading('Ponds', 2),
      paragraph(sentences(7, 'pond')),
      heading('Visit', 1),
      paragraph(sentences(7, 'visitor')),
    ]
    const chunks = chunksOf(mill, { max_tokens: 40 })
    expect(chunks.map((c) => [c.section, c.text.split('\n')[0]])).toEqual([
      ['Mill > Wheels', 'Mill'],
      ['Mill > Wheels', expect.stringMatching(/^The river/)],
      ['Mill > Ponds', 'Ponds'],
      ['Mill > Ponds', expect.stringMatching(/^The pond/)],
      ['Visit', 'Visit'],
      ['Visit', expect.stringMatching(/^The visitor/)],
    ])
    expect(chunks.every((c) => /wheel\./.test(c.text))).toBe(true)
  })

  test('a short section takes its sibling on the same page in, and none of another page', () => {
    const short = (page: number) => [heading('Tip', 2, { page }), paragraph('Mind the wheel.', { page })]
    expect(chunksOf([...short(1), ...short(1), ...short(2)], { max_tokens: 200 }).map((c) => c.page_number)).toEqual([1, 2])
  })

  test('a chunk over several pages tells where each begins', () => {
    const blocks = [
      paragraph('One ends here.', { page: 1 }),
      paragraph('Two stands there.', { page: 2 }),
      paragraph('Three too.', { page: 4 }),
    ]
    const [chunk, ...more] = chunksOf(blocks, { max_tokens: 200 })
    expect(more).toEqual([])
    expect(chunk!.page_number).toBe(1)
    expect(chunk!.page_starts?.map(({ start, page }) => [chunk!.text.slice(start).split('.')[0], page])).toEqual([
      ['Two stands there', 2],
      ['Three too', 4],
    ])
    expect(chunksOf([paragraph('One page.', { page: 3 })])[0]!.page_starts).toBeUndefined()
  })

  test('a block over several pages gives its chunks the pages of their words', () => {
    const text = sentences(30)
    const starts = [1 / 3, 2 / 3].map((share, i) => ({ start: text.indexOf('. ', text.length * share) + 2, page: i + 2 }))
    const chunks = chunksOf([paragraph(text, { page: 1, pageStarts: starts })], { max_tokens: 60 })
    expect(chunks.length).toBeGreaterThan(4)
    const pageOf = (at: number) => starts.findLast(({ start }) => start <= at)?.page ?? 1
    for (const { page_number, page_starts = [], char_start, char_end } of chunks) {
      expect(page_number).toBe(pageOf(char_start))
      expect(page_starts).toEqual(starts.filter(({ start }) => start > char_start && start < char_end))
    }
    expect(new Set(chunks.map((c) => c.page_number))).toEqual(new Set([1, 2, 3]))
  })

  test('paragraphs are packed, long ones cut at sentence ends, with whole sentences as overlap', () => {
    const chunks = chunksOf([paragraph(sentences(30))])
    expect(chunks.length).toBeGreaterThan(4)
    for (const chunk of chunks) expect(chunk.text).toMatch(/^The .*wheel\.$/)
    for (const [i, chunk] of chunks.slice(1).entries()) {
      const overlap = chunks[i]!.char_end - chunk.char_start
      expect(overlap).toBeGreaterThan(0)
      expect(countTokens(chunk.text.slice(0, overlap))).toBeLessThanOrEqual(15)
    }
    expect(chunksOf(Array.from({ length: 4 }, () => paragraph('One short line.')))).toHaveLength(1)
  })

  test.each(['\nnumber', ' am 3. Oktober number'])('a sentence goes on behind a line break and a German day: %j', (on) => {
    for (const { text } of chunksOf([paragraph(sentences(30).replaceAll(' number', on))])) expect(text).toMatch(/^The [\s\S]*wheel\.$/)
  })

  test('overlap does not reach over a heading', () => {
    const chunks = chunksOf([heading('A', 1), paragraph(sentences(5)), heading('B', 1), paragraph(sentences(5))])
    expect(chunks.map((c) => c.text[0])).toEqual(['A', 'B'])
  })

  test('a list that fits stays together; a longer one is cut between its items', () => {
    const item = (i: number) => `- Item ${i} is about the mill and its wheel.`
    const fits = chunksOf([paragraph(sentences(4)), { type: 'list', text: [1, 2, 3].map(item).join('\n') }], { overlap_tokens: 0 })
    expect(fits[1]!.text.split('\n')).toHaveLength(3)
    const long = chunksOf([{ type: 'list', text: Array.from({ length: 20 }, (_, i) => item(i)).join('\n') }])
    for (const chunk of long) expect(chunk.text.split('\n').every((line) => /^- Item .*wheel\.$/.test(line))).toBe(true)
  })

  test('a split table repeats its header as a prefix, and what follows does not stand under it', () => {
    const rows = Array.from({ length: 30 }, (_, i) => `| grain ${i} | ${i * 7} | sack |`)
    const table: Draft = { type: 'table', text: ['| kind | price | unit |', '| --- | --- | --- |', ...rows].join('\n'), headerLines: 2 }
    const chunks = chunksOf([paragraph(sentences(3)), table, paragraph('After the table.')])
    const header = '| kind | price | unit |\n| --- | --- | --- |\n'
    const inside = chunks.filter((c) => c.prefix)
    expect(inside.length).toBeGreaterThan(3)
    for (const chunk of inside) {
      expect(chunk.text.startsWith(`${header}| grain`)).toBe(true)
      expect(chunk.text.endsWith('|')).toBe(true)
    }
    expect(chunks.find((c) => c.text.includes(header) && !c.prefix)!.text).toContain('| grain 0 |')
    expect(chunks.at(-1)).toMatchObject({ text: 'After the table.', prefix: '' })
    const seen = chunks.flatMap((c) => [...c.text.matchAll(/grain (\d+) /g)].map((m) => Number(m[1])))
    expect(seen).toEqual(rows.map((_, i) => i))
  })

  const rowsIn = (drafts: Draft[]) =>
    checkInvariants(drafts, { max_tokens: 60, overlap_tokens: 15 }).filter((c) => c.text.includes('| Mill'))
  const wide = (names: number, rows: number, cell: (c: number, r: number) => string): Draft => {
    const columns = [...Array(names).keys()]
    const header = `| mill | ${columns.map((c) => `sacks ${c}`).join(' | ')} |\n|${' --- |'.repeat(names + 1)}`
    const body = [...Array(rows).keys()].map((r) => `| Mill ${r} | ${columns.map((c) => cell(c, r)).join(' | ')} |`)
    return { type: 'table', text: [header, ...body].join('\n'), headerLines: 2 }
  }

  test('rows of a wide table stay whole below its header, also where both have more than a chunk has', () => {
    const table = wide(8, 12, (c, r) => `${r},${c}00`)
    const [header, rule, ...rows] = table.text.split('\n')
    for (const drafts of [[table], [heading('Grain', 1), paragraph(sentences(5)), heading('Sacks', 2), table]]) {
      const inside = rowsIn(drafts)
      expect(Math.max(...inside.map(({ tokens }) => tokens))).toBeGreaterThan(60)
      for (const { text } of inside) expect(text).toContain(`${header}\n${rule}\n| Mill`)
      expect(inside.flatMap(({ text }) => text.split('\n').filter((line) => line.startsWith('| Mill')))).toEqual(rows)
    }
  })

  test('a row that no chunk can hold is cut between its cells, each part below the names of its columns and with the row’s own', () => {
    const told = rowsIn([wide(40, 3, (c, r) => `${r},${c}00`)]).flatMap(({ text }) => {
      const [names, , cells, ...more] = text.split('\n').map((line) => line.slice(2, -2).split(' | '))
      expect([more, names?.[0], names?.length]).toEqual([[], 'mill', cells?.length])
      return cells!.slice(1).map((cell, i) => `${cells![0]} ${names![i + 1]} ${cell}`)
    })
    expect(told).toEqual([0, 1, 2].flatMap((r) => Array.from({ length: 40 }, (_, c) => `Mill ${r} sacks ${c} ${r},${c}00`)))
  })

  test('a cell that no chunk can hold is cut between sentences, below the name of its column', () => {
    const [first, ...inside] = rowsIn([wide(2, 1, (c) => (c ? sentences(30) : '7 \\| 8'))])
    expect(first).toMatchObject({ text: '| mill | sacks 0 |\n| --- | --- |\n| Mill 0 | 7 \\| 8 |' })
    for (const { text } of inside) expect(text).toMatch(/^\| mill \| sacks 1 \|\n\| --- \| --- \|\n\| Mill 0 \| The .*wheel\./)
  })

  test('what one speaker says is never given to another', () => {
    const said = (i: number, speaker: string): Draft => ({
      type: 'utterance',
      text: `${speaker}: gate ${i}.`,
      speaker,
      timestamp: `00:00:0${i}`,
    })
    const drafts: Draft[] = [{ type: 'heading', level: 1, text: 'Meeting' }, said(0, 'Al'), said(1, 'Al'), said(2, 'Bo'), said(3, 'Al')]
    const chunks = chunksOf(drafts, { overlap_tokens: 50 })
    expect(chunks.map(({ speaker, timestamp, text }) => [speaker, timestamp, text])).toEqual([
      ['Al', '00:00:00', 'Meeting\n\nAl: gate 0.\n\nAl: gate 1.'],
      ['Bo', '00:00:02', 'Bo: gate 2.'],
      ['Al', '00:00:03', 'Al: gate 3.'],
    ])
  })

  test('a word that no chunk can hold is cut by characters, between pairs', () => {
    const chunks = checkInvariants([paragraph(`${'x'.repeat(999)}${'😀'.repeat(300)}`)], { max_tokens: 40, overlap_tokens: 10 })
    expect(chunks.every((c) => c.text.isWellFormed())).toBe(true)
  })

  test('blocks that do not join up are refused', () => {
    const splitter = openSplitter(options)
    expect(() => [...splitter.add({ type: 'paragraph', text: 'x', start: 7 })]).toThrow('starts at 7')
  })

  test('no text gives no chunk', () => expect(chunksOf([paragraph(' \n ')])).toEqual([]))
})

test('time grows with the length, whatever the text looks like', () => {
  const prose = sentences(40)
  const many = Array.from({ length: Math.ceil(1e7 / prose.length) }, () => paragraph(prose))
  const shapes: Record<string, Draft[]> = {
    paragraphs: many,
    'one block': [paragraph(many.map((p) => p.text).join(' '))],
    'one sentence': [paragraph('wheel and water '.repeat(625_000))],
    'one word': [paragraph('x'.repeat(1e7))],
    'one table': [{ type: 'table', text: `a,b\n${'grain,123,456 of the miller\n'.repeat(360_000)}`, headerLines: 1 }],
  }
  for (const [name, drafts] of Object.entries(shapes)) {
    const { blocks } = layOut(drafts)
    const started = process.cpuUsage()
    let last: Chunk | undefined
    for (last of split(blocks, { ...options, max_tokens: 350, overlap_tokens: 50 }));
    // Processor time: other work of the machine does not count.
    const { user, system } = process.cpuUsage(started)
    const ms = (user + system) / 1000
    expect(last!.char_end).toBeGreaterThan(9e6)
    // Ten times what an idle machine takes; a quadratic step would take hours.
    expect(ms, name).toBeLessThan(15_000)
  }
})

test('a text is counted only as far as a passage goes', () => {
  const placed = (text: string) => ({ index: 0, block: { type: 'paragraph', text, start: 0 } as const, section: [] })
  const tokensOf = (text: string) => pieceOf(placed(text), 0, text.length, 0)?.tokens
  expect(tokensOf('word '.repeat(1_000_000))).toBe(MOST_COUNTED + 1)
  for (const text of [sentences(900), sentences(3), `a${' '.repeat(100_000)}b`])
    expect(tokensOf(text)).toBe(Math.min(countTokens(text), MOST_COUNTED + 1))
  expect(chunkingSection.schema.safeParse({ max_tokens: MOST_COUNTED }).success).toBe(false)
})
