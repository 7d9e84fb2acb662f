import { element } from '../parts/element.js'

const HEADERS_SHOWN = 12

/** Why a report has no findings, and what to do: the nodes of it, in the reader's language where the widget has words for it. */
export function troubleOf({ error, layout, fileName }, words) {
  const { code, message } = error ?? { code: 'internal', message: '' }
  if (code === 'not_a_cost_report' && layout?.sheets.length) return noCosts(layout.sheets, fileName, words)
  const own = words.troubles?.[code]
  return [own ? element('p', {}, own) : element('p', { lang: 'en' }, message)]
}

/** Which headers the sheet has that comes nearest to costs, and which it lacks. */
function noCosts(sheets, fileName, words) {
  const nearness = ({ use, columns, headers }) => (use ? 10_000 : 0) + columns.length * 200 + headers.length
  const { name, use, headers, missing } = sheets.reduce((best, sheet) => (nearness(sheet) > nearness(best) ? sheet : best))
  const found = headers.slice(0, HEADERS_SHOWN).map(({ header }) => `“${header.slice(0, 40)}”`)
  const why = use
    ? words.emptyBelow(name)
    : [
        words.headersFound(name, found.join(', ') || words.noHeaders),
        words.headersMissing(missing.map((field) => words.layout.fields[field]).join(', ')),
      ].join(' ')
  return [element('p', {}, element('strong', {}, words.noCosts(fileName))), element('p', {}, why), element('p', {}, words.correctBelow)]
}
