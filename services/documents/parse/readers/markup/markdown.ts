import { Marked } from 'marked'
import type { DraftBlock, Reading } from '../../draft-block.ts'
import { readTextFile, wholeText } from '../../read-text-file.ts'
import { htmlTree } from './html-tree.ts'
import { markupBlocks } from './markup-blocks.ts'

/** What static sites put above the text (YAML between rules of three dashes). */
const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/
const TITLE = /^title:\s*["']?(.+?)["']?\s*$/m

/** Markdown (CommonMark with tables and task lists): its headings, lists, tables and code. */
export async function* readMarkdown(reading: Reading): AsyncIterable<DraftBlock> {
  const file = await readTextFile(reading)
  reading.setReader(`markdown (${file.encoding})`)
  const source = wholeText(file)
  const front = FRONT_MATTER.exec(source)
  const text = front ? source.slice(front[0].length) : source
  const title = front && TITLE.exec(front[1]!)?.[1]
  if (title && !/^#\s/m.test(text)) yield { type: 'heading', level: 1, text: title }
  yield* markupBlocks(htmlTree(await new Marked({ async: true, gfm: true }).parse(text)).children)
}
