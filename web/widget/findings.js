import { sheetRow } from '../pages/costs/sheet-table.js'
import { element } from '../parts/element.js'
import { callJson } from './calls.js'

const SEVERITIES = ['error', 'warning', 'info']
const PAGE = 25
const at = (id) => document.getElementById(id)

/** The findings as a list that severities narrow down; each opens to its place, its value and what to do. */
export function showFindings(review, report, only) {
  const words = review.words()
  const { findings, findingsOmitted } = report
  const numbered = findings.map((finding, i) => ({ ...finding, n: i + 1 }))
  const shown = only ? numbered.filter(({ severity }) => severity === only) : numbered
  at('counts').replaceChildren(counts(review, report, only))
  const list = element('ol', { className: 'findings', 'aria-label': words.findings })
  const add = (from) => {
    list.append(...shown.slice(from, from + PAGE).map((finding) => item(review, report, finding)))
    const left = shown.length - from - PAGE
    more.hidden = left <= 0
    more.textContent = words.more(Math.max(0, Math.min(left, PAGE)))
    more.onclick = () => {
      add(from + PAGE)
      list.children[from + PAGE]?.querySelector('summary').focus()
    }
  }
  const more = element('button', { type: 'button', hidden: true })
  add(0)
  const rest = findingsOmitted > 0 && element('p', { className: 'soft small' }, words.omitted(findingsOmitted))
  at('findings').replaceChildren(...(shown.length ? [list, more, rest].filter(Boolean) : []))
}

function counts(review, report, only) {
  const { findings } = report
  const words = review.words()
  if (findings.length === 0) return element('p', { className: 'clean' }, words.clean)
  const choice = (severity, text, count) =>
    element(
      'button',
      { type: 'button', className: `compact ${severity ?? ''}`, 'aria-pressed': String(only === severity), onclick: () => again(severity) },
      `${text} ${count}`,
    )
  const again = (severity) => {
    showFindings(review, report, severity)
    at('counts').querySelector('[aria-pressed="true"]')?.focus()
  }
  const of = (severity) => findings.filter((finding) => finding.severity === severity).length
  const present = SEVERITIES.filter(of)
  return element(
    'div',
    { role: 'group', 'aria-label': words.findings, className: 'choices' },
    choice(undefined, words.all, findings.length),
    ...present.map((severity) => choice(severity, words.severities[severity], of(severity))),
  )
}

function item(review, report, { n, rule, severity, sheet, row, column, cell, value, message, suggestion }) {
  const words = review.words()
  const place = words.place(sheet, cell ?? [words.row(row), column].filter(Boolean).join(', '))
  const ask = () => {
    review.show('talk')
    at('log').focus()
    review.ask(words.explainFinding(n))
  }
  return element(
    'li',
    {},
    element(
      'details',
      { className: severity },
      element(
        'summary',
        {},
        element('span', { className: 'badge' }, words.severity[severity] ?? severity),
        element('strong', {}, `${n}. ${words.rules[rule] ?? rule}`),
        element('span', { className: 'soft small' }, place),
      ),
      element('p', {}, message),
      value === null || value === undefined || value === ''
        ? undefined
        : element(
            'p',
            {},
            element('span', { className: 'soft' }, `${words.value}: `),
            element('span', { className: 'mono' }, String(value)),
          ),
      suggestion && element('p', {}, element('span', { className: 'soft' }, `${words.suggestion}: `), suggestion),
      element(
        'div',
        { className: 'choices' },
        row ? rowButton(review, report, { sheet, row, column, cell }) : undefined,
        element('button', { type: 'button', className: 'compact', onclick: ask }, words.explain),
      ),
    ),
  )
}

/** Shows the row of a finding as it stands in the sheet, its cell marked. */
function rowButton(review, { reportId, layout }, { sheet, row, cell }) {
  const words = review.words()
  const place = element('div', { className: 'row-shown', hidden: true, 'aria-live': 'polite' })
  const button = element('button', { type: 'button', className: 'compact', 'aria-expanded': 'false' }, words.showRow(row))
  const headers = layout?.sheets.find((one) => one.name === sheet)?.headers ?? []
  const marked = { column: cell?.replace(/\d+$/, ''), label: words.here, empty: words.emptyCell }
  button.addEventListener('click', async () => {
    const open = place.hidden
    place.hidden = !open
    button.setAttribute('aria-expanded', String(open))
    button.textContent = open ? words.hideRow(row) : words.showRow(row)
    if (!place.isConnected) button.closest('.choices').after(place)
    if (!open || place.childElementCount > 0) return
    place.textContent = words.loading
    try {
      const { rows } = await callJson(`runtime/sdac/reports/${reportId}/cells?${new URLSearchParams({ sheet, from: row, count: 1 })}`)
      place.replaceChildren(sheetRow(headers, rows[0]?.cells ?? [], marked))
      place.scrollIntoView({ block: 'nearest' })
    } catch (error) {
      place.textContent = ''
      place.append(element('p', { className: 'trouble' }, review.reasonOf(error)))
    }
  })
  return button
}
