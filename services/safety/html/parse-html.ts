import {
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  parseFragment,
  serialize,
  serializeOuter,
  type TreeAdapter,
} from 'parse5'
import { WorkError } from '../../../kernel/runtime/errors.ts'

export type HtmlFragment = DefaultTreeAdapterTypes.DocumentFragment
export type HtmlElement = DefaultTreeAdapterTypes.Element
export type HtmlNode = DefaultTreeAdapterTypes.ChildNode
export type HtmlText = DefaultTreeAdapterTypes.TextNode
type HtmlParent = HtmlFragment | HtmlElement

/** Browsers nest 512 deep at most; no text for people comes near. */
export const MOST_DEPTH = 200
/** Misnested tags make a parser invent elements: so many in all, whatever the text. */
export const MOST_ELEMENTS = 250_000

export interface ParsedHtml {
  readonly root: HtmlFragment
  /** Whether the text ends in the middle of a tag or a comment. */
  readonly cutOff: boolean
}

/**
 * HTML as a browser understands it inside of a page, with the place of each node in the text. WorkError `invalid_html` for what is nested
 * too deep or has too many elements; nothing else is refused.
 */
export function parseHtml(html: string): ParsedHtml {
  let elements = 0
  let depth = 0
  let cutOff = false
  const treeAdapter: TreeAdapter<DefaultTreeAdapterMap> = {
    ...defaultTreeAdapter,
    createElement(...given) {
      elements += 1
      if (elements > MOST_ELEMENTS) throw new WorkError('invalid_html', `the HTML has more than ${MOST_ELEMENTS} elements; split it`)
      return defaultTreeAdapter.createElement(...given)
    },
    onItemPush() {
      depth += 1
      if (depth > MOST_DEPTH) throw new WorkError('invalid_html', `the HTML is nested more than ${MOST_DEPTH} deep; take out what wraps it`)
    },
    onItemPop() {
      depth -= 1
    },
  }
  const root = parseFragment(html, {
    treeAdapter,
    sourceCodeLocationInfo: true,
    onParseError: ({ code }) => {
      if (String(code).startsWith('eof-in-')) cutOff = true
    },
  })
  return { root, cutOff }
}

export const isElement = (node: HtmlNode | HtmlParent): node is HtmlElement => 'tagName' in node
export const isText = (node: HtmlNode): node is HtmlText => node.nodeName === '#text'

/** Children as people see them: those of a template stand apart, and are none. */
export const childrenOf = (node: HtmlParent): readonly HtmlNode[] => node.childNodes

/** Every element below a node, in the order of the text. */
export function* elementsOf(node: HtmlParent): Generator<HtmlElement> {
  for (const child of childrenOf(node)) {
    if (!isElement(child)) continue
    yield child
    yield* elementsOf(child)
  }
}

/** The text of a node, its parts apart where a block ends. */
export function textOf(node: HtmlNode | HtmlParent): string {
  if ('value' in node) return node.value
  if (!('childNodes' in node)) return ''
  const inner = node.childNodes.map(textOf).join('')
  return isElement(node) && (isBlock(node) || node.tagName === 'br') ? ` ${inner} ` : inner
}

/** Text in one line. */
export const lineOf = (node: HtmlNode | HtmlParent): string => textOf(node).replace(/\s+/g, ' ').trim()

const BLOCKS = new Set(
  'address article aside blockquote caption center col colgroup dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr legend li main nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)
export const isBlock = ({ tagName }: Pick<HtmlElement, 'tagName'>): boolean => BLOCKS.has(tagName)

/** 1 to 6; 0 for what is no heading. */
export const headingLevel = (node: HtmlNode): number => (isElement(node) && /^h[1-6]$/.test(node.tagName) ? Number(node.tagName[1]) : 0)

/** Children as HTML, and a node with its own tags. */
export const innerHtml = (node: HtmlParent): string => serialize(node)
export const outerHtml = (node: HtmlNode): string => serializeOuter(node)
