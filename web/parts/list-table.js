import { element } from './element.js'

/**
 * A list as a table, which a phone shows as cards with each value under its heading's name.
 * @param {{ label: string, head: string[], rows: (Node | string)[][], lead?: number }} list `lead`: the column
 * that a card begins with, without a name
 */
export const listTable = ({ label, head, rows, lead = 0 }) =>
  element(
    'table',
    { className: 'list plain', 'aria-label': label },
    element('thead', {}, element('tr', {}, ...head.map((name) => element('th', { scope: 'col' }, name)))),
    element(
      'tbody',
      {},
      ...rows.map((cells) =>
        element(
          'tr',
          {},
          ...cells.map((cell, i) => element('td', i === lead ? { className: 'lead' } : { data: { label: head[i] } }, cell)),
        ),
      ),
    ),
  )
