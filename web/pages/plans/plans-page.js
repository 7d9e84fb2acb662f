import { apiJson } from '../../api/api.js'
import { failure } from '../../api/failure.js'
import { element } from '../../parts/element.js'
import { plural } from '../../parts/format.js'
import { listTable } from '../../parts/list-table.js'
import { drawPager } from '../../parts/pager.js'
import { timeAgo } from '../../parts/time-ago.js'
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
        : element('p', { className: 'card empty' }, 'No plan is stored yet. Send one with PUT /k12/plans/{id}.'),
    )
    drawPager(byId('pager'), pagination, 'plan', (target) => whileBusy(show(target)))
    byId('announcer').textContent = plural(pagination.total_items, 'plan')
  } catch (error) {
    byId('plans').replaceChildren(failure(error, () => whileBusy(show(page))))
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
