import { element } from './element.js'

/**
 * A list as a table, which a phone shows as cards with each value under its heading's name.
 * @param {{ label: string, head: string[], rows: (Node | string)[][], lead?: number }} list `lead`: the column
 * that a card begins with, without a name
 */
export function listTable({ label, head, rows, lead = 0 }) {
  const numeric = head.map(
    (_, i) => i !== lead && rows.some((cells) => isNumber(cells[i])) && rows.every((cells) => isNumber(cells[i], '–')),
  )
  const aligned = (i) => (numeric[i] ? 'numeric' : undefined)
  return element(
    'table',
    { className: 'list plain', 'aria-label': label },
    element('thead', {}, element('tr', {}, ...head.map((name, i) => element('th', { scope: 'col', className: aligned(i) }, name)))),
    element(
      'tbody',
      {},
      ...rows.map((cells) =>
        element(
          'tr',
          {},
          ...cells.map((cell, i) =>
            element('td', i === lead ? { className: 'lead' } : { className: aligned(i), data: { label: head[i] } }, cell),
          ),
        ),
      ),
    ),
  )
}

/** A column of numbers alone stands at its end, so that they can be compared. */
const isNumber = (cell, none) => cell === none || (typeof cell === 'string' && /^[−-]?\d[\d.,\s]*[kmMbB]?$/.test(cell))
