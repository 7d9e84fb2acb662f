import { apiJson } from '../../api/api.js'
import { failure } from '../../api/failure.js'
import { element } from '../../parts/element.js'
import { formDialog } from '../../parts/form-dialog.js'
import { compact, duration, number, plural } from '../../parts/format.js'
import { listTable } from '../../parts/list-table.js'
import { drawPager } from '../../parts/pager.js'
import { runBadge } from '../../parts/run-badge.js'
import { timeAgo } from '../../parts/time-ago.js'
import { toast, toastError } from '../../parts/toast.js'
import { whileBusy } from '../../shell/shell.js'

const LOOK_MS = 2000
const byId = (id) => document.getElementById(id)
let page = 1
let timer
/** Of several looks the last one counts. */
let turn = 0

async function look() {
  clearTimeout(timer)
  turn += 1
  const mine = turn
  try {
    const [topics, groups, dead, replays, runs, audit] = await Promise.all([
      apiJson('/admin/topics'),
      apiJson('/admin/groups'),
      apiJson('/admin/dlq?state=open&page_size=1'),
      apiJson(`/admin/replay?page=${page}&page_size=10`),
      apiJson('/api/v2/runs?status=running&page_size=1'),
      apiJson('/admin/audit?page_size=10'),
    ])
    if (mine !== turn) return
    byId('problem').replaceChildren()
    drawTiles(topics.items, dead.pagination.total_items, runs.pagination.total_items)
    keepingFocus('topics', () => drawTopics(topics.items))
    keepingFocus('groups', () => drawGroups(groups.items, topics.items))
    keepingFocus('replays', () => drawReplays(replays))
    drawAudit(audit.items)
  } catch (error) {
    if (mine !== turn) return
    byId('problem').replaceChildren(failure(error, () => whileBusy(look())))
    return
  }
  timer = setTimeout(() => (document.hidden ? undefined : look()), LOOK_MS)
}

/** What is drawn anew every two seconds keeps the focus of who goes through it by keyboard. */
function keepingFocus(id, draw) {
  const focused = byId(id).contains(document.activeElement) ? document.activeElement.getAttribute('aria-label') : undefined
  draw()
  if (focused)
    byId(id)
      .querySelector(`[aria-label="${CSS.escape(focused)}"]`)
      ?.focus()
}

const sum = (items, of) => items.reduce((total, item) => total + of(item), 0)
const stuckOf = (topics) =>
  topics.flatMap((topic) => topic.groups.flatMap((group) => group.stuck.map((partition) => ({ topic, group, partition }))))

function drawTiles(topics, open, running) {
  const stuck = stuckOf(topics).length
  const facts = [
    ['records waiting', compact(sum(topics, ({ lag }) => lag))],
    ['records a second', sum(topics, ({ rate }) => rate).toFixed(1)],
    ['stuck partitions', number(stuck)],
    ['open dead letters', element('a', { href: '/dead-letters' }, compact(open))],
    ['runs under way', element('a', { href: '/runs' }, compact(running))],
  ]
  byId('tiles').replaceChildren(...facts.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value))))
  const words = stuck > 0 ? `${plural(stuck, 'partition')} stuck` : ''
  if (byId('announcer').textContent !== words) byId('announcer').textContent = words
}

const TOPIC_HEAD = ['Topic', 'Waiting', 'Oldest', 'A second', 'Kept', 'Partitions']
const GROUP_HEAD = ['Group', 'Processes', 'Waiting', 'Stuck', 'Offsets']

/** What flows or stands still is seen at once; what is at rest is folded away below it. */
function drawTopics(topics) {
  const isBusy = ({ lag, rate }) => lag > 0 || rate > 0
  const [busy, quiet] = [topics.filter(isBusy), topics.filter((topic) => !isBusy(topic))]
  const table = (label, some) => (some.length > 0 ? listTable({ label, head: TOPIC_HEAD, rows: some.map(topicRow) }) : undefined)
  show('topics', table('Topics', busy), 'Nothing flows just now.')
  fold('topics', plural(quiet.length, 'quiet topic'), table('Quiet topics', quiet))
}

const topicRow = (topic) => [
  element(
    'span',
    {},
    element('span', { className: 'mono' }, topic.name),
    element('span', { className: 'about' }, topic.visibility === 'public' ? `public · ${topic.description}` : topic.description),
  ),
  number(topic.lag),
  topic.oldest_age_seconds === null ? '–' : duration(topic.oldest_age_seconds * 1000),
  topic.rate.toFixed(1),
  compact(topic.records),
  number(topic.partitions),
]

function drawGroups(groups, topics) {
  const all = groups.map((group) => groupRow(group, topics))
  const [busy, quiet] = [all.filter(({ isBusy }) => isBusy), all.filter(({ isBusy }) => !isBusy)]
  const table = (label, some) => (some.length > 0 ? listTable({ label, head: GROUP_HEAD, rows: some.map(({ row }) => row) }) : undefined)
  show('groups', table('Consumer groups', busy), 'Every group is at work, and none is behind.')
  fold('groups', `${plural(quiet.length, 'group')} with nothing to do`, table('Groups with nothing to do', quiet))
}

function fold(id, words, table) {
  const place = byId(`quiet-${id}`)
  place.hidden = !table
  if (!table) return
  place.querySelector('summary').textContent = words
  keepingFocus(`${id}-at-rest`, () => show(`${id}-at-rest`, table))
}

/** A group that rests can be moved, so that it counts as one to look at. */
function groupRow({ name, members, topics: read }, topics) {
  const own = topics.flatMap((topic) =>
    topic.groups.filter((group) => group.name === name).map((group) => ({ topic: topic.name, ...group })),
  )
  const stuck = own.flatMap((group) => group.stuck.map((partition) => `${group.topic} ${partition}`))
  const move =
    members === 0 &&
    element('button', { type: 'button', className: 'compact', 'aria-label': `Move ${name}`, onclick: () => moveGroup(name, read) }, 'Move')
  const lag = sum(own, (group) => group.lag)
  return {
    isBusy: members === 0 || lag > 0 || stuck.length > 0,
    row: [
      element('span', {}, element('span', { className: 'mono' }, name), element('span', { className: 'about' }, read.join(', '))),
      members === 0 ? 'rests' : number(members),
      number(lag),
      stuck.length ? element('span', { className: 'stuck' }, stuck.join(', ')) : '–',
      move || '',
    ],
  }
}

const placeOf = (text) => (text === 'beginning' || text === 'end' ? text : /^\d+$/.test(text) ? { offset: Number(text) } : { time: text })

async function moveGroup(name, topics) {
  const moved = await formDialog(
    {
      title: `Move ${name}`,
      action: 'Move',
      danger: true,
      fields: [
        { name: 'topic', label: 'Topic', options: topics.map((topic) => [topic, topic]), value: topics[0] },
        { name: 'to', label: 'Begin at', value: 'beginning', hint: 'beginning, end, an offset, or a time such as 2026-01-15T09:00:00Z' },
        { name: 'reason', label: 'Reason', hint: 'Kept in the audit record.' },
      ],
      submit: ({ topic, to, reason }) =>
        apiJson(`/admin/groups/${encodeURIComponent(name)}/offsets`, { method: 'POST', json: { topic, to: placeOf(to), reason } }),
    },
    'The group begins there when it runs again. Going back has records handled once more; going on skips records.',
  )
  if (moved) toast(`${name} begins there on ${moved.topic}.`)
  await look()
}

function drawReplays({ items, pagination }) {
  const rows = items.map(({ runId, status, topic, into, read, written, total, eta_seconds: eta, actor, created_at: at }) => [
    element('span', {}, element('span', { className: 'mono' }, topic), ' into ', element('span', { className: 'mono' }, into)),
    runBadge(status),
    `${compact(read)} of ${compact(total)} read, ${compact(written)} written${eta ? `, ${duration(eta * 1000)} to go` : ''}`,
    actor,
    timeAgo(new Date(at)),
    element('span', { className: 'row' }, ...commandsOf(runId, status)),
  ])
  show(
    'replays',
    items.length
      ? listTable({ label: 'Replays', head: ['Replay', 'Status', 'Progress', 'Started by', 'Started', 'Commands'], rows })
      : undefined,
    ['No range of a topic was replayed yet; on a terminal ', element('code', {}, 'npm run replay -- --help'), ' tells how.'],
  )
  drawPager(byId('pager'), pagination, 'replay', (target) => {
    page = target
    return whileBusy(look())
  })
}

function commandsOf(id, status) {
  const commands = status === 'running' ? ['pause', 'cancel'] : status === 'paused' ? ['resume', 'cancel'] : []
  const run = async (command) => {
    try {
      await apiJson(`/admin/replay/${id}/${command}`, { method: 'POST', json: {} })
    } catch (error) {
      toastError(error)
    }
    await look()
  }
  return commands.map((command) =>
    element(
      'button',
      { type: 'button', className: 'compact', 'aria-label': `${command} ${id}`, onclick: () => whileBusy(run(command)) },
      command,
    ),
  )
}

function drawAudit(items) {
  const rows = items.map(({ action, actor, reason, at }) => [
    element('span', { className: 'mono' }, action),
    actor,
    reason ?? '–',
    timeAgo(new Date(at)),
  ])
  show(
    'audit',
    rows.length ? listTable({ label: 'What operators did', head: ['Action', 'Who', 'Why', 'When'], rows }) : undefined,
    'Nothing yet.',
  )
}

function show(id, table, none) {
  table?.classList.add('operations-table')
  byId(id).replaceChildren(
    table ? element('div', { className: 'card' }, table) : element('p', { className: 'card empty' }, ...[none].flat()),
  )
}

document.addEventListener('visibilitychange', () => document.hidden || look())
look()
