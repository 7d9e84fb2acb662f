/** What `next` has come to. */
export const END = 0
export const OPEN = 1
export const CLOSE = 2
export const TEXT = 3
export type Step = typeof END | typeof OPEN | typeof CLOSE | typeof TEXT

/** A part that this cursor does not read: not well-formed, or written as few programs write. Another reader says what is wrong with it. */
export class UnreadXml extends Error {
  override name = 'UnreadXml'
}

const DEEPEST = 256
const NAME = /^[\p{L}_][\p{L}\p{N}._-]*(?::[\p{L}_][\p{L}\p{N}._-]*)?$/u
/** What XML 1.0 allows nowhere. */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/
const REFERENCE = /&(?:#(\d{1,7})|#x([0-9A-Fa-f]{1,6})|(\w+));|&/g
const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const [TAB, LF, CR, SPACE, EXCLAMATION, QUOTE, APOSTROPHE, SLASH, LESS, EQUAL, GREATER, QUESTION] = [
  9, 10, 13, 32, 33, 34, 39, 47, 60, 61, 62, 63,
]
const isSpace = (c: number): boolean => c === SPACE || c === LF || c === CR || c === TAB

interface Name {
  readonly written: string
  readonly name: string
  readonly local: string
}

/** Names by their hashes: of all sources in which they are told as they are written. */
const SHARED = new Map<number, Name>()
const MOST_KNOWN = 2000
/** The names of properties are compared by their addresses. */
const byAddress = (name: string): string => Object.keys({ [name]: 0 })[0]!

/** Namespaces by the prefix that they are told with, whichever they have in the source. */
export type Prefixes = Readonly<Record<string, readonly string[]>>

/**
 * Goes through XML once, tag by tag, and makes texts and values of attributes only where they are asked for. It takes what is well-formed
 * and declares no document type, checks names, nesting, quotes and references, and throws UnreadXml otherwise.
 */
export class XmlCursor {
  /** Of the element that was opened or closed last, with its prefix. */
  name = ''
  /** The same without its prefix. */
  local = ''
  /** Elements that are open; one that was just closed is not. */
  depth = 0
  readonly #source: string
  readonly #prefixes: Prefixes | undefined
  #known = SHARED
  /** How the prefixes that names are told with are written, once they are declared. */
  readonly #written = new Map<string, string>()
  /** The other way round, where these differ. */
  readonly #told = new Map<string, string>()
  readonly #path: Name[] = []
  /** Four places an attribute: where its name begins and ends, and its value. */
  #spans: number[] = []
  #attributes = 0
  #at = 0
  #empty = false
  #from = 0
  #to = 0
  #literal = false
  #rooted = false

  /** With `prefixes`, names are told with these; a source in which a prefix means now one of these namespaces and now another is not read. */
  constructor(source: string, prefixes?: Prefixes) {
    this.#source = source
    this.#prefixes = prefixes
  }

  next(): Step {
    if (this.#empty) {
      this.#empty = false
      return this.#closed()
    }
    const source = this.#source
    for (;;) {
      const at = this.#at
      if (at >= source.length) return this.#ended()
      if (source.charCodeAt(at) !== LESS) {
        const end = source.indexOf('<', at)
        this.#from = at
        this.#to = end < 0 ? source.length : end
        this.#at = this.#to
        this.#literal = false
        if (this.depth > 0) return TEXT
        if (source.slice(at, this.#to).trim()) throw new UnreadXml('text outside of the root')
        continue
      }
      const sign = source.charCodeAt(at + 1)
      if (sign === SLASH) return this.#closeTag(at + 2)
      if (sign !== EXCLAMATION && sign !== QUESTION) return this.#openTag(at + 1)
      if (sign === QUESTION) this.#at = this.#after('?>', at + 2)
      else if (source.startsWith('<!--', at)) this.#at = this.#after('-->', at + 4)
      else if (source.startsWith('<![CDATA[', at) && this.depth > 0) {
        this.#at = this.#after(']]>', at + 9)
        this.#from = at + 9
        this.#to = this.#at - 3
        this.#literal = true
        return TEXT
      } else throw new UnreadXml('a declaration')
    }
  }

  /** The text that was come to, whole or a piece of it. */
  text(): string {
    const text = this.#source.slice(this.#from, this.#to)
    return this.#literal ? lineEnds(checked(text)) : decoded(text)
  }

  /** Whether the text that was come to is more than white space. */
  hasText(): boolean {
    for (let i = this.#from; i < this.#to; i++) if (!isSpace(this.#source.charCodeAt(i))) return true
    return false
  }

  /** Value of an attribute of the element that was just opened, by its name with the prefix. */
  attribute(told: string): string | undefined {
    const name = this.#told.size > 0 ? this.#writtenOf(told) : told
    const spans = this.#spans
    for (let i = 0; i < this.#attributes; i += 4) {
      const from = spans[i]!
      if (spans[i + 1]! - from === name.length && this.#source.startsWith(name, from)) return this.#value(i)
    }
    return undefined
  }

  /** The same by its name without a prefix, whichever it has. */
  attributeOf(local: string): string | undefined {
    const spans = this.#spans
    for (let i = 0; i < this.#attributes; i += 4) {
      const [from, at] = [spans[i]!, spans[i + 1]! - local.length]
      if ((at === from || (at > from && this.#source[at - 1] === ':')) && this.#source.startsWith(local, at)) return this.#value(i)
    }
    return undefined
  }

  /** All attributes of the element that was just opened. */
  attributes(): Record<string, string> {
    const all: Record<string, string> = Object.create(null)
    for (let i = 0; i < this.#attributes; i += 4) all[this.#source.slice(this.#spans[i], this.#spans[i + 1])] = this.#value(i)
    return all
  }

  /** Whether the namespace of this prefix is declared. */
  knows(prefix: string): boolean {
    return this.#written.has(prefix)
  }

  /** Goes to the end of the element that was just opened. */
  skip(): void {
    const outside = this.depth - 1
    while (this.next() !== CLOSE || this.depth > outside);
  }

  #value(i: number): string {
    const text = decoded(this.#source.slice(this.#spans[i + 2], this.#spans[i + 3]))
    return /[\t\n]/.test(text) ? text.replace(/[\t\n]/g, ' ') : text
  }

  #after(sign: string, from: number): number {
    const at = this.#source.indexOf(sign, from)
    if (at < 0) throw new UnreadXml(`no ${sign}`)
    return at + sign.length
  }

  #ended(): typeof END {
    if (this.depth > 0 || !this.#rooted) throw new UnreadXml('it is cut off')
    return END
  }

  #closed(): typeof CLOSE {
    const { name, local } = this.#path.pop()!
    this.name = name
    this.local = local
    this.depth--
    return CLOSE
  }

  #closeTag(at: number): typeof CLOSE {
    const name = this.#path.at(-1)?.written
    if (name === undefined || !this.#source.startsWith(name, at)) throw new UnreadXml('an end without its beginning')
    let i = at + name.length
    while (isSpace(this.#source.charCodeAt(i))) i++
    if (this.#source.charCodeAt(i) !== GREATER) throw new UnreadXml('an end without its beginning')
    this.#at = i + 1
    return this.#closed()
  }

  #openTag(at: number): typeof OPEN {
    const source = this.#source
    if (this.depth === 0 && this.#rooted) throw new UnreadXml('a second root')
    let [i, c, hash] = [at, source.charCodeAt(at), 0]
    // A number that is none is the end of the source.
    while (c > SPACE && c !== GREATER && c !== SLASH) {
      hash = (Math.imul(hash, 31) + c) | 0
      c = source.charCodeAt(++i)
    }
    const name = this.#nameOf(hash, at, i)
    let count = 0
    for (;;) {
      const before = i
      while (isSpace(c)) c = source.charCodeAt(++i)
      if (c === GREATER || c === SLASH) break
      if (i === before) throw new UnreadXml('a tag that is cut off')
      const from = i
      while (c > SPACE && c !== EQUAL && c !== LESS && c !== GREATER) c = source.charCodeAt(++i)
      const to = i
      while (isSpace(c)) c = source.charCodeAt(++i)
      if (c !== EQUAL || to === from) throw new UnreadXml('an attribute without a value')
      do c = source.charCodeAt(++i)
      while (isSpace(c))
      if (c !== QUOTE && c !== APOSTROPHE) throw new UnreadXml('a value without quotes')
      const [quote, start] = [c, i + 1]
      do {
        c = source.charCodeAt(++i)
        if (c === LESS || Number.isNaN(c)) throw new UnreadXml('a value that does not end')
      } while (c !== quote)
      this.#spans[count] = from
      this.#spans[count + 1] = to
      this.#spans[count + 2] = start
      this.#spans[count + 3] = i
      count += 4
      c = source.charCodeAt(++i)
      if (this.#prefixes && source.charCodeAt(from) === 120 && source.startsWith('xmlns', from)) this.#declared(from, to, start, i - 1)
    }
    this.#empty = c === SLASH
    if (this.#empty && source.charCodeAt(++i) !== GREATER) throw new UnreadXml('a tag that is cut off')
    this.#attributes = count
    this.#at = i + 1
    this.#rooted = true
    this.name = name.name
    this.local = name.local
    this.#path.push(name)
    if (++this.depth > DEEPEST) throw new UnreadXml('it nests too deeply')
    return OPEN
  }

  /** One string for each name, found by its hash, so that no string is made for each tag. */
  #nameOf(hash: number, from: number, to: number): Name {
    const known = this.#known.get(hash)
    if (known !== undefined && known.written.length === to - from && this.#source.startsWith(known.written, from)) return known
    const written = this.#source.slice(from, to)
    if (!NAME.test(written)) throw new UnreadXml('a name that is none')
    const colon = written.indexOf(':')
    const prefix = this.#told.get(written.slice(0, Math.max(0, colon)))
    const local = written.slice(colon + 1)
    const found = { written, name: byAddress(prefix === undefined ? written : `${prefix}:${local}`), local: byAddress(local) }
    if (known === undefined && this.#known.size < MOST_KNOWN) this.#known.set(hash, found)
    return found
  }

  #writtenOf(name: string): string {
    const colon = name.indexOf(':')
    const prefix = colon < 0 ? undefined : this.#written.get(name.slice(0, colon))
    return prefix === undefined ? name : prefix + name.slice(colon)
  }

  #declared(from: number, to: number, start: number, end: number): void {
    const prefixes = this.#prefixes!
    const prefix = this.#source.slice(from + 6, to)
    const space = decoded(this.#source.slice(start, end))
    const told = Object.keys(prefixes).find((p) => prefixes[p]!.includes(space))
    const before = told === undefined ? undefined : this.#written.get(told)
    const another =
      told === undefined ? Object.hasOwn(prefixes, prefix) || this.#told.has(prefix) : before !== undefined && before !== prefix
    // Names may have been told already.
    const late = told !== undefined && told !== prefix && before === undefined && (this.depth > 0 || prefix === '')
    if (another || late) throw new UnreadXml('a prefix of another namespace')
    if (told === undefined) return
    this.#written.set(told, prefix)
    if (told === prefix) return
    this.#told.set(prefix, told)
    // Names are told otherwise than in other sources.
    if (this.#known === SHARED) this.#known = new Map()
  }
}

function checked(text: string): string {
  if (!FORBIDDEN.test(text)) return text
  throw new UnreadXml('a character that is none')
}

const lineEnds = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text)

function decoded(text: string): string {
  const plain = lineEnds(checked(text))
  return plain.includes('&') ? plain.replace(REFERENCE, referred) : plain
}

function referred(_: string, decimal: string | undefined, hexadecimal: string | undefined, name: string | undefined): string {
  if (name !== undefined && Object.hasOwn(NAMED, name)) return NAMED[name]!
  const code = decimal !== undefined ? Number(decimal) : hexadecimal !== undefined ? Number.parseInt(hexadecimal, 16) : 0
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) throw new UnreadXml('a reference to nothing')
  return checked(String.fromCodePoint(code))
}
