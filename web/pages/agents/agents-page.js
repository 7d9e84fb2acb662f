import { api, apiJson } from '../../api/api.js'
import { failure } from '../../api/failure.js'
import { readEvents } from '../../api/read-events.js'
import { until } from '../../api/until.js'
import { element } from '../../parts/element.js'
import { plural } from '../../parts/format.js'
import { drawPager } from '../../parts/pager.js'
import { markdownNodes } from '../../parts/text/markdown.js'
import { toast, toastError } from '../../parts/toast.js'
import { toolCall } from '../../parts/tool-call.js'
import { whileBusy } from '../../shell/shell.js'
import { turnsTable } from './turns-table.js'

const PAGE_SIZE = 10
const byId = (id) => document.getElementById(id)
let agents = []
let page = 1
let leave

const chosen = () => agents.find(({ id }) => id === byId('agent').value)
const pathOf = ({ domain, slug }) => `/ai/${domain}/agents/${slug}`

async function load() {
  try {
    ;({ agents } = await apiJson('/agents.json'))
  } catch (error) {
    byId('problem').replaceChildren(failure(error, () => whileBusy(load())))
    return
  }
  const wanted = decodeURIComponent(location.hash.slice(1))
  const options = agents.map(({ id, title, domain }) => element('option', { value: id, selected: id === wanted }, `${title} (${domain})`))
  byId('agent').replaceChildren(...options)
  choose()
}

function choose() {
  const agent = chosen()
  byId('about').textContent = agent?.description ?? ''
  byId('told').hidden = !agent
  if (agent) byId('told').replaceChildren(...promptLink(agent))
  page = 1
  if (agent) history.replaceState(null, '', `#${encodeURIComponent(agent.id)}`)
  whileBusy(showRuns())
}

/** Where what the agent is told can be changed. */
const promptLink = ({ promptName }) => [
  'What it is told: the prompt ',
  element('a', { href: `/prompts?name=${encodeURIComponent(promptName)}` }, promptName),
  ' of the repository, where there is one, else its own.',
]

async function showRuns() {
  const agent = chosen()
  if (!agent) return
  try {
    const { items, pagination } = await apiJson(`${pathOf(agent)}/runs?page=${page}&page_size=${PAGE_SIZE}`)
    const none = element('p', { className: 'card empty' }, 'This agent has not been asked by you yet.')
    byId('runs').replaceChildren(items.length ? turnsTable(items, { open, again: (runId) => again(runId), keep }) : none)
    drawPager(byId('pager'), pagination, 'turn', (target) => {
      page = target
      return whileBusy(showRuns())
    })
  } catch (error) {
    byId('runs').replaceChildren(failure(error, () => whileBusy(showRuns())))
  }
}

async function ask(event) {
  event.preventDefault()
  const prompt = byId('prompt').value.trim()
  const agent = chosen()
  if (!agent || prompt === '' || leave) return
  leave = new AbortController()
  busy(true)
  clear()
  try {
    const reply = await api(`${pathOf(agent)}/stream`, { method: 'POST', json: { prompt }, signal: leave.signal })
    byId('answer').hidden = false
    for await (const told of readEvents(reply)) show(told)
  } catch (error) {
    if (!leave.signal.aborted) byId('problem').replaceChildren(failure(error))
  } finally {
    leave = undefined
    busy(false)
    await whileBusy(showRuns())
  }
}

function busy(on) {
  byId('send').disabled = on
  byId('stop').hidden = !on
}

function clear() {
  for (const id of ['problem', 'calls', 'decision']) byId(id).replaceChildren()
  write('')
  byId('facts').textContent = ''
  for (const id of ['answer', 'calls', 'decision']) byId(id).hidden = true
}

let written = ''
/** An answer as it reads: its Markdown is drawn, its HTML stays text, and nothing of it is fetched. */
const write = (text) => {
  written = text
  byId('text').replaceChildren(...markdownNodes(text))
}

/** What a stream tells, as it comes. */
function show({ event, data }) {
  if (event === 'delta') write(written + data.content)
  if (event === 'tool-call') {
    byId('calls').hidden = false
    byId('calls').append(element('li', { data: { call: data.toolCallId } }, data.toolName))
  }
  if (event === 'tool-result')
    byId('calls')
      .querySelector(`[data-call="${CSS.escape(data.toolCallId)}"]`)
      ?.append(data.success ? ' ✓ done' : ' ✗ failed')
  if (event === 'usage')
    byId('facts').textContent = `${plural(data.promptTokens, 'token')} read, ${plural(data.completionTokens, 'token')} written`
  if (event === 'error') byId('problem').replaceChildren(failure(new Error(data.message)))
  if (event === 'waiting') whileBusy(open(data.runId))
  if (event === 'done') byId('announcer').textContent = data.success ? 'The answer is complete.' : 'The answer could not be finished.'
}

/** Shows a turn as it is recorded; what it waits for can be decided. */
async function open(runId) {
  clear()
  try {
    const run = await apiJson(`${pathOf(chosen())}/runs/${runId}`)
    byId('answer').hidden = false
    write(run.result?.text ?? run.error?.message ?? '')
    if (run.result)
      byId('facts').textContent =
        `${plural(run.result.usage.promptTokens, 'token')} read, ${plural(run.result.usage.completionTokens, 'token')} written, by ${run.result.model}`
    const tools = (run.result?.steps ?? run.steps ?? []).flatMap(({ name, tool }, step) => (tool ? [{ name, tool, step }] : []))
    byId('calls').hidden = tools.length === 0
    byId('calls').append(
      ...tools.map(({ name, tool, step }) => element('li', {}, `${name} ${tool.ok ? '✓ done' : '✗ failed'} `, fromHere(runId, name, step))),
    )
    if (run.waitingFor) askFor(run)
    byId('answer').scrollIntoView({ block: 'nearest' })
  } catch (error) {
    toastError(error)
  }
}

function askFor({ runId, waitingFor: { tool, input } }) {
  const decide = (what) => async () => {
    try {
      await api(`${pathOf(chosen())}/runs/${runId}/${what}`, { method: 'POST', json: {} })
      await ended(runId)
      await open(runId)
      await showRuns()
    } catch (error) {
      toastError(error)
    }
  }
  byId('decision').hidden = false
  byId('decision').replaceChildren(
    ...toolCall({ tool, input }),
    element(
      'div',
      { className: 'row' },
      element('button', { type: 'button', className: 'primary', onclick: () => whileBusy(decide('approve')()) }, 'Allow'),
      element('button', { type: 'button', onclick: () => whileBusy(decide('reject')()) }, 'Refuse'),
    ),
  )
  byId('announcer').textContent = `The agent waits for you: ${tool}`
}

/** Waits until a turn has ended, or asks once more. */
const ended = (runId) =>
  until(
    () => apiJson(`${pathOf(chosen())}/runs/${runId}`),
    ({ status }) => status !== 'running' && status !== 'queued',
  )

/** What was said and called before this call is taken over; it and what follows are done anew. */
const fromHere = (runId, name, step) =>
  element(
    'button',
    { type: 'button', className: 'small', 'aria-label': `Run again from ${name}`, onclick: () => whileBusy(again(runId, step)) },
    'Run again from here',
  )

async function again(runId, from = 0) {
  try {
    const { runId: fresh } = await apiJson(`${pathOf(chosen())}/runs/${runId}/rerun`, { method: 'POST', json: { from } })
    await ended(fresh)
    await open(fresh)
    await showRuns()
  } catch (error) {
    toastError(error)
  }
}

async function keep(runId) {
  try {
    const entry = await apiJson(`${pathOf(chosen())}/runs/${runId}/case`)
    await navigator.clipboard.writeText(JSON.stringify(entry))
    toast('The evaluation case is on the clipboard, one line for the file of cases.')
  } catch (error) {
    toastError(error)
  }
}

byId('form').addEventListener('submit', ask)
byId('stop').addEventListener('click', () => leave?.abort())
byId('agent').addEventListener('change', choose)
whileBusy(load())
