import { child, childElements, type XmlElement } from '../../xml/xml.ts'
import { attribute, valOf } from './docx-numbering.ts'
import type { NumberingMark, Styles } from './docx-styles.ts'

/** Where a paragraph stands in a list: bullets are no order. */
export interface ListPlace {
  readonly level: number
  readonly ordered: boolean
}

interface Definition {
  readonly levels: ReadonlyMap<string, ListPlace>
  /** The style whose list it is. */
  readonly link: string | undefined
}

/** A list's levels deeper than this are paragraphs, as mammoth has them. */
const DEEPEST_LEVEL = 4

/** Whether a paragraph is an item of a list, by its style and by what it says itself, from the part `numbering`. */
export function createListPlaces(
  numbering: XmlElement | undefined,
  styles: Styles,
): (style: string | undefined, mark: NumberingMark | undefined) => ListPlace | undefined {
  const parts = numbering ? childElements(numbering) : []
  const byStyle = new Map<string, ListPlace>()
  const definitions = new Map<string, Definition>()
  for (const part of parts.filter((e) => e.name === 'abstractNum')) {
    const levels = new Map<string, ListPlace>()
    for (const element of childElements(part).filter((e) => e.name === 'lvl')) {
      const level = attribute(element, 'ilvl') ?? '0'
      const place = { level: Number(level), ordered: valOf(child(element, 'numFmt')) !== 'bullet' }
      levels.set(level, place)
      const style = valOf(child(element, 'pStyle'))
      if (style !== undefined) byStyle.set(style, place)
    }
    definitions.set(attribute(part, 'abstractNumId') ?? '', { levels, link: valOf(child(part, 'numStyleLink')) })
  }
  const nums = new Map(
    parts.filter((e) => e.name === 'num').map((e) => [attribute(e, 'numId') ?? '', valOf(child(e, 'abstractNumId')) ?? '']),
  )
  function placeOf(num: string, level: string, seen: readonly string[] = []): ListPlace | undefined {
    const definition = definitions.get(nums.get(num) ?? '')
    if (!definition || seen.includes(num)) return undefined
    if (definition.link === undefined) return definition.levels.get(level)
    const linked = styles.lists.get(definition.link)?.mark?.num
    return linked === undefined ? undefined : placeOf(linked, level, [...seen, num])
  }
  const find = (style: string | undefined, { num, level }: NumberingMark): ListPlace | undefined => {
    if (num !== undefined && level !== undefined) return placeOf(num, level)
    const own = style === undefined ? undefined : byStyle.get(style)
    return own ?? (num === undefined ? undefined : placeOf(num, '0'))
  }
  return (style, mark) => {
    const place = find(style, mark ?? { num: undefined, level: undefined })
    return place && place.level <= DEEPEST_LEVEL ? place : undefined
  }
}
