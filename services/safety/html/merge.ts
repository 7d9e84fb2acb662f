import { align } from './align.ts'
import { applySplices, type ChangeDraft, type Splice } from './changes.ts'
import { isDangerous, isDangerousAttribute, isDangerousElement } from './danger.ts'
import { type Gone, withMoves } from './find-moves.ts'
import { attributesKey, isTrivia, type KeyOf, keying, REASON, significant } from './keys.ts'
import {
  elementsOf,
  type HtmlElement,
  type HtmlNode,
  isBlock,
  isElement,
  isText,
  lineOf,
  outerHtml,
  parseHtml,
  textOf,
} from './parse-html.ts'
import { holds, isVoid, type Place, type PlaceOf, placing } from './places.ts'
import { sanitizeHtml } from './sanitize.ts'

export interface Merged {
  readonly html: string
  readonly changes: readonly ChangeDraft[]
}

interface Work {
  readonly base: string
  readonly keyOf: KeyOf
  readonly placeOf: PlaceOf
  readonly likeness: (old: HtmlNode, fresh: HtmlNode) => number
  readonly changes: ChangeDraft[]
  /** What each change put in or took out. */
  readonly nodes: Map<ChangeDraft, Gone>
  /** A block whose changes are one. */
  open: Splice[] | undefined
}

/**
 * What of a new version of a text really is new: elements that it only reprints keep the bytes of `base`, what differs is cleaned and put
 * in its place. Nothing that runs or loads is in the result, also where it was in `base`. WorkError `invalid_html` as `parseHtml` has it.
 */
export function mergeHtml(base: string, version: string): Merged {
  const old = parseHtml(base).root
  const fresh = parseHtml(version).root
  const work: Work = { base, keyOf: keying(), placeOf: placing(), likeness: likeness(), changes: [], nodes: new Map(), open: undefined }
  if (holds([0, base.length], old.childNodes, work.placeOf)) {
    mergeChildren(work, old.childNodes, fresh.childNodes, 0)
    const changes = withMoves(base, work.changes, work.nodes, work.placeOf)
      .map((change) => (version !== base && isOnlyCleaned(change) ? { ...change, kind: 'cleaned' as const } : change))
      .sort((a, b) => startOf(a) - startOf(b))
    const html = applySplices(
      base,
      changes.flatMap(({ splices }) => splices),
    )
    if (says(html, version)) return { html, changes }
  }
  // tags that cross in ways that places do not tell: the version as it is, cleaned
  const html = sanitizeHtml(version)
  if (html === base) return { html, changes: [] }
  return {
    html,
    changes: [{ kind: 'changed', splices: [{ start: 0, end: base.length, text: html }], before: base, after: html, reason: undefined }],
  }
}

/** Whether nobody asked for a change: what would run is gone, and nothing else. */
const isOnlyCleaned = ({ kind, before, after }: ChangeDraft): boolean =>
  (kind === 'changed' || kind === 'removed') &&
  parseHtml(before).root.childNodes.some(isDangerous) &&
  mergeHtml(before, before).html === after

const startOf = ({ splices }: ChangeDraft): number => Math.min(...splices.map(({ start }) => start))

/** Whether a result is harmless and says what the version says, word by word. */
function says(html: string, version: string): boolean {
  const { root } = parseHtml(html)
  const words = (text: string) => text.replace(/[\s\u00a0]+/g, '')
  return !root.childNodes.some(isDangerous) && words(textOf(root)) === words(textOf(parseHtml(sanitizeHtml(version)).root))
}

function mergeChildren(work: Work, olds: readonly HtmlNode[], news: readonly HtmlNode[], from: number): void {
  const before = significant(olds)
  const after = significant(news)
  for (const node of olds) if (isTrivia(node)) clean(work, node)
  const steps = align(before.map(work.keyOf), after.map(work.keyOf), (i, j) => work.likeness(before[i]!, after[j]!))
  const spacing = spacingOf(work, before)
  let at = from
  for (const step of steps) {
    if (step.kind === 'added') {
      put(work, 'added', { start: at, end: at, text: `${spacing}${cleaned(after[step.new]!)}` }, after[step.new], after[step.new])
      continue
    }
    const node = before[step.old]!
    const { start, end } = work.placeOf(node)!
    if (step.kind === 'same') clean(work, node)
    else if (step.kind === 'removed') {
      const lead = /^\s*$/.test(work.base.slice(at, start)) ? at : start
      put(work, 'removed', { start: lead, end, text: '' }, undefined, node)
    } else if (step.kind === 'swapped') put(work, 'changed', { start, end, text: cleaned(after[step.new]!) }, after[step.new])
    else mergePair(work, node, after[step.new]!)
    at = end
  }
}

/** The line break and indentation between the elements of a list, where there is one. */
function spacingOf({ base, placeOf }: Work, nodes: readonly HtmlNode[]): string {
  for (const [i, node] of nodes.entries()) {
    const next = nodes[i + 1]
    const gap = next ? base.slice(placeOf(node)!.end, placeOf(next)!.start) : ''
    if (gap.includes('\n') && /^\s+$/.test(gap)) return gap
  }
  return ''
}

function mergePair(work: Work, old: HtmlNode, fresh: HtmlNode): void {
  const place = work.placeOf(old)!
  if (!isElement(old) || !isElement(fresh)) {
    if (isText(old) && isText(fresh))
      put(work, 'changed', { start: place.start, end: place.end, text: textLike(old.value, fresh.value) }, fresh)
    return
  }
  const tag = attributesKey(old) === attributesKey(fresh) && !isDangerousElement(old) ? '' : startTagOf(work, old, fresh, place)
  if (!place.inner || isVoid(old) || tag === undefined) {
    put(work, 'changed', { start: place.start, end: place.end, text: cleaned(fresh) }, fresh)
    return
  }
  const groups = work.open === undefined && !hasBlocks(old) && !hasBlocks(fresh)
  const splices: Splice[] = []
  if (groups) work.open = splices
  if (tag && place.startTag) put(work, 'changed', { start: place.startTag[0], end: place.startTag[1], text: tag }, fresh)
  mergeChildren(work, old.childNodes, fresh.childNodes, place.inner[0])
  if (!groups) return
  work.open = undefined
  if (splices.length === 0) return
  const { start, end } = place
  const before = work.base.slice(start, end)
  const after = applySplices(
    before,
    splices.map((s) => ({ ...s, start: s.start - start, end: s.end - start })),
  )
  work.changes.push({ kind: 'changed', splices, before, after, reason: reasonOf(fresh) })
}

/** Takes out of what stays whatever runs or loads. */
function clean(work: Work, node: HtmlNode): void {
  if (!isDangerous(node)) return
  const { start, end, inner, startTag } = work.placeOf(node)!
  const whole = () => put(work, 'cleaned', { start, end, text: isElement(node) ? sanitizeHtml(outerHtml(node)) : '' }, undefined)
  if (!isElement(node) || !inner) {
    whole()
    return
  }
  if (isDangerousElement(node)) {
    const tag = startTagOf(work, node, node, { start, end, ...(startTag ? { startTag } : {}) })
    if (!tag || !startTag) {
      whole()
      return
    }
    put(work, 'cleaned', { start: startTag[0], end: startTag[1], text: tag }, undefined)
  }
  for (const child of node.childNodes) clean(work, child)
}

/** The start tag of the new element: attributes that were there stay where they are harmless. Undefined where the element cannot stay. */
function startTagOf({ base }: Work, old: HtmlElement, { tagName, attrs }: HtmlElement, { startTag }: Place): string | undefined {
  const kept = new Map(old.attrs.map(({ name, value }) => [name, value]))
  const stays = attrs.filter(({ name, value }) => kept.get(name) === value && !isDangerousAttribute(tagName, name, value))
  const comes = attrs.filter(({ name, value }) => kept.get(name) !== value && name !== REASON)
  const allowed = /^<[^\s>]+([^>]*)>/.exec(sanitizeHtml(`<${tagName}${attributesOf(comes)}></${tagName}>`))
  if (!allowed || !startTag) return undefined
  const tag = `<${tagName}${attributesOf(stays)}${allowed[1]}>`
  return tag === base.slice(...startTag) ? '' : tag
}

const attributesOf = (attrs: HtmlElement['attrs']): string =>
  attrs.map(({ name, value }) => ` ${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`).join('')

function put(work: Work, kind: ChangeDraft['kind'], splice: Splice, fresh: HtmlNode | undefined, gone?: HtmlNode): void {
  const before = work.base.slice(splice.start, splice.end)
  if (before === splice.text) return
  if (work.open) {
    work.open.push(splice)
    return
  }
  const change = { kind, splices: [splice], before, after: splice.text, reason: fresh && reasonOf(fresh) }
  work.changes.push(change)
  if (gone) work.nodes.set(change, { node: gone, key: work.keyOf(gone) })
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', '&nbsp;')

/** The new text with the white space that stood around the old one. */
function textLike(old: string, fresh: string): string {
  const [, lead = '', words = '', trail = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(fresh) ?? []
  return `${(lead && /^\s*/.exec(old)?.[0]) || lead}${escaped(words)}${(trail && /\s*$/.exec(old)?.[0]) || trail}`
}

const cleaned = (node: HtmlNode): string => (isText(node) ? escaped(node.value) : sanitizeHtml(outerHtml(node)))

const hasBlocks = (element: HtmlElement): boolean => elementsOf(element).some(isBlock)

/** Why the model says that it changed this: on the element, inside of it, or around it. */
function reasonOf(node: HtmlNode): string | undefined {
  const told = (element: HtmlElement) => element.attrs.find(({ name }) => name === REASON)?.value.trim()
  if (isElement(node)) {
    const own = told(node) ?? elementsOf(node).map(told).find(Boolean)
    if (own) return own.slice(0, 300)
  }
  for (let up = node.parentNode; up && 'tagName' in up; up = up.parentNode) {
    const above = told(up)
    if (above) return above.slice(0, 300)
  }
  return undefined
}

/** 0: the one cannot have become the other. Else the more words two have in common, the more. */
function likeness(): Work['likeness'] {
  const known = new WeakMap<HtmlNode, ReadonlySet<string>>()
  const wordsOf = (node: HtmlNode): ReadonlySet<string> => {
    const found =
      known.get(node) ??
      new Set(
        lineOf(node)
          .toLowerCase()
          .match(/[\p{L}\p{N}]+/gu) ?? [],
      )
    known.set(node, found)
    return found
  }
  return (old, fresh) => {
    const sameKind = isElement(old) ? isElement(fresh) && old.tagName === fresh.tagName : isText(fresh)
    if (!sameKind) return 0
    const [a, b] = [wordsOf(old), wordsOf(fresh)]
    let common = 0
    for (const word of a) if (b.has(word)) common += 1
    return 0.3 + (a.size + b.size === 0 ? 0 : (2 * common) / (a.size + b.size))
  }
}
