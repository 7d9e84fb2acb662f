import { element } from '../element.js'
import { cellsOf, isRow, isRule } from './table-rows.js'

/** The text of a line from `start`, the part of it that lies in the quote marked. */
function marked(line, start, quote) {
  const from = Math.max(0, quote.from - start)
  const to = Math.min(line.length, quote.to - start)
  return from < to ? [line.slice(0, from), element('mark', {}, line.slice(from, to)), line.slice(to)] : [line]
}

function row({ line, start }, tag, quote) {
  const inQuote = !isRule(line) && quote.from < start + line.length && quote.to > start
  return element(
    'tr',
    { className: inQuote ? 'quoted' : undefined },
    ...cellsOf(line).map((text) => element(tag, tag === 'th' ? { scope: 'col' } : {}, inQuote ? element('mark', {}, text) : text)),
  )
}

function table(rows, quote) {
  const headed = rows.length > 1 && isRule(rows[1].line)
  const head = headed ? [element('thead', {}, row(rows[0], 'th', quote))] : []
  const body = rows.slice(headed ? 2 : 0).map((r) => row(r, 'td', quote))
  return element('table', {}, ...head, element('tbody', {}, ...body))
}

/**
 * A passage as nodes: runs of lines between bars become tables, all else stays text. What lies in the quote is marked.
 * @param {string} text
 * @param {string} [words] the quote, word for word
 */
export function passageNodes(text, words) {
  const at = words ? text.indexOf(words) : -1
  const quote = at < 0 ? { from: 0, to: 0 } : { from: at, to: at + words.length }
  const nodes = []
  let rows = []
  let start = 0
  const flush = () => {
    if (rows.length) nodes.push(table(rows, quote))
    rows = []
  }
  for (const line of text.split(/(?<=\n)/)) {
    if (isRow(line)) rows.push({ line, start })
    else {
      flush()
      nodes.push(...marked(line, start, quote))
    }
    start += line.length
  }
  flush()
  return nodes
}
