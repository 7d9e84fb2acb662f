import { api } from '../../api/api.js'
import { keepLooking } from '../../api/keep-looking.js'
import { actorWords } from '../../parts/actor-words.js'
import { element } from '../../parts/element.js'
import { plural } from '../../parts/format.js'
import { listTable } from '../../parts/list-table.js'
import { drawPager } from '../../parts/pager.js'
import { runBadge } from '../../parts/run-badge.js'
import { kindWords, stepWords, titleWords } from '../../parts/run-words.js'
import { timeAgo } from '../../parts/time-ago.js'
import { whileBusy } from '../../shell/shell.js'

/** A change is shown this soon; a list that has not changed is a reply without a body. */
const LOOK_MS = 2000
const PAGE_SIZE = 20

const byId = (id) => document.getElementById(id)
let page = 1
let etag

/** undefined where the list is as it was. */
async function read() {
  const query = new URLSearchParams({ page, page_size: PAGE_SIZE })
  for (const name of ['kind', 'status']) if (byId(name).value) query.set(name, byId(name).value)
  const reply = await api(`/api/v2/runs?${query}`, { headers: etag ? { 'If-None-Match': etag } : {} })
  if (reply.status !== 200) return undefined
  return { tag: reply.headers.get('etag') ?? undefined, list: await reply.json() }
}

function drawNew(found) {
  if (!found) return
  etag = found.tag
  draw(found.list)
}

function draw({ items, pagination, kinds, words: named }) {
  drawKinds(kinds, named)
  const focused = byId('runs').contains(document.activeElement) ? document.activeElement.getAttribute('href') : undefined
  const narrowed = byId('kind').value || byId('status').value
  const table = listTable({
    label: 'Runs',
    head: ['Run', 'Status', 'Progress', 'Started by', 'Started'],
    rows: items.map((run) => rowOf(run, named[run.kind])),
  })
  table.classList.add('runs-table')
  const none = narrowed
    ? 'No run fits these filters.'
    : 'Nothing has been started yet. Rebuilds, guides, edits of annexes, cost reports, workflows and agents are followed here.'
  byId('runs').replaceChildren(
    items.length ? element('div', { className: 'card' }, table) : element('p', { className: 'card empty' }, none),
  )
  if (focused) byId('runs').querySelector(`[href="${focused}"]`)?.focus()
  drawPager(byId('pager'), pagination, 'run', go)
  const words = plural(pagination.total_items, 'run')
  if (byId('announcer').textContent !== words) byId('announcer').textContent = words
}

function drawKinds(kinds, named) {
  const select = byId('kind')
  const known = [...select.options].slice(1).map(({ value }) => value)
  if (JSON.stringify(known) === JSON.stringify(kinds)) return
  const chosen = select.value
  select.replaceChildren(
    select.options[0],
    ...kinds.map((kind) => element('option', { value: kind, selected: kind === chosen }, kindWords(named[kind], kind))),
  )
}

function rowOf(run, words) {
  const { run_id: id, kind, status, progress, steps, questions, actor, created_at: at } = run
  const [name, title] = [kindWords(words, kind), titleWords(run)]
  const now = steps.find((step) => step.status === 'running' || step.status === 'planning')
  const fill = element('div')
  fill.style.setProperty('--done', `${progress * 100}%`)
  const percent = Math.round(progress * 100)
  const outcome = status === 'completed' ? 'done' : status === 'failed' ? 'failed' : 'working'
  const bar = {
    className: 'track',
    role: 'progressbar',
    'aria-label': `Progress of ${title ?? name}`,
    'aria-valuemin': 0,
    'aria-valuemax': 100,
  }
  return [
    element(
      'span',
      {},
      element('a', { href: `/runs/${id}` }, title ?? name),
      element('span', { className: 'step' }, `${name} · `, element('span', { className: 'mono' }, id.slice(0, 8))),
    ),
    runBadge(status, questions.length ? 'waiting for you' : status),
    element(
      'div',
      { data: { outcome } },
      element('div', { ...bar, 'aria-valuenow': percent }, fill),
      now &&
        element('span', { className: 'step' }, stepWords(words, now.name), now.total > 1 && `, ${now.done + now.failed} of ${now.total}`),
    ),
    actorWords(actor),
    timeAgo(new Date(at)),
  ]
}

function go(target) {
  page = target
  etag = undefined
  return whileBusy(look())
}

for (const name of ['kind', 'status']) byId(name).addEventListener('change', () => go(1))
const look = keepLooking({ read, draw: drawNew, problem: byId('problem'), everyMs: LOOK_MS })
