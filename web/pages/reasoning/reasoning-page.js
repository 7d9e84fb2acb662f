import { ApiError, apiJson } from '../../api/api.js'
import { saveText } from '../../api/download.js'
import { failure } from '../../api/failure.js'
import { filesOfDrop } from '../../parts/drop-files.js'
import { element, icon } from '../../parts/element.js'
import { toastError } from '../../parts/toast.js'
import { whileBusy } from '../../shell/shell.js'
import { drawColumns } from './columns-form.js'
import { datasetSection } from './dataset-section.js'
import { drawHistory } from './earlier-questions.js'
import { examples } from './example-data.js'
import { drawFindings, findingsCsv } from './findings.js'
import { followSteps } from './follow-steps.js'
import { heatMap, pairWords } from './heat-map.js'
import { inNames, itemNames } from './item-names.js'
import { readTable, recognise, toSeries } from './read-table.js'
import { readWorkbook } from './read-workbook.js'
import { seriesChart } from './series-chart.js'
import { spanWords } from './span-words.js'

const PATH = '/reasoning-engine/workflows/main'
const STEPS = ['temporal', 'pattern', 'correlation', 'domain', 'explanation', 'validation', 'result']
const MOST_CHARTS = 24
/** Browsers take minutes to put thousands of lines into a box as if they were typed. */
const LONG_PASTE = 20_000

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

/** Of a column: its file has the better name. */
const SAYS_NOTHING = /^(values?|v|v1|y|x|column \d+)$/i

function readData(fileName) {
  table = request = undefined
  byId('columns').hidden = true
  byId('problem').replaceChildren()
  const text = byId('data').value
  if (text.trim() === '') return
  try {
    const read = readTable(text)
    if (read.request) takeRequest(read.request)
    else takeRows(read.rows, fileName)
  } catch (error) {
    tell(error.message)
  }
}

function takeRequest(given) {
  request = given
  if (typeof given.objective === 'string' && !byId('objective').value) byId('objective').value = given.objective
  if (Array.isArray(given.hints) && !byId('hints').value) byId('hints').value = given.hints.join('\n')
}

function takeRows(rows, fileName) {
  table = recognise(rows)
  const values = table.columns.filter(({ role }) => role === 'value')
  if (fileName && values.length === 1 && SAYS_NOTHING.test(values[0].name)) values[0].name = fileName.replace(/\.\w+$/, '')
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
    readData(file.name)
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
  const summary = inNames(run.result.result?.summary ?? '', itemNames(asked, run.result))
  byId('announcer').textContent = `The findings are there: ${summary}`
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
  const names = itemNames(asked, output)
  const charts = drawCharts(output, asked, names)
  drawDatasets(output, asked, names)
  drawPairs(output, names)
  drawFindings(byId('findings'), output, names, (insight) => {
    const chart = charts.get(insight.about.find((id) => charts.has(id)))
    if (chart) chart.mark(insight.t)
    else lead(byId('sets').hidden ? byId('pairs') : byId('sets'))
  })
  const name = `findings-${new Date().toISOString().slice(0, 10)}`
  byId('takeaway').replaceChildren(
    element(
      'button',
      { type: 'button', onclick: () => saveText(JSON.stringify(output, null, 2), `${name}.json`, 'application/json') },
      icon('download'),
      'JSON',
    ),
    element(
      'button',
      { type: 'button', onclick: () => saveText(findingsCsv(output, names), `${name}.csv`, 'text/csv') },
      icon('download'),
      'CSV',
    ),
    element('button', { type: 'button', onclick: () => print() }, 'Print'),
  )
}

/** To a part of the page, for eyes and for the keyboard. */
function lead(section) {
  section.scrollIntoView()
  section.querySelector('h2').focus({ preventScroll: true })
}

function drawCharts(output, asked, names) {
  const found = new Map((output.temporal?.series ?? output.temporal ?? []).map((item) => [item.id, item]))
  const series = asked?.series ?? []
  byId('charts').hidden = series.length === 0
  const charts = new Map(
    series.slice(0, MOST_CHARTS).map((one) => [one.id, seriesChart({ ...one, label: names.get(one.id) ?? one.id }, found.get(one.id))]),
  )
  const left = series.length - charts.size
  byId('drawings').replaceChildren(
    ...[...charts.values()].map(({ figure }) => figure),
    ...(left > 0 ? [element('p', { className: 'soft' }, `${left} more are in the download.`)] : []),
  )
  return charts
}

function drawDatasets({ pattern }, asked, names) {
  const ids = new Set((asked?.datasets ?? []).map(({ id }) => id))
  const sets = (pattern?.items ?? []).filter(({ id }) => ids.has(id))
  byId('sets').hidden = sets.length === 0
  byId('boxes').replaceChildren(...(sets.length ? datasetSection(sets, pattern.differences ?? [], names) : []))
}

function drawPairs({ correlation, temporal }, names) {
  const pairs = correlation?.pairs ?? []
  const found = new Map((temporal?.series ?? []).map((item) => [item.id, item]))
  const words = { nameOf: (id) => names.get(id) ?? id, spanOf: (id, steps) => spanWords(steps, found.get(id)) }
  byId('pairs').hidden = pairs.length === 0
  byId('pair').textContent = ''
  const say = (pair) => {
    byId('pair').textContent = pairWords(pair, words)
  }
  byId('heat').replaceChildren(heatMap(pairs, say, words))
}

const loadHistory = () => drawHistory(byId('history'), `${PATH}/runs?page_size=10`, openRun)

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

byId('data').addEventListener('input', () => readData())
byId('data').addEventListener('paste', (event) => {
  const text = event.clipboardData?.getData('text') ?? ''
  if (text.length < LONG_PASTE) return
  event.preventDefault()
  const { target } = event
  target.setRangeText(text, target.selectionStart, target.selectionEnd, 'end')
  readData()
})
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
