import iconv from 'iconv-lite'
import { WorkError } from '../../../../../kernel/runtime/errors.ts'

/** A paragraph, or a row of a table. */
export interface RtfParagraph {
  readonly text: string
  /** Outline level from 0, of headings. */
  readonly level?: number
  readonly cells?: readonly string[]
}

/** Groups that hold no text of the document (RTF 1.9.1). Groups that begin with `\*` are others'. */
const NO_TEXT = new Set(
  'fonttbl colortbl stylesheet info pict object header headerl headerr headerf footer footerl footerr footerf fldinst listtext listtable listoverridetable revtbl rsidtbl filetbl themedata colorschememapping latentstyles datastore xmlnstbl mmathPr generator bkmkstart bkmkend nonshppict ftnsep ftnsepc aftnsep aftnsepc'.split(
    ' ',
  ),
)
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
  _: '-',
  '-': '',
}
/** A control word with its number, a control sign, a byte in hexadecimal, a brace, or text. */
const TOKEN = /\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z])|([{}])|([^\\{}\r\n]+)|[\r\n]+/g
const DEEPEST = 10_000
/** Of a row; Word makes 63 at most. All rows of a table are as wide as its widest. */
const MOST_CELLS = 100

interface State {
  readonly silent: boolean
  /** Bytes that stand in for a character that `\u` gave. */
  readonly fallback: number
}

/** The paragraphs and table rows of an RTF document, in order. Throws WorkError `corrupt` where it nests without end. */
export function* rtfParagraphs(bytes: Buffer): Iterable<RtfParagraph> {
  const source = bytes.toString('latin1')
  let encoding = 'windows-1252'
  let state: State = { silent: false, fallback: 1 }
  const outer: State[] = []
  let [text, level, skip, inTable, atStart] = ['', undefined as number | undefined, 0, false, false]
  let cells: string[] = []
  let pending: number[] = []
  const flush = () => {
    if (pending.length === 0) return
    text += iconv.decode(Buffer.from(pending), encoding)
    pending = []
  }
  const write = (piece: string) => {
    flush()
    text += piece
  }
  function* closed(): Iterable<RtfParagraph> {
    flush()
    if (inTable) {
      text += '\n'
      return
    }
    if (text.trim()) yield { text: text.trim(), ...(level === undefined ? {} : { level }) }
    text = ''
  }
  const token = new RegExp(TOKEN)
  for (let match = token.exec(source); match; match = token.exec(source)) {
    const [, word, number, hex, sign, brace, plain] = match
    if (brace === '{') {
      if (outer.length >= DEEPEST) throw new WorkError('corrupt', 'The .rtf file nests too deeply. Save it again and upload that copy.')
      outer.push(state)
      atStart = true
      continue
    }
    if (brace === '}') {
      state = outer.pop() ?? state
      skip = 0
    } else if (word === 'bin') token.lastIndex += Math.max(0, Number(number ?? 0))
    else if (atStart && ((word && NO_TEXT.has(word)) || sign === '*')) state = { ...state, silent: true }
    else if (word === 'ansicpg' && iconv.encodingExists(`windows-${number}`)) encoding = `windows-${number}`
    else if (state.silent) continue
    else if (hex !== undefined) skip > 0 ? skip-- : pending.push(Number.parseInt(hex, 16))
    else if (plain !== undefined) {
      const shown = plain.slice(skip)
      skip = Math.max(0, skip - plain.length)
      for (let i = 0; i < shown.length; i++) pending.push(shown.charCodeAt(i) & 0xff)
    } else if (word === 'uc') state = { ...state, fallback: Math.max(0, Number(number ?? 1)) }
    else if (word === 'u') {
      write(String.fromCharCode(Number(number ?? 63) & 0xffff))
      skip = state.fallback
    } else if (word === 'par' || word === 'sect' || word === 'page') yield* closed()
    else if (word === 'pard') [level, inTable] = [undefined, false]
    else if (word === 'intbl') inTable = true
    else if (word === 'outlinelevel') level = Number(number ?? 0) < 9 ? Number(number ?? 0) : undefined
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
    } else if (word !== undefined && word in SIGNS) write(SIGNS[word]!)
    else if (sign === '\r' || sign === '\n') yield* closed()
    else if (sign !== undefined) write(SIGNS[sign] ?? (/[\\{}]/.test(sign) ? sign : ''))
    atStart = sign === '*'
  }
  flush()
  if (cells.length > 0) yield { text: '', cells }
  inTable = false
  yield* closed()
}
