import { ApiError, apiJson } from './api.js'
import { element } from './element.js'
import { failure } from './failure.js'
import { ago, dateAndTime, plural } from './format.js'
import { createSettingField, textOf } from './setting-field.js'
import { mountShell, whileBusy } from './shell.js'
import { toast, toastError } from './toast.js'

const ROOT = '/api/v2/settings'
const GROUPS = {
  llms: 'Language models',
  indexes: 'Indexes',
  chunking: 'Passages',
  retrieval: 'Retrieval',
  parsing: 'Reading of files',
  upload: 'Upload',
}
const byId = (id) => document.getElementById(id)
const form = byId('settings-form')
let fields = []

mountShell()

async function load() {
  try {
    const { settings } = await apiJson(ROOT)
    byId('problem').replaceChildren()
    drawSettings(settings)
    form.hidden = false
  } catch (error) {
    byId('problem').replaceChildren(failure(error, () => whileBusy(load())))
  }
  await Promise.all([drawStorage(), drawHistory()])
}

function drawSettings(settings) {
  const open = new Set([...document.querySelectorAll('.group[open]')].map((group) => group.dataset.group))
  fields = settings.map((setting) => createSettingField(setting, showPending))
  const names = [...new Set(settings.map(({ key }) => key.split('.')[0]))]
  byId('groups').replaceChildren(
    ...names.map((name) => {
      const own = fields.filter(({ key }) => key.startsWith(`${name}.`))
      const count = settings.filter(({ key, is_set }) => is_set && key.startsWith(`${name}.`)).length
      return element(
        'details',
        { className: 'card group', data: { group: name }, open: open.has(name) || name === 'retrieval' },
        element('summary', {}, GROUPS[name] ?? name, ' ', count > 0 && element('span', { className: 'hint' }, `${count} set here`)),
        ...own.map(({ node }) => node),
      )
    }),
  )
  showPending()
}

function showPending() {
  const count = fields.filter((field) => field.changed()).length
  byId('pending').textContent = count ? `${plural(count, 'field')} changed.` : 'Nothing is changed.'
  byId('review').disabled = byId('discard').disabled = count === 0
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
    field.input.closest('details').open = true
    field.input.focus()
  }
}

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const preview = await send('?dry_run=1')
  if (!preview || !(await review(preview.changes))) return
  const saved = await send('')
  if (!saved) return
  toast(`${plural(saved.changes.length, 'setting')} saved.`)
  await whileBusy(load())
})
byId('discard').addEventListener('click', () => {
  for (const field of fields) field.reset()
})

function review(changes) {
  let agreed = false
  const dialog = element(
    'dialog',
    { className: 'review', 'aria-labelledby': 'review-title' },
    element(
      'form',
      { className: 'stack', method: 'dialog', onsubmit: () => (agreed = true) },
      element('h2', { id: 'review-title' }, changes.length ? 'Save these changes?' : 'This changes no value'),
      changes.length > 0 && changeTable(changes),
      element(
        'div',
        { className: 'actions' },
        element('button', { type: 'button', onclick: () => dialog.close() }, 'Back'),
        element('button', { type: 'submit', className: 'primary' }, 'Save'),
      ),
    ),
  )
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(agreed)
    })
  })
}

const shown = (value) => (value === null ? 'not set' : textOf(value))
const headOf = (...names) => element('thead', {}, element('tr', {}, ...names.map((name) => element('th', { scope: 'col' }, name))))

const changeTable = (changes) =>
  element(
    'div',
    { className: 'table', tabindex: '0', role: 'region', 'aria-label': 'Changes' },
    element(
      'table',
      {},
      headOf('Setting', 'Now', 'Then'),
      element(
        'tbody',
        {},
        ...changes.map(({ key, from, to }) =>
          element('tr', {}, element('td', { className: 'mono' }, key), element('td', {}, shown(from)), element('td', {}, shown(to))),
        ),
      ),
    ),
  )

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
    const { items } = await apiJson(`${ROOT}/history?page_size=20`)
    const rows = items.flatMap(({ at, actor, changes }) => changes.map((change) => historyRow(at, actor, change)))
    byId('history').replaceChildren(
      rows.length
        ? element(
            'div',
            { className: 'card table', tabindex: '0', role: 'region', 'aria-label': 'Table of changes' },
            element('table', {}, headOf('When', 'Who', 'Setting', 'From', 'To'), element('tbody', {}, ...rows)),
          )
        : element('p', { className: 'card empty' }, 'Nothing has been set yet: the configuration file holds.'),
    )
  } catch (error) {
    byId('history').replaceChildren(failure(error, drawHistory))
  }
}

const historyRow = (at, actor, { key, from, to }) =>
  element(
    'tr',
    {},
    element('td', {}, element('time', { datetime: at, title: dateAndTime(new Date(at)) }, ago(new Date(at)))),
    element('td', {}, actor),
    element('td', { className: 'mono' }, key),
    element('td', {}, shown(from)),
    element('td', {}, shown(to)),
  )

whileBusy(load())
