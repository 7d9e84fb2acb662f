import { apiJson } from '../../api/api.js'
import { failure } from '../../api/failure.js'
import { element } from '../../parts/element.js'
import { ago } from '../../parts/format.js'
import { runBadge } from '../../parts/run-badge.js'

/** The latest runs, each of which opens again. */
export async function drawHistory(root, path, onOpen) {
  try {
    const { items } = await apiJson(path)
    root.classList.remove('awaits')
    root.replaceChildren(
      items.length
        ? element('ul', { className: 'plain card padded stack-small' }, ...items.map((item) => historyItem(item, onOpen)))
        : element('p', { className: 'soft' }, 'None yet.'),
    )
  } catch (error) {
    root.replaceChildren(failure(error, () => drawHistory(root, path, onOpen)))
  }
}

function historyItem({ runId, objective, status, reason, createdAt }, onOpen) {
  const open = element('button', { type: 'button', className: 'link', onclick: () => onOpen(runId) }, objective)
  const shown = reason === 'cancelled' ? 'cancelled' : status
  return element(
    'li',
    { className: 'spaced' },
    open,
    element('span', { className: 'row small soft' }, runBadge(shown), ago(new Date(createdAt))),
  )
}
