import type { PictureText } from '../../../../../kernel/cell/protocol.ts'

/** Columns of tesseract's TSV: level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
const WORD = '5'
/** Words of a paragraph below this mean are what a picture, a stain or a rule was taken for. */
const NOISE = 30
/** A line so much higher than the page's usual one is a heading. */
const HEADING_RATIO = 1.3
const LONGEST_HEADING = 120

interface Word {
  readonly text: string
  /** From 0 to 100. */
  readonly confidence: number
  readonly height: number
  readonly line: string
}

/** The text of a page from tesseract's table of words: paragraphs, headings marked as in Markdown, words made whole over line ends. */
export function readWords(tsv: string): PictureText {
  const paragraphs = new Map<string, Word[]>()
  for (const row of tsv.split('\n')) {
    const [level, , block, paragraph, line, , , , , height, confidence, ...text] = row.split('\t')
    const word = text.join(' ').trim()
    if (level !== WORD || !word) continue
    const key = `${block}.${paragraph}`
    const own = paragraphs.get(key) ?? []
    own.push({ text: word, confidence: Number(confidence), height: Number(height), line: `${key}.${line}` })
    paragraphs.set(key, own)
  }
  const kept = [...paragraphs.values()].filter((words) => mean(words) >= NOISE)
  const all = kept.flat()
  const usual = middle(all.map((w) => w.height))
  const text = kept
    .map((words) => (isHeading(words, usual) ? `# ${linesOf(words).join(' ')}` : linesOf(words).reduce(joinLines)))
    .join('\n\n')
  return { text, confidence: all.length ? Math.round(mean(all)) / 100 : 0 }
}

const mean = (words: readonly Word[]): number => words.reduce((sum, w) => sum + Math.max(0, w.confidence), 0) / words.length
const middle = (numbers: readonly number[]): number => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0

const linesOf = (words: readonly Word[]): string[] =>
  [...Map.groupBy(words, (w) => w.line).values()].map((line) => line.map((w) => w.text).join(' '))

/** Heights of words differ by their letters: those with an upright stroke tell. */
function isHeading(words: readonly Word[], usual: number): boolean {
  const text = words.map((w) => w.text).join(' ')
  const lines = new Set(words.map((w) => w.line)).size
  return (
    lines <= 2 &&
    text.length <= LONGEST_HEADING &&
    /\p{L}{2}/u.test(text) &&
    !/[.,;]$/.test(text) &&
    middle(words.map((w) => w.height)) > usual * HEADING_RATIO
  )
}

const joinLines = (before: string, after: string): string =>
  /\p{Ll}[-\u00ad\u2010]$/u.test(before) && /^\p{Ll}/u.test(after) ? before.slice(0, -1) + after : `${before} ${after}`
