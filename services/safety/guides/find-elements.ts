import { Tokenizer } from 'htmlparser2'

/** A piece of HTML that holds text of its own: a paragraph, an item of a list, a cell. */
export interface FoundElement {
  tag: string
  /** Its place in the HTML. */
  start: number
  end: number
  text: string
  /** All of its text is bold. */
  bold: boolean
  /** Its text before the first word that is not bold. */
  lead: string
  /** Of a cell, from 0. */
  column: number | undefined
  /** A cell that names a column or row. */
  header: boolean
  /** Lists that it stands in. */
  depth: number
}

/** Elements whose text is nobody's to read. */
const UNREAD = new Set('script style template noscript svg math iframe object head title textarea'.split(' '))
const INLINE = new Set(
  'a abbr b bdi bdo big br cite code data del dfn em font i img ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)
/** Elements at which a browser ends a drawing or a formula that nobody ended. */
const ENDS_DRAWING = new Set('p div h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table blockquote pre'.split(' '))
const LISTS = new Set(['ul', 'ol', 'dl'])
/** What begins a line of its own behind a line break: a bullet, a number, a part of the plan. */
const BEGINS_LINE = /^\s*(?:[•▪◦‣☐□]|\(?\d{1,2}[.)]\s|(?:goals?|objectives?)\b|courses?(?:\s+of)?(?:\s+action\b|\s*$))/i
/** Elements that are read; an annex has some hundred. */
const MOST_ELEMENTS = 20_000
/** Characters of one of them. */
const MOST_TEXT = 20_000

/** The elements of any HTML in their order. Linear in its length, however deep it is nested: tags are read one after the other, and no tree is made. */
export function findElements(html: string): FoundElement[] {
  const found: FoundElement[] = []
  let block = { tag: 'text', start: 0, fresh: false }
  let now: FoundElement | undefined
  let unread: string | undefined
  let bold = 0
  let broken = false
  let column = -1
  let depth = 0
  let cell: 'td' | 'th' | undefined
  /** The tag that is being read, and where it began. */
  let tag = { name: '', start: 0 }

  const flush = (end: number) => {
    if (now && found.length < MOST_ELEMENTS) {
      const [text, lead] = [tidy(now.text), tidy(now.lead)]
      if (/[\p{L}\p{N}]/u.test(text)) found.push({ ...now, end, text, lead, bold: now.bold && lead === text })
    }
    now = undefined
    broken = false
  }
  const add = (text: string, at: number) => {
    if (unread !== undefined) return
    if (broken && text.trim()) {
      broken = false
      if (BEGINS_LINE.test(text)) flush(at)
    }
    if (!now) {
      if (!text.trim()) return
      const [start, name] = block.fresh ? [block.start, block.tag] : [at, 'text']
      now = { tag: name, start, end: at, text: '', bold: true, lead: '', column: cell && column, header: cell === 'th', depth }
      block.fresh = false
    }
    if (now.text.length >= MOST_TEXT) return
    now.text += text
    if (bold > 0 && now.bold) now.lead += text
    else if (text.trim()) now.bold = false
  }
  const opened = () => {
    const { name, start } = tag
    if (unread !== undefined && !(/^(?:svg|math)$/.test(unread) && ENDS_DRAWING.has(name))) return
    unread = UNREAD.has(name) ? name : undefined
    if (unread) return
    if (name === 'b' || name === 'strong') bold++
    if (name === 'br' && now) {
      now.text += ' '
      broken = true
    }
    if (name === 'tr' || name === 'table') [column, cell] = [-1, undefined]
    if (INLINE.has(name)) return
    flush(start)
    bold = 0
    block = { tag: name, start, fresh: true }
    if (LISTS.has(name)) depth++
    if (name === 'td' || name === 'th') [column, cell] = [column + 1, name]
  }
  const closed = (name: string, end: number) => {
    if (unread !== undefined) {
      if (unread === name) unread = undefined
      return
    }
    if (name === 'b' || name === 'strong') bold = Math.max(0, bold - 1)
    if (INLINE.has(name) || UNREAD.has(name)) return
    flush(end)
    bold = 0
    block.fresh = false
    if (name === 'table') cell = undefined
    if (LISTS.has(name)) depth = Math.max(0, depth - 1)
  }
  const none = () => undefined
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname(start, end) {
        tag = { name: html.slice(start, end).toLowerCase(), start: start - 1 }
      },
      onopentagend: opened,
      onselfclosingtag: opened,
      onclosetag: (start, end) => closed(html.slice(start, end).toLowerCase(), html.indexOf('>', end) + 1 || html.length),
      ontext: (start, end) => add(html.slice(start, end), start),
      ontextentity: (code, end) => add(String.fromCodePoint(code), end - 1),
      ...{ onattribdata: none, onattribentity: none, onattribend: none, onattribname: none, oncdata: none },
      ...{ oncomment: none, ondeclaration: none, onprocessinginstruction: none, onend: none },
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  flush(html.length)
  return found
}

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim()
