import { apiJson } from '../../api/api.js'
import { failure } from '../../api/failure.js'
import { until } from '../../api/until.js'
import { element } from '../../parts/element.js'
import { plural } from '../../parts/format.js'
import { whileBusy } from '../../shell/shell.js'
import { fitToPage, guideCard } from './guide-card.js'

const PLANS = '/k12/plans'
const MOST_PLANS = 100

const byId = (id) => document.getElementById(id)
const annexes = (count) => `${count} ${count === 1 ? 'annex' : 'annexes'}`
/** Calls a tool of guides with its bare input. */
const tool = async (name, input) => (await apiJson(`/ai/k12/tools/qrg-generation-${name}`, { method: 'POST', json: input })).data

let plans = []
let job

async function loadPlans(chosen) {
  const { items } = await apiJson(`${PLANS}?page_size=${MOST_PLANS}`)
  plans = items
  // a link may name one beyond the first hundred
  if (chosen && !items.some(({ id }) => id === chosen)) {
    const further = await apiJson(`${PLANS}/${encodeURIComponent(chosen)}`).catch(() => undefined)
    if (further) plans.unshift(summaryOf(further))
  }
  byId('plan').replaceChildren(...items.map(({ id, name }) => element('option', { value: id }, name)))
  if (chosen && items.some(({ id }) => id === chosen)) byId('plan').value = chosen
  for (const id of ['none', 'sample']) byId(id).hidden = items.length > 0
  for (const id of ['plan-field', 'start']) byId(id).hidden = items.length === 0
  await showPlan()
}

const summaryOf = ({ id, name, annexes: list, generalUserTags }) => ({ id, name, annexes: list, roles: generalUserTags.length })

async function showPlan() {
  const summary = plans.find(({ id }) => id === byId('plan').value)
  byId('roles').hidden = true
  if (!summary) return
  byId('plan-hint').textContent = `${annexes(summary.annexes.length)}, ${plural(summary.roles, 'role')}.`
  const { generalUserTags } = await apiJson(`${PLANS}/${encodeURIComponent(summary.id)}`)
  byId('roles').hidden = generalUserTags.length === 0
  byId('role-list').replaceChildren(
    ...generalUserTags.map(({ id, name }) => element('label', {}, element('input', { type: 'checkbox', name: 'role', value: id }), name)),
  )
}

async function start(event) {
  event.preventDefault()
  if (job) return
  byId('problem').replaceChildren()
  byId('start').setAttribute('aria-busy', 'true')
  try {
    const roles = [...document.querySelectorAll('input[name="role"]:checked')].map(({ value }) => value)
    const asked = { emergencyOperationPlanId: byId('plan').value, ...(roles.length ? { generalUserTagIds: roles } : {}) }
    const { requestId } = await tool('kickoff', asked)
    history.replaceState(null, '', `?plan=${encodeURIComponent(byId('plan').value)}&job=${encodeURIComponent(requestId)}`)
    await follow(requestId)
  } catch (error) {
    byId('problem').replaceChildren(failure(error))
  } finally {
    byId('start').removeAttribute('aria-busy')
  }
}

async function follow(requestId) {
  job = requestId
  byId('result').hidden = true
  byId('cancel').hidden = false
  try {
    await whileBusy(untilOver(requestId))
    show(await tool('result', { requestId }))
  } finally {
    byId('cancel').hidden = true
    byId('progress').textContent = ''
    job = undefined
  }
}

async function untilOver(requestId) {
  const onState = ([{ progress }]) => {
    byId('progress').textContent = progress.total ? `${progress.done} of ${plural(progress.total, 'guide')} done` : 'Waiting for a turn'
  }
  const read = () => tool('status', { requestIds: [requestId] })
  await until(read, ([{ status }]) => status !== 'PROCESSING', { onState })
}

const notice = (kind, head, ...words) =>
  element('div', { className: `notice ${kind}` }, element('strong', {}, head), ...words.map((text) => element('span', {}, text)))

function show({ data, errors = [], message }) {
  const planName = plans.find(({ id }) => id === byId('plan').value)?.name ?? ''
  const guides = data?.root ?? []
  const untraced = guides.reduce((sum, guide) => sum + guide.untraced, 0)
  byId('remarks').replaceChildren(
    ...[
      message && notice('warning', message),
      errors.length > 0 && notice('warning', `${annexes(errors.length)} without a guide`, ...errors),
      untraced > 0 && notice('warning', `${plural(untraced, 'sentence')} that no annex says`, 'They are marked with [?] on the cards.'),
      guides.some(({ writer }) => writer === 'embedded') &&
        element('p', { className: 'small soft' }, 'No language model is connected: the guides are sentences of the annexes.'),
    ].filter(Boolean),
  )
  const cards = guides.map((guide) => guideCard(guide, planName))
  byId('cards').replaceChildren(...cards)
  byId('print').hidden = guides.length === 0
  byId('result').hidden = false
  fitToPage(cards)
  byId('cards-title').textContent = guides.length ? plural(guides.length, 'guide') : 'No guides'
  byId('cards-title').focus()
}

byId('form').addEventListener('submit', start)
byId('plan').addEventListener('change', () => showPlan().catch((error) => byId('problem').replaceChildren(failure(error))))
byId('print').addEventListener('click', () => print())
byId('cancel').addEventListener('click', () => job && tool('cancel', { requestId: job }))
byId('sample').addEventListener('click', async () => {
  try {
    const { id } = await apiJson('/k12/sample-plan', { method: 'POST', json: {} })
    await loadPlans(id)
    byId('start').focus()
  } catch (error) {
    byId('problem').replaceChildren(failure(error))
  }
})

const query = new URLSearchParams(location.search)
async function open() {
  byId('again').hidden = true
  byId('problem').replaceChildren()
  try {
    await loadPlans(query.get('plan'))
    if (query.get('job')) await follow(query.get('job'))
  } catch (error) {
    byId('problem').replaceChildren(failure(error))
    byId('again').hidden = plans.length > 0
  }
}
byId('again').addEventListener('click', open)
await open()
