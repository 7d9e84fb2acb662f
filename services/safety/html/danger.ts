import { childrenOf, type HtmlElement, type HtmlNode, isElement } from './parse-html.ts'

const RUNS = new Set(
  'script iframe frame frameset object embed applet link meta base style svg math template noscript form input button textarea select video audio source track picture portal xmp noembed noframes plaintext title head body html'.split(
    ' ',
  ),
)
/** Attributes whose address is fetched without being asked for. */
const LOADS = new Set('src srcset background poster data dynsrc lowsrc longdesc codebase classid archive profile manifest'.split(' '))
const LEADS = new Set('href xlink:href action formaction cite ping'.split(' '))
/** What a browser leaves out of an address before it reads its scheme. */
const IGNORED = /[\p{Cc}\s]/gu
const STYLE = /url|expression|import|binding|behaviou?r|script|image|\\|\/\*|</i

/** Whether an attribute may run something, or load something from elsewhere. */
export function isDangerousAttribute(tagName: string, name: string, value: string): boolean {
  const plain = name.toLowerCase()
  if (plain.startsWith('on') || plain === 'srcdoc' || plain === 'is' || plain.startsWith('xmlns')) return true
  if (plain === 'style') return STYLE.test(value)
  const address = value.replace(IGNORED, '').toLowerCase()
  if (LEADS.has(plain)) return /^(?!https?:|mailto:|tel:)[^/?#]*:/.test(address)
  if (LOADS.has(plain)) return tagName !== 'img' || plain !== 'src' || /^[^/?#]*:|^[/\\]{2}/.test(address)
  return false
}

/** Whether an element itself, its content apart, may run or load something. */
export const isDangerousElement = ({ tagName, attrs, namespaceURI }: HtmlElement): boolean =>
  RUNS.has(tagName) ||
  namespaceURI !== 'http://www.w3.org/1999/xhtml' ||
  attrs.some(({ name, prefix, value }) => isDangerousAttribute(tagName, prefix ? `${prefix}:${name}` : name, value))

/** Whether anything in this node may run or load something. What is only unknown is not dangerous. */
export const isDangerous = (node: HtmlNode): boolean =>
  node.nodeName === '#comment'
    ? /[<>]|--/.test('data' in node ? node.data : '')
    : isElement(node) && (isDangerousElement(node) || childrenOf(node).some(isDangerous))
