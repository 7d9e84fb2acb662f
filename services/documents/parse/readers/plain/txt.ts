import type { DraftBlock, Reading } from '../../blocks/draft-block.ts'
import { joinPartedWords, MOST_CHARACTERS } from '../../join-parted-words.ts'
import { readTextFile, slicesOf } from '../../read-text-file.ts'
import { areCues, CUE_LINES, cueBlocks } from './cues.ts'
import { delimitedBlocks, delimiterIn } from './delimited.ts'

/** `[hh:mm:ss] Name: text`, also with fractions of a second, without hours, and in round brackets or none. */
const UTTERANCE =
  /^\s*(?:\[((?:\d{1,2}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?)\]|\(?(\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,3})?)\)?\s)\s*([^:\n]{1,80}):\s*(.*)$/
/** `# Title` to `###### Title`: the only headings that plain text marks beyond doubt. */
const MARKED_HEADING = /^(#{1,6})[ \t]+(\S.*)$/
/** So many of them line by line are remarks, as programs write them. */
const REMARK_LINES = 3
/** The line below the header of a Markdown table. */
const TABLE_RULE = /^\s*\|(?:\s*:?-{3,}:?\s*\|)+\s*$/
const LIST_ITEM = /^\s*(?:[-*•‣◦]|\d{1,3}[.)])\s+\S/
/** A paragraph without an end is cut here, at a line's end where there is one. */
const LONGEST = 20_000

/** Plain text: paragraphs between blank lines, transcript lines and subtitles as utterances, delimited lines as a table. */
export async function* readText(reading: Reading): AsyncIterable<DraftBlock> {
  const file = await readTextFile(reading)
  reading.setReader(`text (${file.encoding})`)
  const [first, all] = lookAhead(linesOf(wholeWords(slicesOf(file, reading))), CUE_LINES)
  const delimiter = areCues(first) ? undefined : delimiterIn(first)
  if (delimiter) yield* delimitedBlocks(all, delimiter)
  else yield* areCues(first) ? cueBlocks(all) : blocksOf(all)
}

/** A text that is not too long as one slice, in which the words are known that line ends part. */
function* wholeWords(slices: Iterable<string>): Iterable<string> {
  let text = ''
  const rest = Iterator.from(slices)
  for (let next = rest.next(); !next.done; next = rest.next()) {
    text += next.value
    if (text.length > MOST_CHARACTERS) break
  }
  yield joinPartedWords(text)
  yield* rest
}

/** The first lines, and all of them. */
function lookAhead(lines: Iterable<string>, count: number): readonly [first: string[], all: Iterable<string>] {
  const iterator = Iterator.from(lines)
  const first: string[] = []
  for (let next = iterator.next(); !next.done; next = iterator.next()) if (first.push(next.value) === count) break
  function* all() {
    yield* first
    yield* iterator
  }
  return [first, all()]
}

/** Whole lines of a text that comes in slices. */
export function* linesOf(slices: Iterable<string>): Iterable<string> {
  let rest = ''
  for (const slice of slices) {
    const lines = (rest + slice).split(/\r\n|\n|\r(?!$)|\u2028|\u2029|\f/)
    rest = lines.pop() ?? ''
    for (const line of lines) yield* piecesOf(line)
    if (rest.length < LONGEST) continue
    const pieces = [...piecesOf(rest)]
    rest = pieces.pop() ?? ''
    yield* pieces
  }
  yield* piecesOf(rest.replace(/\r$/, ''))
}

/** A line without an end in pieces, cut at spaces where there are any. */
function* piecesOf(line: string): Iterable<string> {
  let at = 0
  while (line.length - at > LONGEST) {
    const space = line.lastIndexOf(' ', at + LONGEST)
    const end = space > at + LONGEST / 2 ? space + 1 : at + LONGEST - (isHighSurrogate(line, at + LONGEST - 1) ? 1 : 0)
    yield line.slice(at, end)
    at = end
  }
  yield line.slice(at)
}

const isHighSurrogate = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xd800

/** Lines to blocks: pure, line by line. */
export function* blocksOf(lines: Iterable<string>): Iterable<DraftBlock> {
  let open: string[] = []
  let size = 0
  let speech: { timestamp: string; speaker: string } | undefined
  const close = (): DraftBlock[] => {
    const text = open.join('\n')
    const kept = speech
    open = []
    size = 0
    speech = undefined
    if (!text.trim()) return []
    // The name stays in the text: who said it is what people ask for.
    if (kept) return [{ type: 'utterance', text: `${kept.speaker}: ${text.trimStart()}`, ...kept }]
    const lines = text.split('\n')
    if (TABLE_RULE.test(lines[1] ?? '') && lines.every((l) => l.trimStart().startsWith('|')))
      return [{ type: 'table', text, headerLines: 2 }]
    return [{ type: lines.every((l) => LIST_ITEM.test(l)) ? 'list' : 'paragraph', text }]
  }
  let marked: string[] = []
  const closeMarked = (): DraftBlock[] => {
    const found = marked.map((line) => MARKED_HEADING.exec(line)!)
    const text = marked.join('\n')
    marked = []
    if (found.length >= REMARK_LINES && found.every(([, signs]) => signs === '#')) return [{ type: 'paragraph', text }]
    return found.map(([, signs = '', title = '']) => ({ type: 'heading', level: signs.length, text: title }))
  }
  for (const line of lines) {
    const heading = MARKED_HEADING.test(line)
    const utterance = heading ? null : UTTERANCE.exec(line)
    if (!line.trim() || heading || utterance || size > LONGEST) yield* close()
    if (!heading || size > LONGEST) yield* closeMarked()
    if (heading) marked.push(line)
    else if (utterance) {
      speech = { timestamp: utterance[1] ?? utterance[2]!, speaker: utterance[3]!.trim() }
      open.push(utterance[4]!)
    } else if (line.trim()) open.push(line)
    size += line.length
  }
  yield* closeMarked()
  yield* close()
}
