import type { DraftBlock, Reading } from '../../blocks/draft-block.ts'
import { readTextFile, wholeText } from '../../read-text-file.ts'
import { childElements, descendants, directText, type XmlElement } from '../../xml/xml.ts'
import { htmlTree } from './html-tree.ts'
import { markupBlocks } from './markup-blocks.ts'

/** Around the text of a page: menus, banners and footers. */
const FURNITURE = new Set(['nav', 'aside', 'footer', 'header', 'form', 'button', 'dialog'])
const FURNITURE_ROLES = new Set(['navigation', 'banner', 'contentinfo', 'complementary', 'search', 'dialog'])
/** How the page says which encoding it has. */
const DECLARED = /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i

/** A web page: its title, and what stands in its main part where it names one. */
export async function* readHtml(reading: Reading): AsyncIterable<DraftBlock> {
  const file = await readTextFile(reading, DECLARED)
  reading.setReader(`html (${file.encoding})`)
  yield* htmlBlocks(wholeText(file))
}

/** The blocks of a page's text: the title as the topmost heading where the text has none. */
export async function* htmlBlocks(source: string): AsyncIterable<DraftBlock> {
  const page = htmlTree(source)
  const main = mainPart(page)
  const title = [...descendants(page, 'title')].map(directText).join(' ').trim()
  if (title && [...descendants(main, 'h1')].length === 0) yield { type: 'heading', level: 1, text: title }
  yield* markupBlocks(main.children)
}

/** What the page marks as its main part, or everything but its furniture. A header within an article is the article's own. */
function mainPart(page: XmlElement): XmlElement {
  const [first, ...others] = descendants(page, 'article')
  const marked = [...descendants(page, 'main')][0] ?? withRole(page, 'main') ?? (others.length === 0 ? first : undefined)
  if (marked) return without(marked, (e) => e.name === 'nav' || e.name === 'button')
  const text = without(page, (e) => e.name === 'head' || FURNITURE.has(e.name) || FURNITURE_ROLES.has(e.attributes.role ?? ''))
  return hasText(text) ? text : without(page, (e) => e.name === 'head')
}

function withRole(element: XmlElement, role: string): XmlElement | undefined {
  for (const inner of childElements(element)) {
    const found = inner.attributes.role === role ? inner : withRole(inner, role)
    if (found) return found
  }
  return undefined
}

function without(element: XmlElement, unwanted: (element: XmlElement) => boolean): XmlElement {
  const children = element.children.flatMap((c): XmlElement['children'] =>
    typeof c === 'string' ? [c] : unwanted(c) ? [] : [without(c, unwanted)],
  )
  return { ...element, children }
}

const hasText = (element: XmlElement): boolean => element.children.some((c) => (typeof c === 'string' ? c.trim() !== '' : hasText(c)))
