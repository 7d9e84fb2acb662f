import { element } from '../element.js'
import { inlineNodes } from './markdown-inline.js'

const FENCE = /^\s*(```|~~~)\s*([\w+-]*)\s*$/
const HEADING = /^\s{0,3}#{1,6}\s+/
const ITEM = /^(\s*)(?:([-*+•])|(\d{1,9})[.)])\s+/
const RULE = /^\s*(?:[-*_]\s*){3,}$/
const ROW = /^\s*\|.*\|\s*$/
const SEPARATOR = /^[\s|:-]*-[\s|:-]*$/
const QUOTE = /^\s*>\s?/
/** Lists within lists beyond this are drawn as if they were not deeper. */
const DEEPEST = 6

/**
 * Markdown as nodes. Text goes in as text: no HTML of the source is ever parsed, no picture is fetched, and links open elsewhere.
 * @param {string} source
 * @param {(text: string, at: number) => Node[]} [write] makes the nodes of a run of plain text that stands at this place of the source
 */
export function markdownNodes(source, write = (text) => [document.createTextNode(text)]) {
  const lines = []
  let at = 0
  for (const text of source.split('\n')) {
    lines.push({ text: text.replace(/\r$/, ''), at })
    at += text.length + 1
  }
  return blocks(lines, write)
}

/** The nodes of one line of text with its inline Markdown. */
export const markdownLine = (text) => inlineNodes([{ text, at: 0 }], (words) => [document.createTextNode(words)])

function blocks(lines, write) {
  const nodes = []
  for (let i = 0; i < lines.length; ) {
    const [, read] = READERS.find(([matches]) => matches(lines[i].text, lines[i + 1]?.text)) ?? [undefined, paragraph]
    const { node, next } = read(lines, i, write)
    if (node) nodes.push(node)
    i = next
  }
  return nodes
}

const READERS = [
  [(text) => !text.trim(), (_lines, i) => ({ next: i + 1 })],
  [(text) => FENCE.test(text), code],
  [(text) => HEADING.test(text), heading],
  [(text) => RULE.test(text), (_lines, i) => ({ node: element('hr'), next: i + 1 })],
  [(text, next) => ROW.test(text) && SEPARATOR.test(next ?? ''), table],
  [(text) => QUOTE.test(text), quotation],
  [(text) => ITEM.test(text), list],
]

function code(lines, i, _write) {
  const [, fence, language] = FENCE.exec(lines[i].text)
  let end = i + 1
  while (end < lines.length && lines[end].text.trim() !== fence) end++
  const text = lines.slice(i + 1, end).map((line) => line.text)
  const label = language ? `Code, ${language}` : 'Code'
  return { node: element('pre', { tabindex: 0, role: 'group', 'aria-label': label }, element('code', {}, text.join('\n'))), next: end + 1 }
}

const rest = ({ text, at }, pattern) => {
  const skipped = pattern.exec(text)?.[0].length ?? 0
  return { text: text.slice(skipped), at: at + skipped }
}

/** Headings of an answer stand below that of its question, whatever their level. */
function heading(lines, i, write) {
  return { node: element('h3', {}, ...inlineNodes([rest(lines[i], HEADING)], write)), next: i + 1 }
}

function quotation(lines, i, write) {
  let end = i
  while (end < lines.length && QUOTE.test(lines[end].text)) end++
  const inner = lines.slice(i, end).map((line) => rest(line, QUOTE))
  // Quotations within quotations are read once more; the bars that are left after that are text.
  return { node: element('blockquote', {}, element('p', {}, ...inlineNodes(inner, write))), next: end }
}

function table(lines, i, write) {
  let end = i + 2
  while (end < lines.length && ROW.test(lines[end].text)) end++
  const row = (line, tag) =>
    element('tr', {}, ...cellsOf(line).map((cell) => element(tag, tag === 'th' ? { scope: 'col' } : {}, ...inlineNodes([cell], write))))
  const head = row(lines[i], 'th')
  const body = lines.slice(i + 2, end).map((line) => row(line, 'td'))
  const node = element(
    'div',
    { className: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'Table' },
    element('table', {}, element('thead', {}, head), element('tbody', {}, ...body)),
  )
  return { node, next: end }
}

function cellsOf({ text, at }) {
  const cells = []
  let start = text.indexOf('|') + 1
  for (let i = start; i < text.length; i++)
    if (text[i] === '|' && text[i - 1] !== '\\') {
      const cell = text.slice(start, i)
      cells.push({ text: cell.trim(), at: at + start + (cell.length - cell.trimStart().length) })
      start = i + 1
    }
  return cells
}

function list(lines, i, write, depth = 0) {
  const [, indent, bullet, number] = ITEM.exec(lines[i].text)
  const items = []
  let at = i
  while (at < lines.length) {
    const found = ITEM.exec(lines[at].text)
    if (!found || found[1].length < indent.length || Boolean(found[2]) !== Boolean(bullet)) break
    const own = [rest(lines[at], ITEM)]
    at++
    while (at < lines.length && lines[at].text.trim() && !ITEM.test(lines[at].text) && !FENCE.test(lines[at].text))
      own.push(rest(lines[at++], /^\s*/))
    const node = element('li', {}, ...inlineNodes(own, write))
    const next = nextItem(lines, at)
    const deeper = next !== undefined && ITEM.exec(lines[next].text)[1].length > indent.length
    if (deeper && depth < DEEPEST) {
      const inner = list(lines, next, write, depth + 1)
      node.append(inner.node)
      at = inner.next
    }
    items.push(node)
    const again = nextItem(lines, at)
    if (again === undefined) break
    at = again
  }
  return { node: element(bullet ? 'ul' : 'ol', bullet || number === '1' ? {} : { start: number }, ...items), next: at }
}

/** The item that follows, with at most one empty line before it. */
function nextItem(lines, at) {
  const next = lines[at]?.text.trim() === '' ? at + 1 : at
  return next < lines.length && ITEM.test(lines[next].text) ? next : undefined
}

function paragraph(lines, i, write) {
  let end = i + 1
  const goesOn = (text, next) => text.trim() && !READERS.slice(1).some(([matches]) => matches(text, next))
  while (end < lines.length && goesOn(lines[end].text, lines[end + 1]?.text)) end++
  return { node: element('p', {}, ...inlineNodes(lines.slice(i, end), write)), next: end }
}
