import {
  elementsOf,
  type HtmlElement,
  type HtmlFragment,
  type HtmlNode,
  headingLevel,
  isBlock,
  isElement,
  lineOf,
} from '../html/parse-html.ts'
import type { PlaceOf } from '../html/places.ts'

/** What an instruction says must stay. */
export interface Exclusions {
  /** Stretches of the field, in characters, of which not one may differ. */
  readonly ranges: readonly { readonly start: number; readonly end: number; readonly what: string }[]
  /** Whether every number stays. */
  readonly numbers: boolean
}

const DETERMINERS = /^(?:(?:the|any|all|all of|of|our|this|that|these|those|its|my|your|each|every|in|inside|within|to|from|on|for)\s+)+/i
const END = String.raw`(?=$|[.;!?\n])`
const CHANGE = String.raw`(?:chang|touch|edit|modif|alter|rewrit|reword|rephras|updat|adjust|reformat|improv|correct|fix)\w*`
const DENIED = `(?:do not|don['’]t|never|must not|mustn['’]t|should not|shouldn['’]t|may not|without|not to|no need to)`
const EXCEPT = String.raw`(?:except|but not|apart from|other than|excluding|besides|save for|with the exception of)(?:\s+for)?`

const ONLY = [
  new RegExp(String.raw`\bonly\s+${CHANGE}\s+([^.;!?\n]+?)${END}`, 'gi'),
  new RegExp(String.raw`\b${CHANGE}\s+only\s+([^.;!?\n]+?)${END}`, 'gi'),
  new RegExp(String.raw`\b(?:nothing|anything)\s+(?:else\s+)?(?:but|except|other than|apart from)(?:\s+for)?\s+([^.;!?\n]+?)${END}`, 'gi'),
]
const NOT = [
  new RegExp(String.raw`\b${DENIED}\s+${CHANGE}\s+([^.;!?\n]+?)${END}`, 'gi'),
  /\b(?:leave|keep|leaving|keeping)\s+([^.;!?\n]+?)\s+(?:exactly\s+|just\s+)?(?:as (?:it|they|is|are|before)\b|alone\b|unchanged|untouched|intact|unmodified|the same\b)/gi,
  new RegExp(String.raw`\b${EXCEPT}\s+([^.;!?\n]+?)${END}`, 'gi'),
  new RegExp(
    String.raw`(?:^|[.;!?\n,]\s*|\band\s+|\bbut\s+)([^.;,!?\n]+?)\s+(?:must|should|has to|have to|shall)\s+(?:stay|remain|be left|be kept|not\s+(?:be\s+)?${CHANGE})`,
    'gi',
  ),
]

const TAGS: readonly (readonly [RegExp, string])[] = [
  [/^tables?$/i, 'table'],
  [/^(?:table )?rows?$/i, 'tr'],
  [/^(?:table )?cells?$/i, 'td th'],
  [/^numbered lists?$/i, 'ol'],
  [/^(?:bullet(?:ed)? )?lists?$|^bullets$/i, 'ul ol'],
  [/^(?:list )?items?$|^bullet points?$|^steps?$/i, 'li'],
  [/^(?:sub)?headings?$|^headlines?$|^headers?$|^titles?$|^section names?$/i, 'h1 h2 h3 h4 h5 h6'],
  [/^paragraphs?$/i, 'p'],
  [/^(?:hyper)?links?$|^urls?$/i, 'a'],
  [/^images?$|^pictures?$|^logos?$/i, 'img'],
  [/^quotes?$|^quotations?$|^blockquotes?$/i, 'blockquote'],
  [/^bold (?:text|words|parts)$/i, 'b strong'],
]
const NUMBERS = /^(?:(?:phone|telephone|room)\s+)?numbers?$|^figures$|^times?$|^dates?$|^amounts?$/i
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']
/** Where a list of what is excluded ends and another wish begins. */
const WISH =
  /^(?:(?:please|just|instead|then|also|it|they|you|we|i)\b|(?:make|improve|rewrite|add|change|replace|remove|delete|correct|fix|shorten|expand|use|write|put|move|turn|keep|leave|update|simplify|translate|give|say|be)\b)/i

/** What of a field its instruction excludes, as far as it names something that is there. */
export function exclusionsOf(instruction: string, root: HtmlFragment, placeOf: PlaceOf): Exclusions {
  const nodes = new Map<HtmlNode, string>()
  // between words one blank or line's end: what looks for a phrase would try each of many
  let rest = instruction.replace(/\s+/g, (space) => (space.includes('\n') ? '\n' : ' '))
  let numbers = false
  const only: HtmlNode[] = []
  for (const pattern of ONLY)
    rest = rest.replace(pattern, (_, phrase: string) => {
      for (const piece of piecesOf(phrase)) only.push(...targets(piece, root))
      return ' '
    })
  if (only.length > 0) for (const node of outside(root, new Set(only))) nodes.set(node, 'what stands outside of it')
  for (const pattern of NOT)
    for (const [, phrase = ''] of rest.matchAll(pattern))
      for (const piece of piecesOf(phrase)) {
        if (NUMBERS.test(piece)) numbers = true
        for (const node of targets(piece, root)) nodes.set(node, piece)
      }
  const ranges = [...nodes].flatMap(([node, what]) => {
    const place = placeOf(node)
    return place ? [{ start: place.start, end: place.end, what }] : []
  })
  return { ranges: ranges.sort((a, b) => a.start - b.start), numbers }
}

/** `the table, the list and "Gate A"` are three. */
function piecesOf(phrase: string): string[] {
  const pieces: string[] = []
  for (const part of phrase.split(/\s*(?:,|;|\band\b|\bor\b|\bnor\b|&)\s*(?:but\s+)?/i)) {
    const piece = part.trim()
    if (pieces.length > 0 && WISH.test(piece)) break
    const plain = piece.replace(DETERMINERS, '').replace(/[\s:]+$/, '')
    if (plain) pieces.push(plain)
  }
  return pieces
}

/** The nodes that a few words mean; none where they mean nothing that is there. */
function targets(piece: string, root: HtmlFragment): readonly HtmlNode[] {
  const [, ordinal, noun = piece] = new RegExp(`^(${ORDINALS.join('|')}|last|\\d+(?:st|nd|rd|th))\\s+(.+)$`, 'i').exec(piece) ?? []
  const found = TAGS.find(([names]) => names.test(noun))
  if (found) {
    const names = found[1].split(' ')
    const all = [...elementsOf(root)].filter(({ tagName }) => names.includes(tagName))
    if (!ordinal) return /^title$/i.test(noun) ? all.slice(0, 1) : all
    const at = /^last$/i.test(ordinal)
      ? all.length - 1
      : /^\d/.test(ordinal)
        ? Number.parseInt(ordinal, 10) - 1
        : ORDINALS.indexOf(ordinal.toLowerCase())
    return all.slice(at, at + 1)
  }
  const quoted = /["“”'‘’«»]([^"“”'‘’«»]+)["“”'‘’«»]/.exec(piece)?.[1]
  const words = (quoted ?? piece.replace(/\b(?:section|part|chapter|paragraph|heading|text|about|on|named|called|titled|the)\b/gi, ' '))
    .replace(/\s+/g, ' ')
    .trim()
  if (words.length < 3) return []
  return sectionNamed(words, root) ?? (quoted ? blocksWith(quoted, root) : [])
}

/** A heading of these words, and what stands under it. */
export function sectionNamed(words: string, { childNodes }: HtmlFragment | HtmlElement): readonly HtmlNode[] | undefined {
  const wanted = words.toLowerCase()
  const fits = (node: HtmlNode, exact: boolean) => {
    const line = headingLevel(node) > 0 ? lineOf(node).toLowerCase() : ''
    return line !== '' && (exact ? line === wanted : line.includes(wanted) || (line.length > 3 && wanted.includes(line)))
  }
  for (const exact of [true, false]) {
    const at = childNodes.findIndex((node) => fits(node, exact))
    if (at < 0) continue
    const level = headingLevel(childNodes[at]!)
    const next = childNodes.findIndex((node, i) => i > at && headingLevel(node) > 0 && headingLevel(node) <= level)
    return childNodes.slice(at, next < 0 ? undefined : next)
  }
  for (const child of childNodes) {
    const inside = isElement(child) ? sectionNamed(words, child) : undefined
    if (inside) return inside
  }
  return undefined
}

/** The innermost blocks that hold these words. */
function blocksWith(words: string, root: HtmlFragment): HtmlNode[] {
  const wanted = words.toLowerCase()
  const all = [...elementsOf(root)].filter((e) => isBlock(e) && lineOf(e).toLowerCase().includes(wanted))
  return all.filter((element) => !all.some((other) => other !== element && contains(element, other)))
}

function contains(outer: HtmlNode, inner: HtmlNode): boolean {
  for (let up: HtmlNode['parentNode'] = inner.parentNode; up; up = 'parentNode' in up ? up.parentNode : null) if (up === outer) return true
  return false
}

/** The greatest nodes that neither are nor hold one of these. */
function outside(parent: HtmlFragment | HtmlElement, those: ReadonlySet<HtmlNode>): HtmlNode[] {
  return parent.childNodes.flatMap((node) => {
    if (those.has(node)) return []
    const holds = [...those].some((one) => contains(node, one))
    return holds && isElement(node) ? outside(node, those) : [node]
  })
}
