import { apiJson } from '../../api/api.js'
import { keepLooking } from '../../api/keep-looking.js'
import { element } from '../../parts/element.js'
import { formDialog } from '../../parts/form-dialog.js'
import { number, plural } from '../../parts/format.js'
import { listTable } from '../../parts/list-table.js'
import { drawPager } from '../../parts/pager.js'
import { timeAgo } from '../../parts/time-ago.js'
import { toast, toastError } from '../../parts/toast.js'
import { whileBusy } from '../../shell/shell.js'
import { openLetter } from './letter-dialog.js'
import { nameOf, pageWords, states } from './words.js'

const LOOK_MS = 3000
const NAMES = ['state', 'consumer', 'code']
const byId = (id) => document.getElementById(id)
let page = 1

const chosen = () => Object.fromEntries(NAMES.flatMap((name) => (byId(name).value ? [[name, byId(name).value]] : [])))

function read() {
  const query = new URLSearchParams(chosen())
  const paged = new URLSearchParams({ ...chosen(), page, page_size: 20 })
  return Promise.all([apiJson(`/admin/dlq/groups?${query}`), apiJson(`/admin/dlq?${paged}`), apiJson('/admin/dlq?page_size=1')])
}

function draw([groups, letters, all]) {
  whatIsEmpty(all)
  drawChoices('consumer', Object.keys(all.counts.consumer))
  drawChoices('code', Object.keys(all.counts.code))
  keepingFocus('reasons', () => drawReasons(groups.items))
  keepingFocus('letters', () => drawLetters(letters))
}

/** What is drawn anew every few seconds keeps the focus of who goes through it by keyboard. */
function keepingFocus(id, draw) {
  const focused = byId(id).contains(document.activeElement) ? document.activeElement.dataset.at : undefined
  draw()
  if (focused)
    byId(id)
      .querySelector(`[data-at="${CSS.escape(focused)}"]`)
      ?.focus()
}

function drawChoices(id, values) {
  const select = byId(id)
  const value = select.value
  if (JSON.stringify([...select.options].slice(1).map((option) => option.value)) === JSON.stringify(values)) return
  select.replaceChildren(select.options[0], ...values.map((one) => element('option', { value: one, selected: one === value }, one)))
}

/** A whole sentence: of records whose messages differ in names and numbers that of one. */
const reasonWords = ({ reason, message, count }) => (count > 1 && reason !== message ? `One of them: ${message}` : message)

function drawReasons(groups) {
  const rows = groups.map(({ code, reason, message, count, consumers, last_at: last }) => [
    element(
      'span',
      {},
      element('span', { className: 'mono' }, code),
      element('span', { className: 'about' }, reasonWords({ reason, message, count })),
    ),
    number(count),
    Object.keys(consumers).join(', '),
    timeAgo(new Date(last)),
  ])
  show('reasons', rows.length ? listTable({ label: 'Reasons', head: ['Reason', 'Records', 'Consumers', 'Last'], rows }) : undefined)
}

function drawLetters({ items, pagination }) {
  const rows = items.map((entry) => [
    element(
      'span',
      {},
      opener(entry),
      element('span', { className: 'about' }, entry.message),
      ...entry.links.map((link) => linkOf(entry, link)),
    ),
    element('span', { className: 'mono' }, entry.code),
    states[entry.state],
    element('span', {}, entry.consumer, element('span', { className: 'about' }, entry.topic)),
    number(entry.attempts),
    timeAgo(new Date(entry.failed_at)),
  ])
  const head = ['Record', 'Error', 'State', 'Given up by', 'Tries', 'Failed']
  show('letters', rows.length ? listTable({ label: 'Dead letters', head, rows }) : undefined)
  drawPager(byId('pager'), pagination, 'record', (target) => {
    page = target
    return whileBusy(look())
  })
  const state = byId('state').value
  const none = pagination.total_items === 0
  byId('redrive').disabled = none || state === 'resolved'
  byId('discard').disabled = none || state === 'resolved' || state === 'discarded'
  const words = plural(pagination.total_items, 'record')
  if (byId('announcer').textContent !== words) byId('announcer').textContent = words
}

const opener = (entry) =>
  element(
    'button',
    { type: 'button', className: 'link', data: { at: entry.id }, onclick: () => whileBusy(openLetter(entry.id, act)).catch(toastError) },
    nameOf(entry),
  )

const linkOf = ({ id }, { rel, page: href }) =>
  element('a', { className: 'about', href, data: { at: `${id} ${rel}` } }, `Open ${pageWords[rel]}`)

let empty = ''
/** A server on which nothing was given up, and one on which all of it is settled, say so; filters hide only what is there. */
function whatIsEmpty({ pagination, counts }) {
  const nothing = pagination.total_items === 0
  const settled = byId('state').value === 'open' && !counts.state.open && !byId('consumer').value && !byId('code').value
  empty = nothing
    ? 'Nothing has failed. A record that a consumer gives up on will stand here, with the reason and what to do.'
    : settled
      ? `Nothing is open. ${plural(pagination.total_items, 'record')} of before ${pagination.total_items === 1 ? 'is' : 'are'} settled: choose “Any state” to see them.`
      : 'No record fits these filters.'
  byId('filters').hidden = byId('one-by-one').hidden = nothing
}

function show(id, table) {
  table?.classList.add('letters-table')
  byId(id).replaceChildren(table ? element('div', { className: 'card' }, table) : element('p', { className: 'card empty' }, empty))
}

/** Asks with the count of a dry run, then does it. */
async function act(command, filter) {
  try {
    const { matched } = await apiJson(`/admin/dlq/${command}`, { method: 'POST', json: { ...filter, dry_run: true } })
    const done = await formDialog(
      {
        title: command === 'redrive' ? `Send ${plural(matched, 'record')} again` : `Discard ${plural(matched, 'record')}`,
        action: command === 'redrive' ? 'Send again' : 'Discard',
        danger: command === 'discard',
        fields: [
          { name: 'reason', label: 'Reason', hint: 'Kept with the records and in the audit record.' },
          ...(command === 'redrive'
            ? [{ name: 'rate', label: 'Records a second', hint: 'As fast as it goes when empty.', inputmode: 'decimal' }]
            : []),
        ],
        submit: ({ reason, rate }) =>
          apiJson(`/admin/dlq/${command}`, {
            method: 'POST',
            json: { ...filter, ...(reason ? { reason } : {}), ...(rate ? { rate: Number(rate) } : {}) },
          }),
      },
      command === 'redrive'
        ? 'They go to the consumers that gave them up, with their keys and ids.'
        : 'They stay readable, and are not tried again.',
    )
    if (done) toast(`${plural(done.redriven ?? done.discarded, 'record')} ${command === 'redrive' ? 'sent again' : 'discarded'}.`)
  } catch (error) {
    toastError(error)
  }
  await look()
}

/** The filters, which name a state at least; without one: open ones. */
const those = () => ({ state: 'open', ...chosen() })
byId('redrive').addEventListener('click', () => whileBusy(act('redrive', those())))
byId('discard').addEventListener('click', () => whileBusy(act('discard', those())))
for (const name of NAMES)
  byId(name).addEventListener('change', () => {
    page = 1
    return whileBusy(look())
  })
const look = keepLooking({ read, draw, problem: byId('problem'), everyMs: LOOK_MS })
