import { apiJson } from '../../api/api.js'
import { failure } from '../../api/failure.js'
import { element } from '../../parts/element.js'
import { openDialog } from '../../parts/open-dialog.js'
import { sheetTable } from '../costs/sheet-table.js'

const AROUND = 3

/** Shows the rows around a finding as they stand in the sheet, with the headers above them and its cell marked. */
export function showRow(reportId, finding, layout) {
  const { sheet, row, column, cell, message } = finding
  const read = layout?.sheets.find((one) => one.name === sheet)
  const heads = read?.header_rows ?? []
  const from = Math.max(1, row - AROUND)
  const rowsOf = async (first, count) =>
    (await apiJson(`/sdac/reports/${reportId}/cells?${new URLSearchParams({ sheet, from: first, count })}`)).rows
  const place = element('div', { className: 'awaits row-place' })
  const look = async () => {
    const above = heads.length > 0 && heads[0] < from ? await rowsOf(heads[0], heads.length) : []
    const rows = [...above, ...(await rowsOf(from, 2 * AROUND + 1))]
    const marked = { row, column: cell.replace(/\d+$/, ''), label: 'the cell of the finding' }
    const shown = rows.filter((one, i) => rows.findIndex((other) => other.row === one.row) === i)
    place.replaceChildren(
      sheetTable(shown, { caption: `${sheet}, around row ${row}`, rowWord: 'Row', isHead: (one) => heads.includes(one), marked }),
    )
    place.querySelector('mark')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }
  look().catch((error) => place.replaceChildren(failure(error, look)))
  return openDialog({ title: `${cell}${column ? `, ${column}` : ''}`, className: 'row-dialog', light: true }, (title, close) => [
    element('div', { className: 'stack' }, title, element('p', {}, message), place),
    element('div', { className: 'actions' }, element('button', { type: 'button', onclick: () => close() }, 'Close')),
  ])
}
