import { element } from '../../parts/element.js'
import { number, plural } from '../../parts/format.js'
import { listTable } from '../../parts/list-table.js'

const share = (value) => `${Math.round(value * 100)} %`
const score = (value) => value.toFixed(3)

/** Two builds side by side: counts, what is missing, how far both find the same, and questions with what each of them finds. */
export function compareView({ documents, chunks, missing, extra, queries, overlap_at_10: overlap, ndcg, examples = [] }) {
  const rows = [
    ['Documents', number(documents.old), number(documents.new)],
    ['Passages', number(chunks.old), number(chunks.new)],
    ['Documents that the other lacks', number(missing), number(extra)],
    ndcg && ['Quality of the first ten (nDCG)', score(ndcg.old), score(ndcg.new)],
  ].filter(Boolean)
  return [
    listTable({ label: 'Both builds', head: ['Measure', 'Old', 'New'], rows }),
    element('p', { className: 'small' }, verdict({ missing, queries, overlap, ndcg })),
    examples.length > 0 &&
      element(
        'details',
        {},
        element('summary', {}, `${plural(examples.length, 'question')} on which they differ most`),
        ...examples.map(example),
      ),
  ].filter(Boolean)
}

function verdict({ missing, queries, overlap, ndcg }) {
  const gaps =
    missing === 0 ? 'No document is missing.' : `${plural(missing, 'document')} of the old build ${missing === 1 ? 'is' : 'are'} missing.`
  if (!queries || overlap === undefined) return gaps
  const same = `Over ${plural(queries, 'question')} both find ${share(overlap)} of the first ten documents alike.`
  if (!ndcg) return `${gaps} ${same}`
  const [low, high] = ndcg.interval
  const sure = low > 0 ? 'The new one is better' : high < 0 ? 'The old one is better' : 'Neither is surely better'
  return `${gaps} ${same} ${sure}: the difference is ${score(ndcg.difference)}, with 95 % certainty between ${score(low)} and ${score(high)}.`
}

const example = ({ query, overlap_at_10: overlap, old, new: fresh }) =>
  element(
    'section',
    {},
    element('h4', { className: 'wrap' }, query),
    element('p', { className: 'soft small' }, `${share(overlap)} alike`),
    element('div', { className: 'pair' }, side('Old', old), side('New', fresh)),
  )

const side = (name, hits) =>
  element(
    'div',
    {},
    element('strong', {}, name),
    hits.length === 0
      ? element('p', { className: 'soft' }, 'Nothing found.')
      : element('ol', {}, ...hits.map(({ source_file: file, text }) => element('li', {}, file, element('p', {}, text)))),
  )
