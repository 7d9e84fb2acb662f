import { apiJson } from '../../api/api.js'
import { documentPath } from '../../api/document-path.js'
import { failure } from '../../api/failure.js'
import { element } from '../../parts/element.js'
import { placeOf } from '../../parts/text/passage.js'
import { passageNodes } from '../../parts/text/passage-text.js'

const SIZE = 5

/** A file's passages in their order, a few at a time. */
export function createFilePassages({ source_file: name, index }) {
  const list = element('ol', { className: 'passages' })
  const more = element('button', { type: 'button', className: 'compact', onclick: load, hidden: true }, 'Show more passages')
  const node = element('div', { className: 'file-passages', 'aria-busy': 'true' }, list, more)
  let page = 0

  async function load() {
    try {
      const query = new URLSearchParams({ index, page: String(page + 1), page_size: String(SIZE) })
      const { items, pagination } = await apiJson(`/api/v2/knowledge/file/${encodeURIComponent(name)}/chunks?${query}`)
      page += 1
      list.append(...items.map(passage))
      const had = document.activeElement === more
      more.hidden = !pagination.has_next
      if (had) list.children[(page - 1) * SIZE]?.querySelector('a')?.focus()
    } catch (error) {
      node.append(failure(error, undefined))
      more.hidden = true
    } finally {
      node.removeAttribute('aria-busy')
    }
  }
  load()
  return node
}

function passage(chunk) {
  const title = `Passage ${(chunk.chunk_index ?? 0) + 1}`
  const words = element('div', { className: 'passage-words' }, ...passageNodes(chunk.text ?? ''))
  // A table may be wider than the page: who has no mouse scrolls it by keys.
  if (words.querySelector('table'))
    for (const [key, value] of [
      ['tabindex', '0'],
      ['role', 'region'],
      ['aria-label', `Text of passage ${(chunk.chunk_index ?? 0) + 1} of ${chunk.filename ?? ''}`],
    ])
      words.setAttribute(key, value)
  return element(
    'li',
    {},
    element(
      'p',
      { className: 'passage-title' },
      chunk.upload_id ? element('a', { href: documentPath(chunk.upload_id, chunk.chunk_index) }, title) : title,
      element('span', { className: 'soft' }, `${placeOf(chunk)}${chunk.tokens ? `, ${chunk.tokens} tokens` : ''}`),
    ),
    words,
  )
}
