import { element } from '../parts/element.js'

const SEVERITIES = ['error', 'warning', 'info']
const PAGE = 25
const at = (id) => document.getElementById(id)

/** The findings as a list that severities narrow down; each opens to its place, its value and what to do. */
export function showFindings(review, findings, only) {
  const words = review.words()
  const numbered = findings.map((finding, i) => ({ ...finding, n: i + 1 }))
  const shown = only ? numbered.filter(({ severity }) => severity === only) : numbered
  at('counts').replaceChildren(...(review.session.reportId ? [counts(review, findings, only)] : []))
  const list = element('ol', { className: 'findings', 'aria-label': words.findings })
  const add = (from) => {
    list.append(...shown.slice(from, from + PAGE).map((finding) => item(review, finding)))
    const left = shown.length - from - PAGE
    more.hidden = left <= 0
    more.textContent = words.more(Math.min(left, PAGE))
    more.onclick = () => {
      add(from + PAGE)
      list.children[from + PAGE]?.querySelector('summary').focus()
    }
  }
  const more = element('button', { type: 'button', hidden: true })
  add(0)
  at('findings').replaceChildren(...(shown.length ? [list, more] : []))
}

function counts(review, findings, only) {
  const words = review.words()
  if (findings.length === 0) return element('p', { className: 'clean' }, words.clean)
  const choice = (severity, text, count) =>
    element(
      'button',
      { type: 'button', className: `compact ${severity ?? ''}`, 'aria-pressed': String(only === severity), onclick: () => again(severity) },
      `${text} ${count}`,
    )
  const again = (severity) => {
    showFindings(review, findings, severity)
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

function item(review, { n, rule, severity, sheet, row, column, cell, value, message, suggestion }) {
  const words = review.words()
  const place = words.place(sheet, cell ?? [words.row(row), column].filter(Boolean).join(', '))
  const ask = () => {
    review.show('talk')
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
      element('p', { lang: 'en' }, message),
      value === null || value === undefined || value === ''
        ? undefined
        : element(
            'p',
            {},
            element('span', { className: 'soft' }, `${words.value}: `),
            element('span', { className: 'mono' }, String(value)),
          ),
      suggestion &&
        element('p', {}, element('span', { className: 'soft' }, `${words.suggestion}: `), element('span', { lang: 'en' }, suggestion)),
      element('button', { type: 'button', className: 'compact', onclick: ask }, words.explain),
    ),
  )
}
