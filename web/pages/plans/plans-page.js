import { apiJson } from '../../api/api.js'
import { failure } from '../../api/failure.js'
import { element } from '../../parts/element.js'
import { number, plural } from '../../parts/format.js'
import { listTable } from '../../parts/list-table.js'
import { drawPager } from '../../parts/pager.js'
import { runBadge } from '../../parts/run-badge.js'
import { timeAgo } from '../../parts/time-ago.js'
import { toastError } from '../../parts/toast.js'
import { whileBusy } from '../../shell/shell.js'

const PAGE_SIZE = 20
/** After the last letter of a name. */
const SEARCH_MS = 250
const byId = (id) => document.getElementById(id)
const named = () => byId('name').value.trim()
/** Of several searches the last one counts. */
let turn = 0

async function show(page) {
  turn += 1
  const mine = turn
  const query = new URLSearchParams({ page, page_size: PAGE_SIZE, ...(named() ? { name: named() } : {}) })
  try {
    const { items, pagination } = await apiJson(`/k12/plans?${query}`)
    if (mine !== turn) return
    // who has few sees them all, and looks for none
    if (pagination.total_pages > 1) byId('filters').hidden = false
    byId('origin').hidden = items.length === 0
    byId('plans').replaceChildren(items.length ? element('div', { className: 'card' }, tableOf(items)) : named() ? noneNamed() : none())
    drawPager(byId('pager'), pagination, 'plan', (target) => whileBusy(show(target)))
    byId('announcer').textContent = plural(pagination.total_items, 'plan')
  } catch (error) {
    if (mine === turn) byId('plans').replaceChildren(failure(error, () => whileBusy(show(page))))
  }
}

/** Whose they are is said where they are of several. */
function tableOf(plans) {
  const isOfSeveral = new Set(plans.map(({ organizationId }) => organizationId)).size > 1
  const head = ['Plan', ...(isOfSeveral ? ['Organization'] : []), 'Annexes', 'Roles', 'Changed']
  const rows = plans.map(({ id, name, organizationId, annexes, roles, snapshotOf, updatedAt }) => [
    element(
      'span',
      {},
      element('a', { href: `/school-plans/${encodeURIComponent(id)}` }, name),
      snapshotOf && element('span', {}, ' ', runBadge('none', 'snapshot')),
    ),
    ...(isOfSeveral ? [element('span', { className: 'organization small' }, organizationId)] : []),
    number(annexes.length),
    number(roles),
    timeAgo(new Date(updatedAt)),
  ])
  return listTable({ label: 'Plans', head, rows })
}

const noneNamed = () => element('p', { className: 'card empty' }, 'No plan has these words in its name.')

/** Where plans come from, and one to begin with. */
function none() {
  const sample = element('button', { type: 'button', className: 'primary', onclick: () => whileBusy(putSample()) }, 'Put in a sample plan')
  return element(
    'div',
    { className: 'card empty stack' },
    element('p', {}, 'No plan is stored yet. The sample is that of an invented school: 16 annexes to read, to edit and to make guides of.'),
    element('p', {}, sample),
    element('p', {}, 'To store your own plans, see ', element('a', { href: '/docs/how-to/store-plans' }, 'Store plans'), '.'),
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

let timer
byId('name').addEventListener('input', () => {
  clearTimeout(timer)
  timer = setTimeout(show, SEARCH_MS, 1)
})
show(1)
