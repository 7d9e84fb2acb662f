import { api, apiJson } from '../../api/api.js'
import { failure } from '../../api/failure.js'
import { confirm } from '../../parts/confirm.js'
import { element } from '../../parts/element.js'
import { formDialog } from '../../parts/form-dialog.js'
import { plural } from '../../parts/format.js'
import { listTable } from '../../parts/list-table.js'
import { openDialog } from '../../parts/open-dialog.js'
import { drawPager } from '../../parts/pager.js'
import { runBadge } from '../../parts/run-badge.js'
import { timeAgo } from '../../parts/time-ago.js'
import { toast, toastError } from '../../parts/toast.js'
import { whileBusy } from '../../shell/shell.js'

const ROOT = '/api/v2/webhooks'
const PAGE_SIZE = 20
/** What is sent, and when. */
const EVENTS = {
  'document.processed': 'An upload is searchable, or failed.',
  'document.removed': 'A document was deleted.',
  'chat.completed': 'A question was answered.',
  'run.ended': 'A job reached its end.',
}
/** Deliveries under way are looked at again so soon. */
const LOOK_MS = 2000

const byId = (id) => document.getElementById(id)
async function send(method, path, json) {
  const reply = await api(`${ROOT}${path}`, { method, json })
  return reply.status === 204 ? undefined : reply.json()
}

let page = 1
let sentPage = 1
let shown
let timer

async function look() {
  try {
    const { items, pagination } = await apiJson(`${ROOT}?page=${page}&page_size=${PAGE_SIZE}`)
    const table = listTable({ label: 'Endpoints', head: ['Address', 'Events', 'State', 'Actions'], rows: items.map(rowOf) })
    byId('endpoints').replaceChildren(
      items.length
        ? element('div', { className: 'card' }, table)
        : element('p', { className: 'card empty' }, 'Nothing is sent anywhere yet. Add an address that takes a POST.'),
    )
    drawPager(byId('pager'), pagination, 'endpoint', (target) => {
      page = target
      return whileBusy(look())
    })
    byId('announcer').textContent = plural(pagination.total_items, 'endpoint')
  } catch (error) {
    byId('endpoints').replaceChildren(failure(error, () => whileBusy(look())))
  }
}

const WHY = { gone: 'disabled: it answered 410', failing: 'disabled: nothing arrived for five days' }
const stateOf = ({ enabled, disabled_reason: why, failing_since: failing }) =>
  enabled
    ? element('span', {}, runBadge(failing ? 'failed' : 'completed', failing ? 'failing' : 'enabled'), failing && since(failing))
    : runBadge(why ? 'failed' : 'cancelled', WHY[why] ?? 'disabled')

const since = (date) => element('span', { className: 'about' }, 'since ', timeAgo(new Date(date)))

const action = (words, about, onclick, className = 'compact') =>
  element('button', { type: 'button', className, 'aria-label': `${words}: ${about}`, onclick }, words)

function rowOf(endpoint) {
  const { id, url, events, description, enabled } = endpoint
  const act = (work) => () => whileBusy(attempt(work))
  return [
    element(
      'div',
      {},
      element('div', { className: 'endpoint-url' }, url),
      description && element('span', { className: 'step' }, description),
    ),
    events.join(', '),
    stateOf(endpoint),
    element(
      'div',
      { className: 'webhook-actions' },
      action(
        'Deliveries',
        url,
        act(() => show(endpoint)),
      ),
      enabled &&
        action(
          'Test',
          url,
          act(() => test(endpoint)),
        ),
      action('Change', url, () => change(endpoint)),
      action(
        enabled ? 'Disable' : 'Enable',
        url,
        act(() => enable(id, !enabled)),
      ),
      action('New secret', url, () => rotate(endpoint)),
      action('Delete', url, () => remove(endpoint), 'compact danger'),
    ),
  ]
}

async function attempt(work) {
  try {
    await work()
  } catch (error) {
    toastError(error)
  }
}

const eventBoxes = (chosen) =>
  element(
    'fieldset',
    { className: 'field' },
    element('legend', {}, 'Events'),
    ...Object.entries(EVENTS).map(([name, about]) =>
      element(
        'label',
        { className: 'choice' },
        element('input', { type: 'checkbox', name: 'event', value: name, checked: chosen.includes(name) }),
        element('span', {}, element('span', { className: 'mono' }, name), element('span', { className: 'hint' }, about)),
      ),
    ),
  )

/** Address, words and events in one dialog; `submit` gets them as the routes take them. */
function askEndpoint({ title, action: words, endpoint, submit }) {
  const boxes = eventBoxes(endpoint?.events ?? ['document.processed'])
  return formDialog({
    title,
    action: words,
    fields: [
      {
        name: 'url',
        label: 'Address',
        type: 'url',
        required: true,
        value: endpoint?.url ?? '',
        hint: 'https, on the internet. It gets a POST for each event.',
      },
      { name: 'description', label: 'Description (optional)', maxlength: 500, value: endpoint?.description ?? '' },
    ],
    below: [boxes],
    submit: (values) => submit({ ...values, events: [...boxes.querySelectorAll(':checked')].map(({ value }) => value) }),
  })
}

const showSecret = (secret) =>
  openDialog({ title: 'Its secret' }, (heading, close) => [
    element(
      'div',
      { className: 'stack' },
      heading,
      element('p', {}, 'The receiver verifies signatures with it. It is shown this once: copy it now.'),
      element('p', { className: 'mono secret' }, secret),
      element(
        'div',
        { className: 'actions' },
        element('button', { type: 'button', onclick: () => copy(secret) }, 'Copy'),
        element('button', { type: 'button', className: 'primary', autofocus: true, onclick: () => close() }, 'Done'),
      ),
    ),
  ])

async function copy(secret) {
  try {
    await navigator.clipboard.writeText(secret)
    toast('The secret is on the clipboard.')
  } catch {
    toastError(new Error('The browser does not let this page write to the clipboard: mark the secret and copy it.'))
  }
}

async function add() {
  const created = await askEndpoint({ title: 'Add an endpoint', action: 'Add', submit: (values) => send('POST', '', values) })
  if (!created) return
  await look()
  await showSecret(created.secret)
}

async function change(endpoint) {
  const submit = (values) => send('PATCH', `/${endpoint.id}`, values)
  if (await askEndpoint({ title: 'Change the endpoint', action: 'Save', endpoint, submit })) await look()
}

async function enable(id, enabled) {
  await send('PATCH', `/${id}`, { enabled })
  await look()
}

async function test(endpoint) {
  await send('POST', `/${endpoint.id}/test`)
  toast('A test is on its way.')
  await show(endpoint)
}

async function rotate({ id, url }) {
  const text = `${url} gets signatures of both secrets for 24 hours, then of the new one alone.`
  if (!(await confirm({ title: 'Make a new secret?', text, action: 'Make it', keep: 'Cancel' }))) return
  await attempt(async () => showSecret((await send('POST', `/${id}/rotate`)).secret))
}

async function remove({ id, url }) {
  const text = `${url} gets nothing more, and what was sent there is forgotten.`
  if (!(await confirm({ title: 'Delete the endpoint?', text, action: 'Delete' }))) return
  await attempt(async () => {
    await send('DELETE', `/${id}`)
    if (shown?.id === id) byId('sent').hidden = true
    await look()
  })
}

async function show(endpoint) {
  shown = endpoint
  sentPage = 1
  byId('sent').hidden = false
  byId('deliveries-title').textContent = `Sent to ${new URL(endpoint.url).host}`
  await lookAtDeliveries()
  byId('deliveries-title').focus()
}

async function lookAtDeliveries() {
  clearTimeout(timer)
  const { id } = shown
  try {
    const { items, pagination } = await apiJson(`${ROOT}/${id}/deliveries?page=${sentPage}&page_size=${PAGE_SIZE}`)
    if (shown.id !== id) return
    const table = listTable({
      label: 'Deliveries',
      head: ['Event', 'State', 'Last attempt', 'When', 'Actions'],
      rows: items.map(deliveryRow),
    })
    byId('deliveries').replaceChildren(
      items.length
        ? element('div', { className: 'card' }, table)
        : element('p', { className: 'card empty' }, 'Nothing was sent there yet.'),
    )
    drawPager(byId('sent-pager'), pagination, 'delivery', (target) => {
      sentPage = target
      return whileBusy(lookAtDeliveries())
    })
    const soon = items.some(({ status, next_attempt_at: at }) => status === 'waiting' && Date.parse(at) < Date.now() + 60_000)
    if (soon) timer = setTimeout(lookAtDeliveries, LOOK_MS)
  } catch (error) {
    byId('deliveries').replaceChildren(failure(error, () => whileBusy(lookAtDeliveries())))
  }
}

const BADGES = { waiting: 'running', delivered: 'completed', failed: 'failed' }

function deliveryRow({ id, event, status, attempts, next_attempt_at: next, created_at: at, log }) {
  const last = log.at(-1)
  const waits = status === 'waiting' && attempts > 0 ? element('span', { className: 'step' }, 'again ', timeAgo(new Date(next))) : undefined
  return [
    element('div', {}, event, element('span', { className: 'step mono' }, id.slice(0, 8))),
    element('div', {}, runBadge(BADGES[status], status), waits),
    last ? `${last.error ?? `answered with ${last.status}`}, ${last.ms} ms` : 'none yet',
    timeAgo(new Date(at)),
    action('Send again', `${event} ${id.slice(0, 8)}`, () =>
      whileBusy(
        attempt(async () => {
          await send('POST', `/deliveries/${id}/redeliver`)
          await lookAtDeliveries()
        }),
      ),
    ),
  ]
}

async function recover() {
  const day = 24 * 60 * 60 * 1000
  const submit = ({ since }) => send('POST', `/${shown.id}/recover`, { since: new Date(since).toISOString() })
  const before = new Date(Date.now() - day - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  const fields = [{ name: 'since', label: 'What failed since', type: 'datetime-local', required: true, value: before }]
  const done = await formDialog({ title: 'Send again what failed', action: 'Send', fields, submit })
  if (!done) return
  toast(`${plural(done.recovered, 'message')} sent again.`)
  await lookAtDeliveries()
}

byId('add').addEventListener('click', add)
byId('again').addEventListener('click', recover)
look()
