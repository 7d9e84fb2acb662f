import { sentencesOf } from '../../../kernel/text/sentences.ts'

/** What of a section can be said by itself. */
export interface Part {
  readonly kind: 'sentence' | 'code' | 'row'
  /** Markdown for a reader: without emphasis, links to files and the bars of tables. */
  readonly text: string
  /** What stands around it: the paragraph, the block of code or the header of the table. */
  readonly around: string
}

const FENCE = /^\s*```(\w*)/
const ROW = /^\s*\|.*\|\s*$/
const RULE = /^\s*\|(?:\s*:?-{3,}:?\s*\|)+\s*$/
const ITEM = /^\s*(?:[-*]|\d{1,2}\.)\s+/

/** The parts of a section's Markdown, in their order. */
export function partsOf(markdown: string): Part[] {
  const parts: Part[] = []
  const lines = markdown.split('\n')
  for (let i = 0; i < lines.length; ) {
    const fence = FENCE.exec(lines[i]!)
    const stands = fence ? (line: string) => !FENCE.test(line) : (line: string) => kindOf(line) === kindOf(lines[i]!)
    let end = i + 1
    while (end < lines.length && stands(lines[end]!)) end++
    const block = lines.slice(fence ? i + 1 : i, end)
    if (fence) parts.push(...commandsOf(block, fence[1]!))
    else if (kindOf(lines[i]!) === 'row') parts.push(...rowsOf(block))
    else if (kindOf(lines[i]!) === 'text') parts.push(...sentences(block))
    i = fence ? end + 1 : end
  }
  return parts
}

const kindOf = (line: string): 'blank' | 'row' | 'fence' | 'text' =>
  line.trim() === '' ? 'blank' : ROW.test(line) ? 'row' : FENCE.test(line) ? 'fence' : 'text'

/** A command with the lines that belong to it: indented ones, those behind a backslash, and those within its quotes. */
function commandsOf(lines: readonly string[], language: string): Part[] {
  const commands: string[][] = []
  for (const line of lines) {
    const last = commands.at(-1)
    const before = last?.join('\n') ?? ''
    const goesOn = /^\s/.test(line) || before.endsWith('\\') || (before.match(/'/g) ?? []).length % 2 === 1
    if (last && goesOn) last.push(line)
    else if (line.trim() !== '') commands.push([line])
  }
  const around = lines.join('\n')
  return commands.map((command) => ({ kind: 'code', text: `\`\`\`${language}\n${command.join('\n')}\n\`\`\``, around }))
}

/** Each row as its first cell and what the others say, with their header where it has words. */
function rowsOf(lines: readonly string[]): Part[] {
  const rule = lines.findIndex((line) => RULE.test(line))
  const header = rule > 0 ? cellsOf(lines[rule - 1]!) : []
  return lines.slice(rule + 1).map((line) => {
    const [name = '', ...cells] = cellsOf(line)
    const said = cells.flatMap((cell, i) => (cell === '' || cell === ',' ? [] : [header[i + 1] ? `${header[i + 1]}: ${cell}` : cell]))
    return { kind: 'row', text: `${name} – ${said.join('; ')}`, around: header.join(' ') }
  })
}

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => plain(cell.replaceAll('\\|', '|').trim()))

/** Paragraphs and list items; each item is a paragraph of its own. */
function sentences(lines: readonly string[]): Part[] {
  const paragraphs: string[] = []
  for (const line of lines) {
    if (ITEM.test(line) || paragraphs.length === 0) paragraphs.push(line.replace(ITEM, ''))
    else paragraphs[paragraphs.length - 1] += ` ${line.trim()}`
  }
  return paragraphs.flatMap((paragraph) => {
    const around = plain(paragraph)
    // a sentence may begin with code, and code ends none: its dots are told from full stops
    const covered = around.replace(/`[^`]*`/g, (code) => code.replace(/[.!?;:]/g, '_'))
    let from = 0
    return covered.split(/(?<=[\p{L}\p{N})`][.!?]) (?=`)/u).flatMap((piece) => {
      const at = from
      from += piece.length + 1
      return sentencesOf(piece).map(({ start, end }) => ({ kind: 'sentence' as const, text: around.slice(at + start, at + end), around }))
    })
  })
}

/** Without emphasis and links; what stands in `code` keeps its characters. */
const plain = (markdown: string): string =>
  markdown
    .split(/(`[^`]*`)/)
    .map((piece, i) =>
      i % 2 === 1
        ? piece
        : piece
            .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
            .replace(/\*\*([^*]+)\*\*|\*\*/g, '$1')
            .replace(/(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])/g, '$1'),
    )
    .join('')
    .replace(/\*\*/g, '')
    .trim()
