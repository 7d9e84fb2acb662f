import { readFile } from 'node:fs/promises'
import type { DraftBlock, Reading } from '../../blocks/draft-block.ts'
import { tableBlocks } from '../../blocks/markdown-table.ts'
import { longest } from '../../blocks/table-grid.ts'
import { type RtfParagraph, rtfParagraphs } from './rtf-paragraphs.ts'

/** Rich Text Format: headings by their outline level, lists by their marks, tables. */
export async function* readRtf(reading: Reading): AsyncIterable<DraftBlock> {
  const bytes = await readFile(reading.path)
  reading.setReader('rtf')
  yield* rtfBlocks(rtfParagraphs(bytes))
}

/** A list block is closed at this many characters. */
const LONGEST_LIST = 8000
const MARKED = /^[•·▪‣-]\s/

/** The blocks of an RTF document's paragraphs, rows and notes. */
export async function* rtfBlocks(paragraphs: Iterable<RtfParagraph>): AsyncIterable<DraftBlock> {
  let rows: string[][] = []
  let list = ''
  for (const { text, level, cells, item, note } of paragraphs) {
    const isItem = item !== undefined || (!cells && !note && level === undefined && MARKED.test(text))
    if (!cells) {
      yield* table(rows)
      rows = []
    }
    if (list && (!isItem || list.length > LONGEST_LIST)) {
      yield { type: 'list', text: list }
      list = ''
    }
    if (cells) rows.push([...cells])
    else if (isItem) list += `${list ? '\n' : ''}${'  '.repeat(item ?? 0)}${text}`
    else if (note) yield { type: 'note', text }
    else if (level !== undefined) yield { type: 'heading', level: level + 1, text }
    else yield { type: 'paragraph', text }
  }
  yield* table(rows)
  if (list) yield { type: 'list', text: list }
}

async function* table(rows: readonly string[][]): AsyncIterable<DraftBlock> {
  if (rows.length > 0) yield* tableBlocks(rows, longest(rows))
}
