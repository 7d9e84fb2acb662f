import { element } from '../../parts/element.js'

/** `A` is 1, `AB` is 28. */
const indexOf = (letters) => [...letters].reduce((n, l) => n * 26 + l.charCodeAt(0) - 64, 0)

/**
 * Rows of a sheet as they stand in it.
 * @param {{ row: number, cells: { column: string, text: string }[] }[]} rows
 * @param {object} how
 * @param {string} how.caption
 * @param {string} how.rowWord
 * @param {(row: number) => boolean} [how.isHead] whether a row is one of headers
 * @param {{ row: number, column: string, label: string }} [how.marked] the cell that is meant
 */
export function sheetTable(rows, { caption, rowWord, isHead = () => false, marked }) {
  const columns = [...new Set(rows.flatMap(({ cells }) => cells.map((c) => c.column)))].sort((a, b) => indexOf(a) - indexOf(b))
  const head = [element('th', { scope: 'col' }, element('span', { className: 'unseen' }, rowWord))]
  const body = rows.map(({ row, cells }) => {
    const texts = new Map(cells.map((c) => [c.column, c.text]))
    return element(
      'tr',
      { className: isHead(row) ? 'is-head' : undefined },
      element('th', { scope: 'row' }, row),
      ...columns.map((column) => {
        const isMarked = marked?.row === row && marked.column === column
        return element('td', {}, isMarked ? element('mark', {}, texts.get(column) ?? ' ', unseen(marked.label)) : (texts.get(column) ?? ''))
      }),
    )
  })
  return element(
    'div',
    { className: 'sheet-table', tabindex: '0', role: 'region', 'aria-label': caption },
    element(
      'table',
      {},
      element('caption', {}, caption),
      element('thead', {}, element('tr', {}, ...head, ...columns.map((column) => element('th', { scope: 'col' }, column)))),
      element('tbody', {}, ...body),
    ),
  )
}

const unseen = (label) => element('span', { className: 'unseen' }, ` (${label})`)

/**
 * One row as a list of its headers and values, for narrow places.
 * @param {{ column: string, header: string }[]} headers
 * @param {{ column: string, text: string }[]} cells
 * @param {{ column?: string, label: string, empty: string }} marked the cell that is meant
 */
export function sheetRow(headers, cells, { column, label, empty }) {
  const texts = new Map(cells.map((c) => [c.column, c.text]))
  const named = new Map(headers.map((h) => [h.column, h.header]))
  const columns = [...new Set([...named.keys(), ...texts.keys()])].sort((a, b) => indexOf(a) - indexOf(b))
  const shown = columns.filter((one) => texts.has(one) || one === column)
  return element(
    'dl',
    { className: 'sheet-row' },
    ...shown.map((one) => {
      const text = texts.get(one) ?? empty
      return element(
        'div',
        {},
        element('dt', {}, named.get(one) ?? one),
        element('dd', {}, one === column ? element('mark', {}, text, unseen(label)) : text),
      )
    }),
  )
}
