import { Marked } from 'marked'
import type { DraftBlock, Reading } from '../../blocks/draft-block.ts'
import { joinPartedWords } from '../../join-parted-words.ts'
import { readTextFile, wholeText } from '../../read-text-file.ts'
import { htmlTree } from './html-tree.ts'
import { markupBlocks } from './markup-blocks.ts'

/** What static sites put above the text (YAML between rules of three dashes). */
const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/
const TITLE = /^title:(.*)$/m
/** Quotes and list items that one line begins. */
const MARKERS = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/gm
const MARKER = /[ \t]*(?:>|[-+*]|\d+[.)])/g
/** What one line nests deeper is read at this depth: its parser goes over the rest of a line once for each. */
const DEEPEST = 32
/** Spaces in front of a line, of which each level of a list takes two. */
const INDENTED = /^[ \t]{64,}/gm

/** Markdown (CommonMark with tables and task lists): its headings, lists, tables and code. */
export async function* readMarkdown(reading: Reading): AsyncIterable<DraftBlock> {
  const file = await readTextFile(reading)
  reading.setReader(`markdown (${file.encoding})`)
  const source = joinPartedWords(wholeText(file))
  const front = FRONT_MATTER.exec(source)
  const text = shallow(front ? source.slice(front[0].length) : source)
  const title =
    front &&
    TITLE.exec(front[1]!)?.[1]
      ?.trim()
      .replace(/^["']|["']$/g, '')
  if (title && !/^#\s/m.test(text)) yield { type: 'heading', level: 1, text: title }
  yield* markupBlocks(htmlTree(await new Marked({ async: true, gfm: true }).parse(text)).children)
}

const shallow = (text: string): string =>
  text
    .replace(INDENTED, (spaces) => spaces.slice(0, 64))
    .replace(MARKERS, (markers) => (markers.length > DEEPEST ? (markers.match(MARKER) ?? []).slice(0, DEEPEST).join('') : markers))
