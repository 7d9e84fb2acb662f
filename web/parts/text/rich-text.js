import { element } from '../element.js'

const SHOWN = new Set(
  'h1 h2 h3 h4 h5 h6 p div span br hr blockquote pre code ul ol li dl dt dd table caption thead tbody tfoot tr th td a b strong i em u s del ins sub sup small mark abbr section article'.split(
    ' ',
  ),
)
const DROPPED = new Set('script style iframe object embed template noscript svg math textarea select option title head'.split(' '))
const KEPT = { td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan', 'scope'], ol: ['start', 'type'], li: ['value'] }

/**
 * Rich text that the server has cleaned, built anew from elements that are known: words, structure and links to the web, and nothing else.
 * Its highest headings have the level that is given, so that they stand under those of the page.
 * @param {string} html
 * @param {number} [level]
 */
export function richText(html, level = 3) {
  // inert: nothing of it runs or loads
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const highest = Math.min(...[...body.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(({ localName }) => Number(localName[1])))
  const nodes = shown(body, level - highest)
  const items = nodes.length > 0 && nodes.every((node) => node instanceof HTMLLIElement || (typeof node === 'string' && !node.trim()))
  return element('div', { className: 'rich-text' }, ...(items ? [element('ul', {}, ...nodes)] : nodes))
}

function shown(node, deeper) {
  return [...node.childNodes].flatMap((child) => {
    if (child.nodeType === Node.TEXT_NODE) return [child.data]
    if (child.nodeType !== Node.ELEMENT_NODE) return []
    const tag = child.localName
    if (DROPPED.has(tag)) return []
    const inside = shown(child, deeper)
    if (!SHOWN.has(tag)) return inside
    if (/^h[1-6]$/.test(tag)) return [element(`h${Math.min(6, Number(tag[1]) + deeper)}`, {}, ...inside)]
    return [element(tag, attributesOf(child, tag), ...inside)]
  })
}

function attributesOf(node, tag) {
  const kept = Object.fromEntries((KEPT[tag] ?? []).map((name) => [name, node.getAttribute(name)]))
  const href = tag === 'a' ? node.getAttribute('href') : undefined
  return /^https?:\/\//i.test(href ?? '') ? { ...kept, href, rel: 'noreferrer noopener', target: '_blank' } : kept
}
