import { apiJson } from '../../api/api.js'
import { failure } from '../../api/failure.js'
import { keepLooking } from '../../api/keep-looking.js'
import { confirm } from '../../parts/confirm.js'
import { element } from '../../parts/element.js'
import { dateAndTime, duration, number, plural } from '../../parts/format.js'
import { drawPager } from '../../parts/pager.js'
import { toast, toastError } from '../../parts/toast.js'
import { whileBusy } from '../../shell/shell.js'
import { isOpen, rebuildCard, stateWords } from './rebuild-card.js'

const PATH = '/admin/rebuilds'
const LOOK_MS = 1000
const PAGE_SIZE = 10
const done = {
  'cut-over': 'Searches go to the new build.',
  'roll-back': 'Searches go to the old build again.',
  discard: 'The build is removed.',
}
/** When one wants to start from there. */
const occasions = {
  parsed: 'For passages of another length. No file is read again.',
  chunked: 'For another model that makes the vectors. Passages stay as they are.',
  embedded: 'For other fields. Nothing is embedded again, so that it costs least.',
  received: 'After a change in how files are read, such as recognition of scans.',
}

const byId = (id) => document.getElementById(id)
let page = 1
let shown = ''

const pageOf = (wanted) => apiJson(`${PATH}?${new URLSearchParams({ page: wanted, page_size: PAGE_SIZE })}`)

/** What is under way is the newest of its index, and stands above whatever page of the earlier ones is looked at. */
async function read() {
  const [first, further] = await Promise.all([pageOf(1), page > 1 ? pageOf(page) : undefined])
  const { items, pagination } = further ?? first
  return { open: first.items.filter(isOpen), earlier: items.filter((rebuild) => !isOpen(rebuild)), pagination }
}

/** Only what changed is drawn, so that what was opened stays open. */
function draw({ open, earlier, pagination }) {
  byId('start-section').hidden = false
  const text = JSON.stringify([open, earlier, pagination])
  if (text === shown) return
  shown = text
  const focused = document.activeElement?.closest('[data-run]')?.dataset.run
  const step = document.activeElement?.dataset.step
  const known = new Map([...document.querySelectorAll('[data-run]')].map((card) => [card.dataset.run, card]))
  const cardOf = (rebuild) => {
    const told = JSON.stringify(rebuild)
    const before = known.get(rebuild.runId)
    return before?.told === told ? before : Object.assign(rebuildCard(rebuild, act), { told })
  }
  byId('open-section').hidden = open.length === 0
  byId('open').replaceChildren(...open.map(cardOf))
  const none = 'No index was built anew yet. “What would it take?” tells the time and the cost before anything is started.'
  byId('earlier-section').hidden = earlier.length === 0 && open.length > 0 && pagination.total_pages < 2
  byId('rebuilds').replaceChildren(
    ...(earlier.length > 0 || open.length > 0 ? earlier.map(cardOf) : [element('p', { className: 'card empty' }, none)]),
  )
  if (focused && !document.activeElement?.closest('[data-run]')) {
    const card = document.querySelector(`[data-run="${CSS.escape(focused)}"]`)
    ;(card?.querySelector(`[data-step="${CSS.escape(step ?? '')}"]`) ?? card?.querySelector('button') ?? card)?.focus()
  }
  drawPager(byId('pager'), pagination, 'rebuild', go)
  const words = announced(open, pagination)
  if (byId('announcer').textContent !== words) byId('announcer').textContent = words
}

/** How each stands, without its numbers, which change all the while. */
const announced = (open, { total_items: total }) =>
  open.length > 0 ? open.map((rebuild) => `${rebuild.index}: ${stateWords(rebuild)}`).join('. ') : plural(total, 'rebuild')

function go(target) {
  page = target
  return whileBusy(look())
}

async function act(rebuild, step) {
  const isSwitch = step === 'cut-over' || step === 'roll-back'
  const send = (json) => apiJson(`${PATH}/${rebuild.runId}/${step}`, { method: 'POST', ...(isSwitch ? { json } : {}) })
  try {
    await whileBusy(send({})).catch(async (error) => {
      if (!isSwitch || error.details?.missing === undefined) throw error
      if (await confirm(lackWords(error.details))) await whileBusy(send({ anyway: true }))
      else step = undefined
    })
    if (done[step]) toast(done[step])
  } catch (error) {
    toastError(error)
  }
  await look()
}

/** Asked where the build to switch to does not show what the one of now shows. */
const lackWords = ({ missing, extra = 0 }) => ({
  title: 'Switch all the same?',
  text: `The other build lacks ${plural(missing, 'document')}${extra > 0 ? ` and shows ${number(extra)} that are gone` : ''}. Searches will not find what it lacks. You can switch back.`,
  action: 'Switch all the same',
  keep: 'Not now',
})

const numberOf = (id) => (byId(id).value === '' ? undefined : Number(byId(id).value))

function wish() {
  const chunking = { max_tokens: numberOf('max-tokens'), overlap_tokens: numberOf('overlap-tokens') }
  const cut = Object.values(chunking).some((value) => value !== undefined)
  const own = ownDefinition()
  const embedder = byId('embedder').value
  const then = byId('as-of').value
  return {
    index: byId('index').value,
    from: byId('from').value,
    rate: numberOf('rate'),
    ...(cut || own || embedder
      ? { config: { ...(cut && { chunking }), ...(own && { index: own }), ...(embedder && { embeddings: { connection: embedder } }) } }
      : {}),
    ...(then ? { as_of: new Date(then).toISOString() } : {}),
  }
}

/** Throws an Error that says what is wrong with the text. */
function ownDefinition() {
  const text = byId('definition').value.trim()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`The definition is not JSON: ${error.message}`)
  }
}

/** What stands there now, to be changed. */
async function fillDefinition() {
  byId('start-problem').replaceChildren()
  try {
    const index = encodeURIComponent(byId('index').value)
    const { fields } = await whileBusy(apiJson(`/api/v2/search/indexes/${index}`))
    byId('definition').value = JSON.stringify({ fields: fields.map(withoutLength) }, null, 2)
    byId('definition').focus()
  } catch (error) {
    byId('start-problem').replaceChildren(failure(error))
  }
}

/** Vectors get the length that the embedder gives them. */
const withoutLength = ({ dimensions: _, ...field }) => field

function changeWords({ added, removed, changed, never_filled: unfilled }) {
  const parts = Object.entries({ added, removed, changed }).filter(([, names]) => names.length > 0)
  const words = parts.map(([what, names]) => `${what}: ${names.join(', ')}`).join('; ')
  const empty = unfilled.length > 0 ? ` Documents have no values for ${unfilled.join(', ')}.` : ''
  return `${words ? `Fields ${words}.` : 'The fields stay as they are.'}${empty}`
}

async function estimate() {
  byId('start-problem').replaceChildren()
  try {
    const { estimate: told, as_of: then, fields } = await whileBusy(apiJson(PATH, { method: 'POST', json: { ...wish(), dry_run: true } }))
    byId('estimate').replaceChildren(
      element('p', {}, estimateWords(told)),
      fields ? element('p', {}, changeWords(fields)) : '',
      then ? element('p', {}, thenWords(then)) : '',
    )
  } catch (error) {
    byId('start-problem').replaceChildren(failure(error))
  }
}

function thenWords({ at, documents, kept_since: since }) {
  const back = since ? `this index can be built as of ${dateAndTime(new Date(since))} and later` : 'nothing of this index is gone yet'
  return `At ${dateAndTime(new Date(at))} it showed ${plural(documents, 'document')}; ${back}.`
}

function estimateWords({ documents, chunks, minutes, basis, kept, embeddings }) {
  const time = duration(Math.max(1000, minutes * 60_000))
  const ground = basis === 'last_rebuild' ? 'as fast as the last time from there' : 'a guess, until one such rebuild of this index was seen'
  const cost =
    embeddings.cost === null
      ? 'config.yaml names no price for them'
      : embeddings.currency === null
        ? 'at no cost'
        : `${embeddings.cost.toFixed(2)} ${embeddings.currency}`
  const calls = embeddings.calls === 0 ? 'without a call to an endpoint' : `at most ${plural(embeddings.calls, 'call')}`
  const bill = embeddings.texts === 0 ? 'Nothing is embedded' : `${plural(embeddings.texts, 'passage')} embedded, ${calls} (${cost})`
  return `${plural(documents, 'document')}, about ${plural(chunks, 'passage')}. ${keptWords(kept)} ${bill}. About ${time}, ${ground}.`
}

const keptWords = ({ texts, chunks, vectors }) =>
  texts === 0
    ? 'Every file is read anew.'
    : `Kept as they are: ${plural(texts, 'text')}${chunks > 0 ? `, ${plural(chunks, 'passage')}` : ''}${vectors > 0 ? `, ${plural(vectors, 'vector')}` : ''}.`

async function start(event) {
  event.preventDefault()
  byId('start-problem').replaceChildren()
  byId('go').disabled = true
  try {
    const { runId } = await whileBusy(apiJson(PATH, { method: 'POST', json: wish() }))
    byId('start').reset()
    offerCutting()
    toast('The rebuild has begun.')
    page = 1
    await look()
    // it stands above the form, where nobody looks who has just pressed a button down here
    document.querySelector(`[data-run="${CSS.escape(runId)}"]`)?.focus()
  } catch (error) {
    byId('start-problem').replaceChildren(failure(error))
  }
  byId('go').disabled = false
}

/** What keeps the passages has no say in how they are cut. */
function offerCutting() {
  const kept = byId('from').value === 'chunked' || byId('from').value === 'embedded'
  for (const id of ['max-tokens', 'overlap-tokens']) {
    byId(id).disabled = kept
    if (kept) byId(id).value = ''
  }
  const vectorsKept = byId('from').value === 'embedded'
  byId('embedder').disabled = vectorsKept
  if (vectorsKept) byId('embedder').value = ''
  byId('estimate').replaceChildren()
  byId('from-hint').textContent = occasions[byId('from').value]
}

/** Further embedders are few people's affair: without one nothing is offered. */
async function offerEmbedders() {
  const { connections, embeddings } = await apiJson('/api/v2/models/connections').catch(() => ({ connections: [] }))
  const further = connections.filter(({ name }) => name.startsWith('embeddings-'))
  if (further.length === 0) return
  byId('embedder').replaceChildren(
    element('option', { value: '' }, 'as now'),
    ...further.map(({ name, model, dimensions }) => element('option', { value: name }, `${model} (${dimensions} numbers)`)),
    element('option', { value: 'embeddings' }, `the usual one: ${embeddings.model}`),
  )
  byId('embedder-field').hidden = false
}

async function offerIndexes() {
  try {
    const { indexes } = await apiJson('/api/v2/search/indexes/live')
    const words = ({ name, alias }) => (alias ? `${name} (${alias})` : name)
    byId('index').replaceChildren(...indexes.map((index) => element('option', { value: index.name }, words(index))))
  } catch (error) {
    byId('start-problem').replaceChildren(failure(error, () => whileBusy(offerIndexes())))
  }
}

byId('start').addEventListener('submit', start)
byId('ask-estimate').addEventListener('click', estimate)
byId('from').addEventListener('change', offerCutting)
byId('fill-definition').addEventListener('click', fillDefinition)
offerCutting()
const look = keepLooking({ read, draw, problem: byId('problem'), everyMs: LOOK_MS })
whileBusy(Promise.all([offerIndexes(), offerEmbedders()]))
