import { apiJson } from '../../api/api.js'
import { keepLooking } from '../../api/keep-looking.js'
import { actorWords } from '../../parts/actor-words.js'
import { element } from '../../parts/element.js'
import { capital, compact, duration, number, plural } from '../../parts/format.js'
import { listTable } from '../../parts/list-table.js'
import { drawPager } from '../../parts/pager.js'
import { runBadge } from '../../parts/run-badge.js'
import { timeAgo } from '../../parts/time-ago.js'
import { toastError } from '../../parts/toast.js'
import { whileBusy } from '../../shell/shell.js'
import { moveGroup, startReplay } from './operator-dialogs.js'

const LOOK_MS = 2000
const byId = (id) => document.getElementById(id)
let page = 1
/** Names of topics that can be replayed. */
let names = []

const read = () =>
  Promise.all([
    apiJson('/admin/topics'),
    apiJson('/admin/groups'),
    apiJson('/admin/dlq?state=open&page_size=1'),
    apiJson(`/admin/replay?page=${page}&page_size=10`),
    apiJson('/api/v2/runs?status=running&page_size=1'),
    apiJson('/admin/audit?page_size=10'),
  ])

function draw([topics, groups, dead, replays, runs, audit]) {
  const [open, running] = [dead, runs].map(({ pagination }) => pagination.total_items)
  names = topics.items.map(({ name }) => name)
  byId('replay').hidden = false
  drawVerdict(topics.items, groups.items, open)
  drawTiles(topics.items, open, running)
  keepingFocus('topics', () => drawTopics(topics.items))
  keepingFocus('groups', () => drawGroups(groups.items, topics.items))
  keepingFocus('replays', () => drawReplays(replays))
  drawAudit(audit.items)
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

/** What has to be looked at, worst first, and what to do about it; said aloud when it changes. */
function drawVerdict(topics, groups, open) {
  const stuck = stuckOf(topics)
  const idle = groups.filter(({ name, members }) => members === 0 && lagOf(name, topics) > 0)
  const troubles = [
    stuck.length > 0 &&
      `${plural(stuck.length, 'partition')} ${stuck.length === 1 ? 'stands' : 'stand'} still: ${listed(stuck.map(stuckWords))}. Look at the log of who reads it; a restart takes it up again.`,
    idle.length > 0 &&
      `Nobody reads for ${listed(idle.map(({ name }) => name))}, and records wait: start ${idle.length === 1 ? 'its process' : 'their processes'}.`,
    open > 0 && element('span', {}, `${plural(open, 'record')} given up on: `, element('a', { href: '/dead-letters' }, 'see why'), '.'),
  ].filter(Boolean)
  const words = troubles.map((trouble) => (typeof trouble === 'string' ? trouble : trouble.textContent)).join(' ')
  const place = byId('verdict')
  if (place.dataset.told === words && place.hasChildNodes()) return
  place.dataset.told = words
  const tone = stuck.length > 0 ? 'error' : 'warning'
  place.replaceChildren(
    troubles.length > 0
      ? element('div', { className: `notice ${tone}` }, ...troubles.map((trouble) => element('p', {}, trouble)))
      : element('div', { className: 'notice' }, element('p', {}, 'All is well: nothing stands still, and nothing was given up on.')),
  )
}

const MOST_LISTED = 3
const listed = (some) =>
  some.length > MOST_LISTED ? `${some.slice(0, MOST_LISTED).join(', ')} and ${some.length - MOST_LISTED} more` : some.join(', ')
const stuckWords = ({ topic, group, partition }) => `${topic.name} ${partition} (read by ${group.name})`
const lagOf = (name, topics) =>
  sum(topics, ({ groups }) =>
    sum(
      groups.filter((group) => group.name === name),
      ({ lag }) => lag,
    ),
  )

function drawTiles(topics, open, running) {
  const facts = [
    ['records waiting', compact(sum(topics, ({ lag }) => lag))],
    ['records a second', sum(topics, ({ rate }) => rate).toFixed(1)],
    ['partitions that stand still', number(stuckOf(topics).length)],
    ['open dead letters', element('a', { href: '/dead-letters' }, compact(open))],
    ['runs under way', element('a', { href: '/runs' }, compact(running))],
  ]
  byId('tiles').replaceChildren(...facts.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value))))
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
    element(
      'button',
      { type: 'button', className: 'compact', 'aria-label': `Move ${name}`, onclick: () => moveGroup(name, read).then(look) },
      'Move',
    )
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

function drawReplays({ items, pagination }) {
  const canAct = items.some(({ status }) => COMMANDS[status])
  const rows = items.map((replay) => {
    const { status, topic, into, read, written, total, eta_seconds: eta, actor, created_at: at } = replay
    const commands = commandsOf(replay)
    return [
      element('span', {}, element('span', { className: 'mono' }, topic), ' into ', element('span', { className: 'mono' }, into)),
      runBadge(status),
      `${compact(read)} of ${compact(total)} read, ${compact(written)} written${eta ? `, ${duration(eta * 1000)} to go` : ''}`,
      actorWords(actor),
      timeAgo(new Date(at)),
      ...(canAct ? [commands.length ? element('span', { className: 'row' }, ...commands) : ''] : []),
    ]
  })
  show(
    'replays',
    items.length
      ? listTable({
          label: 'Replays',
          head: ['Replay', 'Status', 'Progress', 'Started by', 'Started', ...(canAct ? ['Actions'] : [])],
          rows,
        })
      : undefined,
    'Nothing was replayed yet. A replay copies a range of a topic into one of its own, such as for a mirror that lost its disk.',
  )
  drawPager(byId('pager'), pagination, 'replay', (target) => {
    page = target
    return whileBusy(look())
  })
}

const COMMANDS = { running: ['pause', 'cancel'], paused: ['resume', 'cancel'] }
const LABELS = { pause: 'Pause', resume: 'Go on', cancel: 'Cancel' }

function commandsOf({ runId: id, status, into }) {
  const run = async (command) => {
    try {
      await apiJson(`/admin/replay/${id}/${command}`, { method: 'POST', json: {} })
    } catch (error) {
      toastError(error)
    }
    await look()
  }
  return (COMMANDS[status] ?? []).map((command) =>
    element(
      'button',
      {
        type: 'button',
        className: 'compact',
        'aria-label': `${LABELS[command]}: replay into ${into}`,
        onclick: () => whileBusy(run(command)),
      },
      LABELS[command],
    ),
  )
}

const ACTIONS = {
  'replay.started': 'Replay begun',
  'rebuilds.started': 'Rebuild begun',
  'rebuilds.cut-over': 'Searches switched to the new build',
  'rebuilds.roll-back': 'Searches switched back',
  'rebuilds.discard': 'Build removed',
  'groups.moved': 'Consumer group moved',
  'dead-letters.redriven': 'Dead letters sent again',
}
/** What was done, in words; of an action without words of its own its name. */
const actionWords = (action) => ACTIONS[action] ?? capital(action.replace('rebuilds.', 'rebuild: ').replace(/[.-]/g, ' '))
/** What it was done to. */
function subjectWords({ group, topic, into, index, count, views }) {
  if (group) return `${group} on ${topic}`
  if (into) return `${topic} into ${into}`
  return index ?? (count === undefined ? [views ?? []].flat().join(', ') : plural(count, 'record'))
}

function drawAudit(items) {
  const rows = items.map(({ action, actor, reason, details, at }) => [
    element('span', { title: action }, actionWords(action), element('span', { className: 'about' }, subjectWords(details))),
    actorWords(actor),
    reason ?? '–',
    timeAgo(new Date(at)),
  ])
  show(
    'audit',
    rows.length ? listTable({ label: 'What operators did', head: ['Action', 'Who', 'Why', 'When'], rows }) : undefined,
    'Nothing yet. Rebuilds, replays, moved groups and dead letters that were sent again are noted here, with who did it and why.',
  )
}

function show(id, table, none) {
  table?.classList.add('operations-table')
  byId(id).replaceChildren(
    table ? element('div', { className: 'card' }, table) : element('p', { className: 'card empty' }, ...[none].flat()),
  )
}

byId('replay').addEventListener('click', () => startReplay(names).then(look))
const look = keepLooking({ read, draw, problem: byId('problem'), everyMs: LOOK_MS })
