import { layoutForm, rowsRead } from '../pages/costs/layout-form.js'
import { element } from '../parts/element.js'
import { callJson } from './calls.js'

/** Sheets that are told of before the form is opened. */
const SHEETS_TOLD = 3
const at = (id) => document.getElementById(id)

export function hideLayout() {
  at('layout').hidden = true
  at('sheets').replaceChildren()
}

/** What of the workbook was taken for what, closed where it went well. `save` gets what a person says of a sheet. */
export function showLayout(review, { reportId, layout, status }, save) {
  const { sheets = [] } = layout ?? {}
  at('layout').hidden = sheets.length === 0
  if (sheets.length === 0) return
  const words = review.words()
  at('layout-title').textContent = words.layout.title
  at('layout').open = status === 'error'
  at('layout-read').textContent = status === 'error' ? '' : readOf(sheets, words.layout)
  const many = sheets.length > 1
  const nearest = sheets.find(({ use }) => use) ?? sheets.toSorted((a, b) => b.columns.length - a.columns.length)[0]
  at('sheets').replaceChildren(
    ...sheets.map((sheet, n) => {
      const rows = (from, count) =>
        callJson(`runtime/sdac/reports/${reportId}/cells?${new URLSearchParams({ sheet: sheet.name, from, count })}`)
      const form = layoutForm(sheet, { n, words: words.layout, save, rows, say: review.say, isTold: true })
      return many ? inside(sheet, form, words.layout, sheet === nearest && status === 'error') : form
    }),
  )
}

/** What counts of the sheets, in a line. */
function readOf(sheets, words) {
  const used = sheets.filter(({ use }) => use)
  const shown = used
    .slice(0, SHEETS_TOLD)
    .map((sheet) => [sheets.length > 1 && `${sheet.name}: `, ...rowsRead(sheet, words)].filter(Boolean).join(''))
  return `${shown.join(' ')}${used.length > SHEETS_TOLD ? ' …' : ''}`
}

const inside = (sheet, form, words, open) =>
  element(
    'details',
    { open },
    element(
      'summary',
      {},
      element('strong', {}, sheet.name, sheet.hidden && ` (${words.hidden})`),
      element('span', { className: 'soft small' }, ...rowsRead(sheet, words)),
    ),
    form,
  )
