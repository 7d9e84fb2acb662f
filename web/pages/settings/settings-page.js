import { ApiError, apiJson } from '../../api/api.js'
import { failure } from '../../api/failure.js'
import { actorWords } from '../../parts/actor-words.js'
import { element } from '../../parts/element.js'
import { plural } from '../../parts/format.js'
import { listTable } from '../../parts/list-table.js'
import { openDialog } from '../../parts/open-dialog.js'
import { timeAgo } from '../../parts/time-ago.js'
import { toast, toastError } from '../../parts/toast.js'
import { whileBusy } from '../../shell/shell.js'
import { createTopics } from './draw-topics.js'
import { createSettingField, textOf } from './setting-field.js'

const ROOT = '/api/v2/settings'
const byId = (id) => document.getElementById(id)
const form = byId('settings-form')
const CHANGES_FIRST = 10
/** What the server gives at once at most. */
const CHANGES_LAST = 100
// Filled by whatever connects a model; it leads the topic “Model”.
const lead = element('div', { id: 'connect-model' })
const topics = createTopics({ nav: byId('topics'), panel: byId('groups'), lead })
let fields = []
let changesShown = CHANGES_FIRST

async function load() {
  try {
    const { settings } = await apiJson(ROOT)
    byId('problem').replaceChildren()
    drawSettings(settings)
    form.hidden = false
  } catch (error) {
    byId('problem').replaceChildren(failure(error, () => whileBusy(load())))
    // What stands below asks for the same rights: one refusal is enough.
    if (error.status === 401 || error.status === 403) return
  }
  byId('beside').hidden = false
  await Promise.all([drawStorage(), drawHistory()])
}

function drawSettings(settings) {
  fields = settings.map((setting) => createSettingField(setting, showPending))
  topics.draw(fields)
  filterSettings()
  showPending()
}

/** Leaves the settings whose name or description has every word of the filter, of all topics; those changed alone where asked. */
function filterSettings() {
  const words = byId('filter').value.toLowerCase().split(/\s+/).filter(Boolean)
  const changedOnly = byId('changed-only').checked
  const fits = (field) => {
    const text = `${field.key} ${field.node.textContent}`.toLowerCase()
    return words.every((word) => text.includes(word)) && (!changedOnly || field.isSet || field.changed())
  }
  const found = topics.filter(words.length > 0 || changedOnly ? fits : undefined)
  byId('none').hidden = found
  byId('none').textContent =
    changedOnly && !words.length ? 'Every setting has its default.' : 'No setting has these words in its name or description.'
}

function showPending() {
  const count = fields.filter((field) => field.changed()).length
  byId('pending').classList.remove('problem')
  byId('pending').textContent = count ? `${plural(count, 'field')} changed.` : 'Nothing is changed.'
  byId('review').disabled = byId('discard').disabled = count === 0
  topics.count()
}

const wanted = () => Object.fromEntries(fields.filter((f) => f.changed()).map((f) => [f.key, f.wanted()]))

async function send(query) {
  for (const field of fields) field.fail()
  try {
    return await whileBusy(apiJson(`${ROOT}${query}`, { method: 'POST', json: wanted() }))
  } catch (error) {
    const field = error instanceof ApiError && fields.find(({ key }) => key === error.details?.key)
    if (!field) return void toastError(error)
    field.fail(error.message.replace(`${field.key}: `, ''))
    byId('filter').value = ''
    byId('changed-only').checked = false
    filterSettings()
    topics.show(field)
    // the bar with the buttons lies over the end of the window
    field.input.focus({ preventScroll: true })
    field.node.scrollIntoView({ block: 'center' })
    byId('pending').textContent = `Not saved. ${field.label}: ${field.problem()}`
    byId('pending').classList.add('problem')
  }
}

byId('filter').addEventListener('input', filterSettings)
byId('changed-only').addEventListener('change', filterSettings)
byId('filter').addEventListener('keydown', (event) => {
  // Enter looks for a setting; it does not send the form.
  if (event.key === 'Enter') event.preventDefault()
})
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const preview = await send('?dry_run=1')
  if (!preview || !(await review(preview.changes))) return
  const saved = await send('')
  if (!saved) return
  toast(`${plural(saved.changes.length, 'setting')} saved.`)
  await whileBusy(load())
})
byId('history-more').addEventListener('click', () => {
  changesShown = CHANGES_LAST
  whileBusy(drawHistory())
})
byId('discard').addEventListener('click', () => {
  for (const field of fields) field.reset()
})

const review = (changes) =>
  openDialog({ title: changes.length ? 'Save these changes?' : 'This changes no value', className: 'review' }, (title, close) => [
    element(
      'form',
      { className: 'stack', method: 'dialog', onsubmit: () => close(true) },
      title,
      changes.length > 0 && changeTable(changes),
      element(
        'div',
        { className: 'actions' },
        element('button', { type: 'button', onclick: () => close(false) }, 'Back'),
        element('button', { type: 'submit', className: 'primary' }, 'Save'),
      ),
    ),
  ])

const shown = (value) => (value === null ? 'not set' : textOf(value) || 'empty')
/** A setting by its label, with its key below; by its key alone where there is no such setting any more. */
function nameOf(key) {
  const words = element('span', { className: 'mono small soft' }, key)
  const label = fields.find((field) => field.key === key)?.label
  return label ? element('div', {}, label, element('br'), words) : words
}

const changeTable = (changes) =>
  listTable({
    label: 'Changes',
    head: ['Setting', 'Now', 'Then'],
    rows: changes.map(({ key, from, to }) => [nameOf(key), shown(from), shown(to)]),
  })

async function drawStorage() {
  try {
    const status = await apiJson(`${ROOT}/blob-status`)
    const facts = [
      [
        'Kept in',
        status.kind === 'azure' ? 'Azure Blob storage' : status.cloud_configured ? 'files' : 'files, as no Azure connection is configured',
      ],
      ['Container', status.container],
      ['Connection', status.status === 'connected' ? `answers within ${status.latency_ms} ms` : 'failed'],
      ['Container exists', status.container_exists ? 'yes' : 'no; it is made when settings are saved'],
      ...(status.diagnosis ? [['Diagnosis', status.diagnosis]] : []),
    ]
    byId('storage').replaceChildren(
      element(
        'dl',
        { className: 'card padded facts' },
        ...facts.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]),
      ),
    )
  } catch (error) {
    byId('storage').replaceChildren(failure(error, drawStorage))
  }
}

async function drawHistory() {
  try {
    const { items, pagination } = await apiJson(`${ROOT}/history?page_size=${changesShown}`)
    byId('history-more').hidden = items.length >= pagination.total_items || changesShown === CHANGES_LAST
    const rows = items.flatMap(({ at, actor, changes }) => changes.map((change) => historyRow(at, actor, change)))
    byId('history').replaceChildren(
      rows.length
        ? element('div', { className: 'card' }, listTable({ label: 'History', head: ['Setting', 'From', 'To', 'Who', 'When'], rows }))
        : element('p', { className: 'card empty' }, 'Nothing has been changed here yet: every setting has its default.'),
    )
  } catch (error) {
    byId('history').replaceChildren(failure(error, drawHistory))
  }
}

const historyRow = (at, actor, { key, from, to }) => [nameOf(key), shown(from), shown(to), actorWords(actor), timeAgo(new Date(at))]

whileBusy(load())
