import { element } from '../../parts/element.js'
import { plural } from '../../parts/format.js'

const FIELDS = {
  id: 'Employee ID',
  name: 'Name',
  position: 'Position',
  pool: 'Cost pool',
  salary: 'Salary',
  benefits: 'Benefits',
  share: 'Federal share',
  period: 'Period',
}

const told = { header: '', remembered: ', remembered', given: ', by hand' }

/** What of a sheet was taken for what, as a form that corrects it. `save` gets the sheet's part of a correction. */
export function layoutForm(sheet, n, save) {
  const selects = Object.entries(FIELDS).map(([field, label]) => {
    const column = sheet.columns.find((c) => c.field === field)
    const id = `sheet-${n}-${field}`
    const options = [
      element('option', { value: '' }, 'no column'),
      ...sheet.headers.map((h) => element('option', { value: h.column }, `${h.column}: ${h.header.slice(0, 60)}`)),
    ]
    const select = element('select', { id, data: { field } }, ...options)
    select.value = column?.column ?? ''
    const by = column ? `${told[column.by]}${column.factor === 1 ? '' : `, times ${column.factor}`}` : ''
    return element('div', { className: 'field' }, element('label', { for: id }, `${label}${by}`), select)
  })
  const use = element('input', { type: 'checkbox', id: `sheet-${n}-use`, checked: sheet.use })
  const collect = () => ({
    name: sheet.name,
    use: use.checked,
    ...(sheet.headers.length > 0 && {
      columns: Object.fromEntries(
        selects.map((field) => {
          const select = field.querySelector('select')
          return [select.dataset.field, select.value || null]
        }),
      ),
    }),
  })
  const rows = sheet.use
    ? `${plural(sheet.rows, 'row')} of employees; headers in row ${sheet.header_rows.join(', ')}${sheet.total_rows.length ? `; totals in row ${sheet.total_rows.slice(0, 10).join(', ')}` : ''}.`
    : sheet.reason
  return element(
    'form',
    {
      className: 'card padded stack cost-part',
      onsubmit: (event) => {
        event.preventDefault()
        save(collect())
      },
    },
    element('h3', {}, sheet.name, sheet.hidden ? ' (hidden)' : ''),
    element('p', { className: 'soft' }, rows),
    element('div', { className: 'row' }, use, element('label', { for: `sheet-${n}-use` }, 'Its rows are costs')),
    sheet.headers.length > 0 && element('div', { className: 'layout-grid' }, ...selects),
    element('div', { className: 'row' }, element('button', { type: 'submit' }, 'Read it this way and remember')),
  )
}
