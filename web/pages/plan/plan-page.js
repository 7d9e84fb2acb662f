import { apiJson } from '../../api/api.js'
import { failure } from '../../api/failure.js'
import { element } from '../../parts/element.js'
import { plural } from '../../parts/format.js'
import { richText } from '../../parts/text/rich-text.js'
import { toast } from '../../parts/toast.js'
import { browserId } from '../../parts/visitor.js'
import { whileBusy } from '../../shell/shell.js'
import { changeList } from './change-list.js'
import { followEdit } from './follow-edit.js'

const TOOLS = { FUNCTIONAL: 'functional-annex-kickoff', HAZARD: 'hazard-annex-kickoff' }
const ROLES = 'Suggest roles and responsibilities'

const byId = (id) => document.getElementById(id)
const planId = decodeURIComponent(location.pathname.split('/')[2] ?? '')
const path = `/k12/plans/${encodeURIComponent(planId)}`
let plan
let annex
let session = null
/** The edit that is under way. */
let running

async function load() {
  try {
    plan = await apiJson(path)
  } catch (error) {
    byId('problem').replaceChildren(failure(error, () => whileBusy(load())))
    return
  }
  byId('problem').replaceChildren()
  byId('name').textContent = plan.name
  document.title = `${plan.name} · Millrace`
  byId('summary').textContent =
    `${plan.annexes.length} ${plan.annexes.length === 1 ? 'annex' : 'annexes'}, ${plural(plan.generalUserTags.length, 'role')}`
  byId('guides').hidden = plan.annexes.length === 0
  byId('guides').firstElementChild.href = `/guides?plan=${encodeURIComponent(planId)}`
  byId('body').hidden = plan.annexes.length === 0
  if (plan.annexes.length === 0) byId('problem').replaceChildren(element('p', { className: 'card empty' }, 'This plan has no annexes.'))
  else await choose()
}

/** The annex that the address names, else the first. */
async function choose() {
  const wanted = decodeURIComponent(location.hash.slice(1))
  const next = plan.annexes.find(({ id }) => id === wanted) ?? plan.annexes[0]
  if (next.id !== annex?.id) {
    running?.stop()
    session = null
    byId('changes').hidden = true
    byId('edit-problem').replaceChildren()
  }
  annex = next
  byId('annexes').replaceChildren(
    ...plan.annexes.map(({ id, name }) =>
      element('li', {}, element('a', { href: `#${encodeURIComponent(id)}`, 'aria-current': id === annex.id ? 'true' : undefined }, name)),
    ),
  )
  byId('annex-title').textContent = annex.name
  byId('type').textContent = annex.type === 'HAZARD' ? 'hazard' : 'functional'
  try {
    const view = await apiJson(`${path}/annexes/${encodeURIComponent(next.id)}`)
    if (annex !== next) return
    byId('text').replaceChildren(
      view.shown.trim() ? richText(view.shown) : element('p', { className: 'soft' }, 'This annex has no text yet.'),
    )
  } catch (error) {
    byId('text').replaceChildren(failure(error, () => whileBusy(choose())))
  }
}

async function start(prompt) {
  running?.stop()
  byId('edit-problem').replaceChildren()
  byId('changes').hidden = true
  const json = {
    emergencyOperationPlanId: planId,
    userId: browserId(),
    form: { name: plan.name, field: { group: annex.type, name: annex.name, content: annex.html } },
    sessionId: session,
    ...(prompt ? { prompt } : {}),
  }
  working(true)
  try {
    const { data } = await apiJson(`/ai/k12/tools/${TOOLS[annex.type]}`, { method: 'POST', json })
    session = data.sessionId
    running = followEdit(data.requestId, tell)
    const edit = await running.ended
    if (edit) showEdit(edit)
  } catch (error) {
    byId('edit-problem').replaceChildren(failure(error, () => start(prompt)))
  } finally {
    working(false)
  }
}

function working(on) {
  byId('cancel').hidden = !on
  for (const id of ['start', 'roles']) byId(id).disabled = on
  if (!on) byId('state').textContent = ''
}

function tell(words) {
  if (byId('state').textContent !== words) byId('state').textContent = words
}

function showEdit(edit) {
  if (edit.status !== 'success') {
    byId('edit-problem').replaceChildren(element('p', { className: 'notice', role: 'alert' }, edit.message))
    return
  }
  byId('changes').hidden = false
  byId('made-by').textContent = madeBy(edit)
  const { list, buttons } = changeList(edit.changes, (ids) => accept(edit, ids))
  byId('change-list').replaceChildren(...list)
  byId('choices').replaceChildren(...buttons)
  byId('changes-title').textContent = edit.changes.length ? plural(edit.changes.length, 'change') : 'Nothing had to change'
  byId('changes-title').focus()
}

function madeBy({ by, record }) {
  if (by === 'embedded') return 'Made without a language model.'
  const { usage, model, profile, prompt_version } = record
  const cost = usage.amount === null ? '' : `, ${usage.amount.toFixed(4)} ${usage.currency}`
  return `Made by ${model}, prompt ${profile} ${prompt_version}, ${plural(usage.calls, 'call')}, ${plural(usage.prompt_tokens + usage.completion_tokens, 'token')}${cost}.`
}

async function accept(edit, changes) {
  byId('edit-problem').replaceChildren()
  try {
    const json = { requestId: edit.requestId, base: edit.base, changes }
    const { accepted } = await whileBusy(apiJson(`${path}/annexes/${encodeURIComponent(annex.id)}/accept`, { method: 'POST', json }))
    toast(`${plural(accepted.length, 'change')} accepted.`)
    byId('changes').hidden = true
    await load()
    byId('annex-title').focus()
  } catch (error) {
    byId('edit-problem').replaceChildren(failure(error))
    byId('prompt').focus()
  }
}

byId('form').addEventListener('submit', (event) => {
  event.preventDefault()
  start(byId('prompt').value.trim())
})
byId('roles').addEventListener('click', () => start(ROLES))
byId('cancel').addEventListener('click', () => running?.cancel())
window.addEventListener('hashchange', () => {
  whileBusy(choose())
  byId('annex-title').focus()
})
load()
