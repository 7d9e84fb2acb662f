import { ApiError, apiJson } from '../../api/api.js'
import { saveText } from '../../api/download.js'
import { failure } from '../../api/failure.js'
import { filesOfDrop } from '../../parts/drop-files.js'
import { element, icon } from '../../parts/element.js'
import { ago } from '../../parts/format.js'
import { runBadge } from '../../parts/run-badge.js'
import { toastError } from '../../parts/toast.js'
import { whileBusy } from '../../shell/shell.js'
import { drawColumns } from './columns-form.js'
import { examples } from './example-data.js'
import { drawFindings, findingsCsv } from './findings.js'
import { followSteps } from './follow-steps.js'
import { heatMap, pairWords } from './heat-map.js'
import { readTable, recognise, toSeries } from './read-table.js'
import { readWorkbook } from './read-workbook.js'
import { seriesChart } from './series-chart.js'

const PATH = '/reasoning-engine/workflows/main'
const STEPS = ['temporal', 'pattern', 'correlation', 'domain', 'explanation', 'validation', 'result']
const MOST_CHARTS = 24

const byId = (id) => document.getElementById(id)
/** What was recognised in the data: a table, or a whole request. */
let table
let request
let running

for (const example of examples) {
  const take = () => {
    byId('data').value = example.text()
    byId('objective').value = example.objective
    byId('hints').value = example.hints.join('\n')
    byId('more').open = example.hints.length > 0
    readData()
    byId('start').focus()
  }
  byId('examples').append(element('button', { type: 'button', className: 'link', onclick: take }, example.name))
}

function readData() {
  table = request = undefined
  byId('columns').hidden = true
  byId('problem').replaceChildren()
  const text = byId('data').value
  if (text.trim() === '') return
  try {
    const read = readTable(text)
    if (read.request) takeRequest(read.request)
    else takeRows(read.rows)
  } catch (error) {
    tell(error.message)
  }
}

function takeRequest(given) {
  request = given
  if (typeof given.objective === 'string' && !byId('objective').value) byId('objective').value = given.objective
  if (Array.isArray(given.hints) && !byId('hints').value) byId('hints').value = given.hints.join('\n')
}

function takeRows(rows) {
  table = recognise(rows)
  drawColumns(byId('columns'), table, () => byId('problem').replaceChildren())
}

async function readFile(file) {
  try {
    if (/\.xls[xm]$/i.test(file.name)) {
      const rows = await readWorkbook(await file.arrayBuffer())
      byId('data').value = rows
        .map((row) => row.map((value) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(','))
        .join('\n')
    } else byId('data').value = await file.text()
    readData()
  } catch (error) {
    tell(`${file.name}: ${error.message}`)
  }
}

const tell = (words) =>
  byId('problem').replaceChildren(element('div', { className: 'notice error', role: 'alert' }, element('span', {}, words)))

function toRequest() {
  const hints = byId('hints')
    .value.split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const { series, datasets } = request ?? (table ? toSeries(table) : { series: [], datasets: [] })
  return {
    objective: byId('objective').value.trim(),
    ...(series?.length ? { series } : {}),
    ...(datasets?.length ? { datasets } : {}),
    ...(hints.length ? { hints } : {}),
    outputProfile: byId('profile').value,
  }
}

async function start(event) {
  event.preventDefault()
  if (running) return
  byId('problem').replaceChildren()
  const asked = toRequest()
  if (!asked.series && !asked.datasets) {
    tell('There are no numbers yet. Paste a table, drop a file, or take an example.')
    byId('data').focus()
    return
  }
  byId('start').setAttribute('aria-busy', 'true')
  try {
    const { runId } = await apiJson(`${PATH}/start-async`, { method: 'POST', json: asked })
    await follow(runId, asked)
  } catch (error) {
    byId('problem').replaceChildren(failure(error))
  } finally {
    byId('start').removeAttribute('aria-busy')
    byId('cancel').hidden = true
    running = undefined
  }
}

async function follow(runId, asked) {
  running = runId
  byId('cancel').hidden = false
  drawSteps([])
  const told = new Map()
  const run = await whileBusy(
    followSteps(`${PATH}/runs/${runId}`, (step) => {
      told.set(step.step, step)
      drawSteps([...told.values()])
    }),
  )
  history.replaceState(null, '', `?run=${runId}`)
  loadHistory()
  if (!run.result)
    throw new ApiError(run.reason === 'cancelled' ? 'This run was stopped.' : (run.error?.message ?? 'This run failed.'), {
      code: run.reason,
    })
  show(run.result, asked)
  byId('announcer').textContent = `The findings are there: ${run.result.result?.summary ?? ''}`
  byId('answer-title').focus()
}

function drawSteps(told) {
  const statusOf = (name) => told.find(({ step }) => step === name)?.status ?? 'waiting'
  byId('steps').hidden = false
  byId('steps').replaceChildren(...STEPS.map((name) => element('li', { data: { status: statusOf(name) } }, name)))
}

function show(output, asked) {
  byId('answer').hidden = false
  byId('asked').textContent = output.objective
  const charts = drawCharts(output, asked)
  drawPairs(output)
  drawFindings(byId('findings'), output, (insight) => {
    const chart = charts.get(insight.about.find((id) => charts.has(id)))
    if (chart) chart.mark(insight.t)
    else byId('pairs').scrollIntoView()
  })
  const name = `findings-${new Date().toISOString().slice(0, 10)}`
  byId('takeaway').replaceChildren(
    element(
      'button',
      { type: 'button', onclick: () => saveText(JSON.stringify(output, null, 2), `${name}.json`, 'application/json') },
      icon('download'),
      'JSON',
    ),
    element('button', { type: 'button', onclick: () => saveText(findingsCsv(output), `${name}.csv`, 'text/csv') }, icon('download'), 'CSV'),
    element('button', { type: 'button', onclick: () => print() }, 'Print'),
  )
}

function drawCharts(output, asked) {
  const found = new Map((output.temporal?.series ?? output.temporal ?? []).map((item) => [item.id, item]))
  const series = asked?.series ?? []
  byId('charts').hidden = series.length === 0
  const charts = new Map(
    series.slice(0, MOST_CHARTS).map((one) => [one.id, seriesChart({ ...one, label: one.label || one.id }, found.get(one.id))]),
  )
  const left = series.length - charts.size
  byId('drawings').replaceChildren(
    ...[...charts.values()].map(({ figure }) => figure),
    ...(left > 0 ? [element('p', { className: 'soft' }, `${left} more are in the download.`)] : []),
  )
  return charts
}

function drawPairs({ correlation }) {
  const pairs = correlation?.pairs ?? []
  byId('pairs').hidden = pairs.length === 0
  byId('pair').textContent = ''
  byId('heat').replaceChildren(
    heatMap(pairs, (pair) => {
      byId('pair').textContent = pairWords(pair)
    }),
  )
}

async function loadHistory() {
  try {
    const { items } = await apiJson(`${PATH}/runs?page_size=10`)
    byId('history').classList.remove('awaits')
    byId('history').replaceChildren(
      items.length
        ? element('ul', { className: 'plain card padded stack-small' }, ...items.map(historyItem))
        : element('p', { className: 'soft' }, 'None yet.'),
    )
  } catch (error) {
    byId('history').replaceChildren(failure(error, loadHistory))
  }
}

function historyItem({ runId, objective, status, reason, createdAt }) {
  const open = element('button', { type: 'button', className: 'link', onclick: () => openRun(runId) }, objective)
  const shown = reason === 'cancelled' ? 'cancelled' : status
  return element(
    'li',
    { className: 'spaced' },
    open,
    element('span', { className: 'row small soft' }, runBadge(shown), ago(new Date(createdAt))),
  )
}

async function openRun(id) {
  try {
    const [run, asked] = await whileBusy(Promise.all([apiJson(`${PATH}/runs/${id}`), apiJson(`${PATH}/runs/${id}/request`)]))
    byId('objective').value = asked.objective
    byId('hints').value = (asked.hints ?? []).join('\n')
    request = asked
    table = undefined
    byId('columns').hidden = true
    byId('data').value = JSON.stringify(asked)
    if (run.status === 'running') return await follow(id, asked)
    if (!run.result) return tell(run.reason === 'cancelled' ? 'This run was stopped.' : 'This run failed.')
    show(run.result, asked)
    byId('answer-title').focus()
  } catch (error) {
    toastError(error)
  }
}

byId('data').addEventListener('input', readData)
byId('choose').addEventListener('click', () => byId('file').click())
byId('file').addEventListener('change', ({ target }) => {
  if (target.files[0]) readFile(target.files[0])
  target.value = ''
})
byId('form').addEventListener('submit', start)
byId('cancel').addEventListener('click', async () => {
  try {
    await apiJson(`${PATH}/runs/${running}/cancel`, { method: 'POST', json: {} })
  } catch (error) {
    toastError(error)
  }
})
byId('form').addEventListener('dragover', (event) => {
  event.preventDefault()
  byId('form').classList.add('over')
})
byId('form').addEventListener('dragleave', () => byId('form').classList.remove('over'))
byId('form').addEventListener('drop', async (event) => {
  event.preventDefault()
  byId('form').classList.remove('over')
  const [file] = await filesOfDrop(event.dataTransfer)
  if (file) readFile(file)
})

loadHistory()
const opened = new URLSearchParams(location.search).get('run')
if (opened) openRun(opened)
