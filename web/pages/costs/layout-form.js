import { element } from '../../parts/element.js'
import { sheetTable } from './sheet-table.js'

const ROWS_SHOWN = 8
const LONGEST_HEADER = 60
const FIELDS = ['id', 'name', 'position', 'pool', 'salary', 'benefits', 'share', 'period']

/**
 * What of a sheet was taken for what, as a form that corrects it.
 * @param {object} sheet of a report's layout
 * @param {object} how
 * @param {number} how.n its place, which keeps ids apart
 * @param {object} how.words the part `layout` of the widget's words
 * @param {(part: object) => void} how.save gets the sheet's part of a correction
 * @param {(from: number, count: number) => Promise<{ rows: object[] }>} how.rows reads rows of the sheet
 * @param {(text: string) => void} how.say tells what a reader of the screen cannot see
 * @param {boolean} [how.isTold] whether what was read of it, or why nothing was, stands elsewhere
 */
export function layoutForm(sheet, { n, words, save, rows, say, isTold = false }) {
  const id = (part) => `sheet-${n}-${part}`
  const selects = FIELDS.map((field) => columnSelect(sheet, field, id(field), words))
  const bottom = sheet.header_rows.at(-1) ?? 0
  const headerRow = element('input', { type: 'number', id: id('row'), min: 0, max: 1_048_576, step: 1, required: true, value: bottom })
  const use = element('input', { type: 'checkbox', id: id('use'), checked: sheet.use })

  // one column is one field: the last choice holds
  for (const select of selects)
    select.addEventListener('change', () => {
      const before = selects.find((other) => other !== select && other.value !== '' && other.value === select.value)
      if (!before) return
      before.value = ''
      say(words.moved(words.fields[before.dataset.field]))
    })

  // whoever names columns wants them read
  for (const input of [headerRow, ...selects])
    input.addEventListener('change', () => {
      use.checked = true
    })

  function collect() {
    const changedRow = Number(headerRow.value) !== bottom
    const changed = selects.some((select) => select.value !== select.dataset.was)
    const byHand = sheet.columns.some(({ by }) => by === 'given')
    // below another row of headers, columns are found anew unless they are chosen too
    const columns = changed || (byHand && !changedRow)
    return {
      name: sheet.name,
      use: use.checked,
      ...((changedRow || columns) && { header_row: Number(headerRow.value) }),
      ...(columns && { columns: Object.fromEntries(selects.map((select) => [select.dataset.field, select.value || null])) }),
    }
  }

  const field = (label, input, hint) => element('div', { className: 'field' }, element('label', { for: input.id }, label, hint), input)
  return element(
    'form',
    {
      className: 'layout-form',
      onsubmit: (event) => {
        event.preventDefault()
        save(collect())
      },
    },
    !isTold && element('p', { className: 'soft small' }, ...rowsRead(sheet, words)),
    element('div', { className: 'choice' }, use, element('label', { for: use.id }, words.use)),
    sheet.headers.length > 0 && beginning(sheet, { words, rows, bottom }),
    sheet.headers.length > 0 &&
      element(
        'div',
        { className: 'layout-grid' },
        field(words.headerRow, headerRow),
        ...selects.map((select) => field(words.fields[select.dataset.field], select, howFound(sheet, select.dataset.field, words))),
      ),
    element('button', { type: 'submit' }, words.save),
  )
}

function columnSelect(sheet, field, id, words) {
  const column = sheet.columns.find((c) => c.field === field)?.column ?? ''
  const options = [
    element('option', { value: '' }, words.none),
    ...sheet.headers.map((h) => element('option', { value: h.column }, `${h.column}: ${h.header.slice(0, LONGEST_HEADER)}`)),
  ]
  // a column that was named by hand may stand below no header
  if (column && !sheet.headers.some((h) => h.column === column)) options.push(element('option', { value: column }, column))
  const select = element('select', { id, data: { field, was: column } }, ...options)
  select.value = column
  return select
}

function howFound(sheet, field, words) {
  const column = sheet.columns.find((c) => c.field === field)
  const how = column && [words.by[column.by], column.factor !== 1 && words.times(column.factor)].filter(Boolean).join(', ')
  return how ? element('span', { className: 'soft' }, ` (${how})`) : undefined
}

/** What was read of a sheet in one line, or why nothing was. */
export function rowsRead(sheet, words) {
  if (!sheet.use) return [words.why ? words.why(sheet.missing.map((field) => words.fields[field]).join(', ')) : sheet.reason]
  const list = (numbers) => `${numbers.slice(0, 10).join(', ')}${numbers.length > 10 ? ' …' : ''}`
  const parts = [
    words.read(sheet.rows, sheet.columns.length),
    sheet.header_rows.length > 0 && words.headerRows(list(sheet.header_rows)),
    sheet.total_rows.length > 0 && words.totalRows(list(sheet.total_rows)),
  ]
  return [`${parts.filter(Boolean).join('; ')}.`]
}

/** The first rows of the sheet, read once they are seen. */
function beginning(sheet, { words, rows, bottom }) {
  const place = element('div', { className: 'sheet-beginning awaits' })
  const from = Math.max(1, bottom - 3)
  new IntersectionObserver((seen, observer) => {
    if (!seen.some(({ isIntersecting }) => isIntersecting)) return
    observer.disconnect()
    const marked = new Set(sheet.header_rows)
    rows(from, ROWS_SHOWN).then(
      (read) => place.replaceChildren(sheetTable(read.rows, { caption: words.top, rowWord: words.row, isHead: (row) => marked.has(row) })),
      (error) => place.replaceChildren(element('p', { className: 'soft small' }, error.message)),
    )
  }).observe(place)
  return place
}
