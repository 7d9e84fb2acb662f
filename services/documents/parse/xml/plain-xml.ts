import { htmlTree } from '../readers/markup/html-tree.ts'
import { directText } from './xml.ts'

/** What XML itself knows; each stays as it is. */
const OWN = new Set(['lt', 'gt', 'amp', 'quot', 'apos'])
const NAMED_REFERENCE = /&([A-Za-z][A-Za-z0-9._-]{0,63});/g
/** HTML has fewer names. */
const MOST_NAMES = 2500
/** What matters in a document type: brackets, and what begins a text in which they mean nothing. */
const DOCTYPE_TOKEN = /["'[\]>]|<!--|<\?/g
const ENDS: Readonly<Record<string, string>> = { '"': '"', "'": "'", '<!--': '-->', '<?': '?>' }

/**
 * XML as anyone writes it, as XML that declares nothing: its document type is left out, so that nothing is expanded or fetched. References by
 * HTML's names become their characters, and those to what the document type declared stay as they are written.
 */
export function plainXml(source: string): string {
  const bare = withoutDocumentType(source)
  const known = new Map<string, string>()
  return bare.replace(NAMED_REFERENCE, (written, name: string) => {
    if (OWN.has(name)) return written
    const text = known.get(name) ?? escaped(known.size < MOST_NAMES ? directText(htmlTree(written)) : written)
    known.set(name, text)
    return text
  })
}

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

function withoutDocumentType(source: string): string {
  const begin = source.indexOf('<!DOCTYPE')
  if (begin < 0 || !isProlog(source, begin)) return source
  let depth = 0
  const token = new RegExp(DOCTYPE_TOKEN)
  token.lastIndex = begin
  for (let match = token.exec(source); match; match = token.exec(source)) {
    const [sign] = match
    const end = ENDS[sign]
    if (end !== undefined) {
      const closed = source.indexOf(end, token.lastIndex)
      if (closed < 0) return source
      token.lastIndex = closed + end.length
    } else if (sign === '[') depth++
    else if (sign === ']') depth--
    else if (depth === 0) return source.slice(0, begin) + source.slice(token.lastIndex)
  }
  return source
}

/** Whether nothing but comments, instructions and white space stands before this place. */
function isProlog(source: string, end: number): boolean {
  let at = 0
  for (;;) {
    while (at < end && /\s/.test(source[at]!)) at++
    if (at === end) return true
    const close = ENDS[source.startsWith('<!--', at) ? '<!--' : source.slice(at, at + 2)]
    const found = close === undefined ? -1 : source.indexOf(close, at)
    if (found < 0 || found > end) return false
    at = found + close!.length
  }
}
