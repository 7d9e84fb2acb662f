import { Parser } from 'htmlparser2'
import { WorkError } from '../../../../../kernel/runtime/errors.ts'
import type { XmlElement } from '../../xml/xml.ts'

/** Deeper elements are read as parts of the one at this depth. */
const DEEPEST = 256
const MOST_NODES = 2_000_000
/** What no reader of the page sees as text. */
const UNSEEN = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'iframe',
  'object',
  'embed',
  'svg',
  'canvas',
  'audio',
  'video',
  'select',
])

type Growing = XmlElement & { readonly children: (XmlElement | string)[] }

const element = (name: string, attributes: Record<string, string>): Growing => ({ name, attributes, children: [] })

/**
 * HTML as people write it, as a tree: names in lower case, entities resolved, white space as it shows; without scripts, styles and what is
 * hidden. Nothing is run or fetched. Throws WorkError `too_large` beyond two million elements.
 */
export function htmlTree(source: string): XmlElement {
  const root = element('html', {})
  const path: Growing[] = [root]
  let [nodes, unseen, beyond, literal] = [0, 0, 0, 0]
  // A text comes in pieces, one an entity: joined once it is whole, so that a long one is not copied for each of them.
  let pieces: string[] = []
  const endText = () => {
    if (pieces.length > 0) path.at(-1)!.children.push(pieces.join(''))
    pieces = []
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      if (++nodes > MOST_NODES)
        throw new WorkError('too_large', `The page has more than ${MOST_NODES} elements. Split it into smaller files.`)
      if (unseen > 0 || UNSEEN.has(name) || isHidden(attributes)) unseen++
      else if (path.length > DEEPEST) beyond++
      else {
        endText()
        const opened = element(name, attributes)
        path.at(-1)!.children.push(opened)
        path.push(opened)
        if (name === 'pre' || name === 'textarea') literal++
      }
    },
    ontext(text) {
      if (unseen > 0) return
      const shown = literal > 0 ? text : text.replace(/[ \t\r\n\f]+/g, ' ')
      const goesOn = literal === 0 && shown.startsWith(' ') && pieces.at(-1)?.endsWith(' ')
      if (!goesOn) pieces.push(shown)
      else if (shown.length > 1) pieces.push(shown.slice(1))
    },
    onclosetag(name) {
      if (unseen > 0) unseen--
      else if (beyond > 0) beyond--
      else if (path.length > 1) {
        endText()
        path.pop()
        if (name === 'pre' || name === 'textarea') literal--
      }
    },
  })
  parser.write(source)
  parser.end()
  endText()
  return root
}

const isHidden = ({ hidden, style = '', 'aria-hidden': aria }: Record<string, string>): boolean =>
  hidden !== undefined || aria === 'true' || /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style)
