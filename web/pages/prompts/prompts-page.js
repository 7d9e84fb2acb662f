import { failure } from '../../api/failure.js'
import { element } from '../../parts/element.js'
import { toast, toastError } from '../../parts/toast.js'
import { whileBusy } from '../../shell/shell.js'
import { BUILT_IN, readBundle, readText, saveVersion, typeInfo } from './prompt-data.js'
import { createDialog, deleteDialog, detailsDialog, leaveDialog, promoteDialog, renameDialog } from './prompt-dialogs.js'
import { comparable, createEditor } from './prompt-editor.js'
import { promptList } from './prompt-list.js'
import { panelHead } from './prompt-panel.js'

const list = document.getElementById('prompt-list')
const panel = document.getElementById('prompt-panel')
const messages = {
  saved: 'Saved.',
  metadata_saved: 'The details are saved.',
  renamed: 'Renamed.',
  deleted: 'Deleted.',
  default_set: 'In use from now on.',
}

let bundle
let editor
/** @type {{ type: string, name: string, id?: string }} */
let selected
let turn = 0

const allEntries = () => Object.values(bundle.versions_by_type).flatMap(({ entries }) => entries)

/** What to show first: what the address names by its id or its name, else the system prompt in use. */
function firstChoice() {
  const query = new URLSearchParams(location.search)
  const [wanted, name] = [query.get('prompt_id'), query.get('name')]
  const entry =
    allEntries().find((one) => one.id === wanted) ??
    allEntries().find((one) => one.name === name) ??
    bundle.versions_by_type.system.entries.find((e) => e.is_current)
  return entry ?? { type: 'system', name: BUILT_IN }
}

/** The selection on the present bundle: the version itself, the one in use, or the newest of its name. */
function resolve({ type, name, id }) {
  const all = bundle.versions_by_type[type].entries
  const siblings = all.filter((e) => e.name === name)
  const version = siblings.find((e) => e.id === id) ?? siblings.find((e) => e.is_current) ?? siblings[0]
  const current = type === 'experiment' ? undefined : all.find((e) => e.is_current)
  const builtIn = bundle.built_in[typeInfo(type).text]
  return {
    type,
    name: version?.name ?? BUILT_IN,
    version,
    siblings,
    current,
    builtIn,
    inUse: type !== 'experiment' && (version ? version === current : !current),
  }
}

/** Shows a prompt; `focus` is the id of what has the focus then, because what had it is drawn anew. */
async function choose(next, { force = false, focus } = {}) {
  if (!force && editor?.isChanged() && !(await leaveDialog())) return
  selected = { type: next.type, name: next.name, id: next.id }
  await show()
  document.getElementById(focus)?.focus()
}

async function show() {
  const mine = ++turn
  const shown = resolve(selected)
  // an experiment that is gone has no built-in one to fall back to
  if (!shown.version && shown.type === 'experiment') return choose(firstChoice(), { force: true })
  const text = shown.version ? await whileBusy(readText(shown.version)) : shown.builtIn
  if (mine !== turn) return
  selected = { ...selected, name: shown.name, id: shown.version?.id }
  const address = shown.version ? `?${new URLSearchParams({ prompt_type: shown.type, prompt_id: shown.version.id })}` : ''
  history.replaceState(null, '', location.pathname + address)
  editor = createEditor(
    {
      text,
      version: shown.version,
      others: comparable(shown.version, shown.siblings, shown.current, shown.builtIn),
      canBeDefault: shown.type !== 'experiment',
    },
    (next) => saved(shown, next),
  )
  panel.replaceChildren(
    element('article', { className: 'card', 'aria-labelledby': 'panel-title' }, panelHead(shown, handlers(shown, text)), editor.node),
  )
  draw()
}

const draw = () =>
  list.replaceChildren(
    ...promptList(bundle, selected, (choice) => guarded(() => choose(choice, { focus: 'panel-title' }))),
    element('button', { type: 'button', onclick: () => guarded(create) }, 'New prompt'),
  )

async function saved({ type, name }, { text, label, makeDefault }) {
  const reply = await saveVersion({ type, name: name === BUILT_IN ? typeInfo(type).one.replace(' ', '-') : name, text, label, makeDefault })
  await changed(reply, makeDefault ? 'Saved, and in use from now on.' : 'Saved as a new version.')
}

const handlers = ({ version, siblings }, text) => {
  const after = (dialog) => () =>
    guarded(async () => {
      if (editor.isChanged() && !(await leaveDialog())) return
      const reply = await dialog()
      if (reply) await changed(reply, messages[reply.status === 'updated' ? 'metadata_saved' : reply.status])
    })
  return {
    choose: (id) => guarded(() => choose({ ...selected, id }, { focus: 'version' })),
    promote: after(() => promoteDialog(version, text, bundle.effective[typeInfo(version.type).text])),
    details: after(() => detailsDialog(version)),
    rename: after(() => renameDialog(version, siblings.length)),
    remove: after(() => deleteDialog(version)),
    copy: () => guarded(() => create({ type: selected.type, text })),
  }
}

async function create(start) {
  if (editor.isChanged() && !(await leaveDialog())) return
  const reply = await createDialog(start)
  if (reply) await changed(reply, 'Saved as a new prompt.')
}

/** Reads everything again after a change, and shows the version that it was about. */
async function changed({ entry }, message) {
  bundle = await whileBusy(readBundle())
  await choose(entry, { force: true, focus: 'panel-title' })
  toast(message)
}

async function guarded(work) {
  try {
    await work()
  } catch (error) {
    toastError(error)
  }
}

async function start() {
  panel.replaceChildren()
  const query = new URLSearchParams(location.search)
  try {
    bundle = await whileBusy(readBundle())
    await choose(firstChoice())
  } catch (error) {
    list.replaceChildren()
    panel.replaceChildren(failure(error, start))
    return
  }
  const done = Object.keys(messages).find((name) => query.get(name) === 'true')
  if (done) toast(messages[done])
  if (query.has('error')) toastError(new Error('That prompt could not be put in use: there is none of this name.'))
}

addEventListener('beforeunload', (event) => {
  if (editor?.isChanged()) event.preventDefault()
})
start()
