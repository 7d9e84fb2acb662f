import { childrenOf, type HtmlElement, type HtmlNode, isBlock, isElement, isText } from './parse-html.ts'

/** Carries why the model changed an element; no part of the text. */
export const REASON = 'data-reason'

/** Nothing that people see: comments, and white space between elements. */
export const isTrivia = (node: HtmlNode): boolean => (isText(node) ? !/[^\s\u00a0]/.test(node.value) : !isElement(node))

export const significant = (nodes: readonly HtmlNode[]): HtmlNode[] => nodes.filter((node) => !isTrivia(node))

export type KeyOf = (node: HtmlNode) => number

/**
 * Gives two nodes the same number where the one only reprints the other: same elements, attributes and words, whatever their quotes,
 * entities, order of attributes and white space.
 */
export function keying(): KeyOf {
  const known = new Map<string, number>()
  const keys = new WeakMap<HtmlNode, number>()
  const intern = (text: string): number => {
    const found = known.get(text)
    if (found !== undefined) return found
    known.set(text, known.size)
    return known.size - 1
  }
  const textKey = (value: string, exact: boolean) => intern(`#${exact ? value : value.replace(/[\s\u00a0]+/g, ' ')}`)
  const keyOf = (node: HtmlNode, exact: boolean): number => {
    const kept = keys.get(node)
    if (kept !== undefined) return kept
    const key = isElement(node) ? elementKey(node, exact || node.tagName === 'pre') : isText(node) ? textKey(node.value, exact) : -1
    keys.set(node, key)
    return key
  }
  const elementKey = (element: HtmlElement, exact: boolean): number => {
    const children = exact ? childrenOf(element).filter((c) => isText(c) || isElement(c)) : significant(childrenOf(element))
    const last = children.length - 1
    const parts = children.map((child, i) => {
      if (exact || !isText(child) || !isBlock(element)) return keyOf(child, exact)
      // white space at the edges of a block is not seen
      const text = i === 0 ? child.value.replace(/^[\s\u00a0]+/, '') : child.value
      return textKey(i === last ? text.replace(/[\s\u00a0]+$/, '') : text, false)
    })
    return intern(`${element.tagName}|${attributesKey(element)}|${parts.join(',')}`)
  }
  return (node) => keyOf(node, false)
}

/** An element's attributes as one text, whatever their order and spelling. */
export function attributesKey({ attrs }: HtmlElement): string {
  const told = attrs.filter(({ name }) => name !== REASON).map(({ name, value }) => `${name}=${JSON.stringify(plain(name, value))}`)
  return told.sort().join(' ')
}

function plain(name: string, value: string): string {
  if (name === 'class') return value.trim().split(/\s+/).join(' ')
  if (name !== 'style') return value
  const declarations = value.split(';').map((one) =>
    one
      .trim()
      .replace(/\s*:\s*/, ':')
      .replace(/\s+/g, ' '),
  )
  return declarations.filter(Boolean).join(';')
}
