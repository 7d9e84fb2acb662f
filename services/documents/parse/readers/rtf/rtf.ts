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

/** The blocks of an RTF document's paragraphs and rows. */
export async function* rtfBlocks(paragraphs: Iterable<RtfParagraph>): AsyncIterable<DraftBlock> {
  let rows: string[][] = []
  for (const { text, level, cells } of paragraphs) {
    if (cells) {
      rows.push([...cells])
      continue
    }
    yield* table(rows)
    rows = []
    if (level !== undefined) yield { type: 'heading', level: level + 1, text }
    else yield { type: /^[•·▪‣-]\s/.test(text) ? 'list' : 'paragraph', text }
  }
  yield* table(rows)
}

async function* table(rows: readonly string[][]): AsyncIterable<DraftBlock> {
  if (rows.length > 0) yield* tableBlocks(rows, longest(rows))
}
