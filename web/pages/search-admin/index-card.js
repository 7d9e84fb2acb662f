import { apiJson } from '../../api/api.js'
import { failure } from '../../api/failure.js'
import { element } from '../../parts/element.js'
import { bytes, number } from '../../parts/format.js'
import { timeAgo } from '../../parts/time-ago.js'
import { schemaView } from './index-schema.js'

/**
 * A live index: what it is called, what it holds, its fields on demand, and what can be done with it.
 * @param {{ name: string, alias?: string, document_count: number }} index
 * @param {{ files: number, size_bytes: number, estimated_tokens: number, latest_ingestion?: string } | undefined} held
 * @param {{ onTemplate: (spec: object) => void, onClear: (name: string) => void, onDelete: (name: string) => void }} can
 */
export function indexCard({ name, alias, document_count: passages }, held, { onTemplate, onClear, onDelete }) {
  const schema = element('div', { hidden: true })
  const button = (words, attributes) => element('button', { type: 'button', 'aria-label': `${words} ${name}`, ...attributes }, words)
  const toggle = button('Fields', {
    className: 'compact',
    'aria-expanded': 'false',
    'aria-label': `Fields of ${name}`,
    onclick: () => open(name, toggle, schema, onTemplate),
  })
  return element(
    'li',
    { data: { index: name } },
    element(
      'div',
      { className: 'spaced' },
      element(
        'div',
        { className: 'index-name' },
        element('h3', {}, name),
        alias && element('span', { className: 'alias', title: whyAlias(alias) }, `alias ${alias}`),
      ),
      element(
        'div',
        { className: 'row' },
        toggle,
        button('Clear', { className: 'compact danger', onclick: () => onClear(name) }),
        // the index of an alias would be made again
        !alias && button('Delete', { className: 'compact danger', onclick: () => onDelete(name) }),
      ),
    ),
    numbers(name, passages, held),
    alias && element('p', { className: 'hint' }, whyAlias(alias)),
    schema,
  )
}

const whyAlias = (alias) =>
  alias === 'default'
    ? 'Uploads and questions that name no index use this one. It can be cleared; deleted it would be made again.'
    : `Configured under the name ${alias}. It can be cleared; deleted it would be made again.`

function numbers(name, passages, { files = 0, estimated_tokens: tokens = 0, size_bytes: size = 0, latest_ingestion: latest } = {}) {
  const fact = (label, ...value) => element('div', {}, element('dt', {}, label), element('dd', {}, ...value))
  if (passages === 0) return element('p', { className: 'soft small' }, 'It holds nothing yet.')
  return element(
    'dl',
    { className: 'index-numbers numbers' },
    fact('Documents', files ? element('a', { href: `/knowledge?index=${encodeURIComponent(name)}` }, number(files)) : number(files)),
    fact('Passages', number(passages)),
    fact('Tokens', number(tokens)),
    fact('Size', bytes(size)),
    latest && fact('Last document', timeAgo(new Date(latest))),
  )
}

async function open(name, toggle, place, onTemplate) {
  const shown = toggle.getAttribute('aria-expanded') === 'true'
  toggle.setAttribute('aria-expanded', String(!shown))
  place.hidden = shown
  if (shown || place.childElementCount) return
  try {
    const spec = await apiJson(`/api/v2/search/indexes/${encodeURIComponent(name)}`)
    place.replaceChildren(schemaView(spec, () => onTemplate(spec)))
  } catch (error) {
    place.replaceChildren(failure(error))
  }
}
