import { childElements, descendants, type XmlElement } from '../../xml/xml.ts'

/** What the styles of a document say of its text. */
export interface OpenDocumentStyles {
  /** The first number of a list at this level, from 1; undefined where its items have none. */
  firstNumber(listStyle: string | undefined, level: number): number | undefined
  isTitle(paragraphStyle: string | undefined): boolean
}

const NUMBERED = 'list-level-style-number'

export function openDocumentStyles(parts: readonly (XmlElement | undefined)[]): OpenDocumentStyles {
  const numbers = new Map<string, ReadonlyMap<number, number>>()
  const parents = new Map<string, string>()
  for (const part of parts.filter((p) => p !== undefined)) {
    for (const style of descendants(part, 'list-style')) {
      const levels = childElements(style).filter((level) => level.name === NUMBERED && level.attributes['style:num-format'])
      const firsts = levels.map(({ attributes: a }) => [Number(a['text:level']), Number(a['text:start-value'] ?? 1)] as const)
      numbers.set(style.attributes['style:name'] ?? '', new Map(firsts))
    }
    for (const { attributes: a } of descendants(part, 'style'))
      if (a['style:family'] === 'paragraph') parents.set(a['style:name'] ?? '', a['style:parent-style-name'] ?? '')
  }
  return {
    firstNumber: (style, level) => numbers.get(style ?? '')?.get(level),
    // An automatic style says what is different here, and its parent what it is.
    isTitle: (style) => style === 'Title' || (style !== undefined && parents.get(style) === 'Title'),
  }
}
