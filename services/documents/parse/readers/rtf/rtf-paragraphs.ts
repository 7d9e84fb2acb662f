import iconv from 'iconv-lite'
import { WorkError } from '../../../../../kernel/runtime/errors.ts'
import { codePages } from './rtf-code-pages.ts'
import { rtfStyles } from './rtf-styles.ts'

/** A paragraph, a row of a table, or a note. */
export interface RtfParagraph {
  readonly text: string
  /** Outline level from 0, of headings. */
  readonly level?: number
  readonly cells?: readonly string[]
  /** Of an item of a list: how deep it lies, from 0. */
  readonly item?: number
  readonly note?: true
}

/** Groups that hold no text of the document (RTF 1.9.1). Groups that begin with `\*` are others'. */
const NO_TEXT = new Set(
  'fonttbl colortbl stylesheet info pict object header headerl headerr headerf footer footerl footerr footerf fldinst listtable listoverridetable revtbl rsidtbl filetbl themedata colorschememapping latentstyles datastore xmlnstbl mmathPr generator bkmkstart bkmkend nonshppict ftnsep ftnsepc aftnsep aftnsepc shprslt xe rxe txe tc tcn'.split(
    ' ',
  ),
)
/** Texts of shapes, which stand in groups of others, and what lies apart from the text: notes and comments. */
const BOXES = new Set(['shptxt', 'dptxbxtext'])
const NOTES = new Set(['footnote', 'annotation'])
/** What stands before an item of a list, or a numbered heading. */
const MARKS = new Set(['listtext', 'pntext'])
const SIGNS: Readonly<Record<string, string>> = {
  tab: '\t',
  line: '\n',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: ' ',
  enspace: ' ',
  '~': '\u00a0',
  nestcell: ' ',
  nestrow: '\n',
  _: '-',
  '-': '',
}
/** A control word with its number, a control sign, a byte in hexadecimal, a brace, or text. */
const TOKEN = /\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z])|([{}])|([^\\{}\r\n]+)|[\r\n]+/g
const DEEPEST = 10_000
/** Of a row; Word makes 63 at most. All rows of a table are as wide as its widest. */
const MOST_CELLS = 100

interface State {
  /** `starred` where a group says that others may pass it over: texts of shapes in it are shown. */
  readonly silent: false | 'starred' | 'always'
  /** Bytes that stand in for a character that `\u` gave. */
  readonly fallback: number
  readonly font: number | undefined
  /** Hidden text, and what was deleted while changes were tracked. */
  readonly hidden: boolean
  /** Which table of the header the group is part of, or what its text is. */
  readonly within: 'fonttbl' | 'stylesheet' | 'box' | 'note' | 'mark' | undefined
}

/** A text that waits while a shape's or a note's is read. */
interface Waiting {
  readonly text: string
  readonly cells: string[]
  readonly inTable: boolean
  readonly depth: number
}

/** The paragraphs and table rows of an RTF document, in order, its notes behind them. Throws WorkError `corrupt` where it nests without end. */
export function* rtfParagraphs(bytes: Buffer): Iterable<RtfParagraph> {
  const source = bytes.toString('latin1')
  const [pages, styles] = [codePages(), rtfStyles()]
  let state: State = { silent: false, fallback: 1, font: undefined, hidden: false, within: undefined }
  const outer: State[] = []
  const waiting: Waiting[] = []
  const notes: string[] = []
  let [text, mark, item, level] = ['', '', 0, undefined as number | undefined]
  let [skip, inTable, atStart, references] = [0, false, false, 0]
  let cells: string[] = []
  let pending: number[] = []
  const flush = () => {
    if (pending.length === 0) return
    text += iconv.decode(Buffer.from(pending), pages.of(state.font))
    pending = []
  }
  const write = (piece: string) => {
    flush()
    text += piece
  }
  function* closed(): Iterable<RtfParagraph> {
    flush()
    if (inTable || state.within === 'note') {
      text += '\n'
      return
    }
    const shown = [mark, text.trim()].filter(Boolean).join(' ')
    if (text.trim() && level !== undefined) yield { text: shown, level }
    else if (text.trim()) yield { text: shown, ...(mark ? { item } : {}) }
    ;[text, mark] = ['', '']
  }
  const setAside = () => {
    flush()
    waiting.push({ text, cells, inTable, depth: outer.length })
    ;[text, cells, inTable] = ['', [], false]
  }
  /** What the group's text becomes at its end. */
  function* ended(within: State['within']): Iterable<RtfParagraph> {
    flush()
    if (within === 'mark') mark = markOf(text)
    else if (within === 'note') notes.push(text.trim())
    else yield* closed()
    ;({ text, cells, inTable } = waiting.pop()!)
  }
  /** Whether a word at the begin of a group says what the group is. */
  const opens = (word: string): boolean => {
    if (word === 'fonttbl' || word === 'stylesheet') state = { ...state, silent: 'always', within: word }
    else if (state.silent !== 'always' && (BOXES.has(word) || (NOTES.has(word) && state.within !== 'note'))) {
      setAside()
      state = { ...state, silent: false, hidden: false, within: BOXES.has(word) ? 'box' : 'note' }
    } else if (MARKS.has(word) && !state.silent) {
      setAside()
      state = { ...state, within: 'mark' }
    } else if (NO_TEXT.has(word)) state = { ...state, silent: state.silent || 'always' }
    else return false
    return true
  }
  const token = new RegExp(TOKEN)
  for (let match = token.exec(source); match; match = token.exec(source)) {
    const [, word, digits, hex, sign, brace, plain] = match
    const number = digits === undefined ? undefined : Number(digits)
    if (brace === '{') {
      if (outer.length >= DEEPEST) throw new WorkError('corrupt', 'The .rtf file nests too deeply. Save it again and upload that copy.')
      outer.push(state)
      atStart = true
      continue
    }
    if (brace === '}') {
      flush()
      if (state.within === 'stylesheet') styles.end()
      if (waiting.at(-1)?.depth === outer.length) yield* ended(state.within)
      state = outer.pop() ?? state
      skip = 0
    } else if (word === 'bin') token.lastIndex += Math.max(0, number ?? 0)
    else if (atStart && word !== undefined && opens(word)) atStart = false
    else if (atStart && sign === '*') {
      state = { ...state, silent: state.silent || 'starred' }
      continue
    } else if (state.within === 'stylesheet' && plain !== undefined) styles.named(plain)
    else if (state.within === 'stylesheet' && word !== undefined) styles.take(word, number ?? 0)
    else if (word !== undefined && pages.take(word, number, state.within === 'fonttbl')) {
    } else if (state.silent) {
    } else if (hex !== undefined) skip > 0 ? skip-- : state.hidden || pending.push(Number.parseInt(hex, 16))
    else if (plain !== undefined) {
      const shown = state.hidden ? '' : plain.slice(skip)
      skip = Math.max(0, skip - plain.length)
      for (let i = 0; i < shown.length; i++) pending.push(shown.charCodeAt(i) & 0xff)
    } else if (word === 'uc') state = { ...state, fallback: Math.max(0, number ?? 1) }
    else if (word === 'u') {
      if (!state.hidden) write(String.fromCharCode((number ?? 63) & 0xffff))
      skip = state.fallback
    } else if (word === 'f') {
      flush()
      state = { ...state, font: number }
    } else if (word === 'plain') {
      flush()
      state = { ...state, font: undefined, hidden: false }
    } else if (word === 'v' || word === 'deleted') state = { ...state, hidden: number !== 0 }
    else if (word === 'par' || word === 'sect' || word === 'page') yield* closed()
    else if (word === 'pard') [level, item, inTable] = [undefined, 0, false]
    else if (word === 'intbl') inTable = true
    else if (word === 's') level = styles.levelOf(number ?? 0)
    else if (word === 'outlinelevel') level = (number ?? 0) < 9 ? (number ?? 0) : undefined
    else if (word === 'ilvl') item = Math.min(8, Math.max(0, number ?? 0))
    else if (word === 'chftn') write(state.within === 'note' ? `[${references}] ` : `[${++references}]`)
    else if (word === 'cell') {
      flush()
      cells.push(text.trim())
      text = ''
      if (cells.length === MOST_CELLS) {
        yield { text: '', cells }
        cells = []
      }
    } else if (word === 'row') {
      if (cells.length > 0) yield { text: '', cells }
      cells = []
      inTable = false
    } else if (word !== undefined && word in SIGNS) state.hidden || write(SIGNS[word]!)
    else if (sign === '\r' || sign === '\n') yield* closed()
    else if (sign !== undefined) write(SIGNS[sign] ?? (/[\\{}]/.test(sign) ? sign : ''))
    atStart = false
  }
  flush()
  if (cells.length > 0) yield { text: '', cells }
  inTable = false
  yield* closed()
  for (const note of notes) if (note) yield { text: note, note: true }
}

/** A number or letter as it stands, and a dash for what is drawn. */
const markOf = (text: string): string => (/^[^\p{L}\p{N}]*$|^o$/u.test(text.trim()) ? '-' : text.trim())
