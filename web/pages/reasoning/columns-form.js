import { element } from '../../parts/element.js'
import { number, plural } from '../../parts/format.js'
import { toSeries } from './read-table.js'

const ROLES = { time: 'when', value: 'numbers', name: 'whose row it is', ignore: 'leave out' }
/** Columns that are shown to be changed; the API takes no more series. */
const MOST = 100

/** What each column was taken for, to be corrected, and what that makes. */
export function drawColumns(root, table, onChange) {
  const said = element('p', { className: 'small', role: 'status' })
  const say = () => {
    said.textContent = inWords(toSeries(table))
  }
  root.hidden = false
  root.replaceChildren(
    said,
    element(
      'details',
      {},
      element('summary', {}, 'Columns'),
      element(
        'div',
        { className: 'columns-list' },
        ...table.columns.slice(0, MOST).map((column, i) => {
          const id = `column-${i}`
          const select = element(
            'select',
            {
              id,
              onchange() {
                column.role = select.value
                say()
                onChange()
              },
            },
            ...Object.entries(ROLES).map(([value, words]) => element('option', { value }, words)),
          )
          select.value = column.role
          return element(
            'div',
            {},
            element('label', { for: id }, column.name),
            select,
            element('p', { className: 'hint' }, column.example ? `as in ${column.example}` : 'empty'),
          )
        }),
      ),
    ),
  )
  say()
}

function inWords({ series, datasets, left }) {
  const items = [...series, ...datasets]
  if (!items.length) return 'No column of numbers was recognised. Say below which it is.'
  const points = items.reduce((sum, item) => sum + (item.points ?? item.values).length, 0)
  const names = items.slice(0, 5).map((item) => item.label)
  const more = items.length > names.length ? ` and ${items.length - names.length} more` : ''
  return [
    `${number(items.length)} ${series.length ? 'series in time' : items.length > 1 ? 'sets of numbers' : 'set of numbers'}: ${names.join(', ')}${more}, ${number(points)} values.`,
    left.noTime ? `${plural(left.noTime, 'row')} without a date left out.` : '',
    left.noNumber ? `${plural(left.noNumber, 'cell')} without a number left out.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}
