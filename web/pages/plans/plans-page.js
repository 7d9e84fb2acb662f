import { apiJson } from '../../api/api.js'
import { failure } from '../../api/failure.js'
import { element } from '../../parts/element.js'
import { plural } from '../../parts/format.js'
import { listTable } from '../../parts/list-table.js'
import { drawPager } from '../../parts/pager.js'
import { timeAgo } from '../../parts/time-ago.js'
import { toastError } from '../../parts/toast.js'
import { whileBusy } from '../../shell/shell.js'

const PAGE_SIZE = 20
const byId = (id) => document.getElementById(id)

async function show(page) {
  try {
    const { items, pagination } = await apiJson(`/k12/plans?page=${page}&page_size=${PAGE_SIZE}`)
    byId('plans').replaceChildren(
      items.length
        ? element(
            'div',
            { className: 'card' },
            listTable({ label: 'Plans', head: ['Plan', 'Organization', 'Annexes', 'Roles', 'Changed'], rows: items.map(rowOf) }),
          )
        : none(),
    )
    drawPager(byId('pager'), pagination, 'plan', (target) => whileBusy(show(target)))
    byId('announcer').textContent = plural(pagination.total_items, 'plan')
  } catch (error) {
    byId('plans').replaceChildren(failure(error, () => whileBusy(show(page))))
  }
}

/** Where plans come from, and one to begin with. */
function none() {
  const sample = element('button', { type: 'button', onclick: () => whileBusy(putSample()) }, 'Put in a sample plan')
  return element(
    'div',
    { className: 'card empty stack' },
    element(
      'p',
      {},
      'No plan is stored yet. A program sends them, as the ',
      element('a', { href: '/docs' }, 'API documentation'),
      ' tells.',
    ),
    element('p', {}, sample),
  )
}

async function putSample() {
  try {
    const { id } = await apiJson('/k12/sample-plan', { method: 'POST', json: {} })
    location.assign(`/school-plans/${encodeURIComponent(id)}`)
  } catch (error) {
    toastError(error)
  }
}

const rowOf = ({ id, name, organizationId, annexes, roles, snapshotOf, updatedAt }) => [
  element('span', {}, element('a', { href: `/school-plans/${encodeURIComponent(id)}` }, name), snapshotOf ? ' (snapshot)' : ''),
  organizationId,
  String(annexes.length),
  String(roles),
  timeAgo(new Date(updatedAt)),
]

show(1)
