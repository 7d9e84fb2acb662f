import { api, apiJson } from '../../api/api.js'
import { failure } from '../../api/failure.js'
import { element } from '../../parts/element.js'
import { number, plural } from '../../parts/format.js'
import { listTable } from '../../parts/list-table.js'
import { drawPager } from '../../parts/pager.js'
import { runBadge } from '../../parts/run-badge.js'
import { timeAgo } from '../../parts/time-ago.js'
import { toastError } from '../../parts/toast.js'
import { whileBusy } from '../../shell/shell.js'
import { en } from '../../widget/words/en.js'
import { amount, costBars } from './cost-bars.js'
import { followJob } from './job-words.js'
import { lastQuarter, quarterIn } from './period.js'

const byId = (id) => document.getElementById(id)
const json = async (path, options) => (await api(path, options)).json()
const words = (rule) => en.rules[rule] ?? rule.replaceAll('_', ' ')
const PAGE_SIZE = 20
let page = 1
const STATES = { ready: ['completed', 'ready'], error: ['failed', 'could not be read'] }
const firstSentence = (text) => /^.*?\.(?= |$)/.exec(text)?.[0] ?? text
/** The districts that have reports. */
let known = []

function findingWords({ error, warning, info }) {
  const parts = [error && plural(error, 'error'), warning && plural(warning, 'warning'), info && plural(info, 'note')].filter(Boolean)
  return parts.join(', ') || 'none'
}

async function look() {
  try {
    const [overview] = await Promise.all([json('/api/dashboard/overview'), drawReports()])
    byId('problem').replaceChildren()
    drawTiles(overview)
    drawDistricts(overview.districts)
    fillIn(overview.latest[0])
    await drawNumbers(overview)
  } catch (error) {
    byId('problem').replaceChildren(failure(error, () => whileBusy(look())))
  }
}

/** How all reports stand, once there is one. */
function drawTiles({ reports, findings }) {
  const facts = [
    ['reports', reports.total],
    ['being read', reports.queued + reports.processing],
    ['could not be read', reports.error],
    ['errors found', findings.error],
    ['warnings found', findings.warning],
  ]
  byId('tiles').replaceChildren(
    ...(reports.total > 0
      ? facts.map(([name, count]) => element('div', {}, element('dt', {}, name), element('dd', {}, number(count))))
      : []),
  )
}

/** The district that was reviewed last is the one that comes next, most often. */
function fillIn(latest) {
  if (!latest || byId('district-id').value || byId('district-name').value) return
  byId('district-id').value = latest.districtId
  byId('district-name').value = latest.districtName
}

async function drawReports() {
  const { items, pagination } = await json(`/sdac/reports?${new URLSearchParams({ page, page_size: PAGE_SIZE })}`)
  const rows = items.map((report) => [
    element(
      'span',
      {},
      element('a', { href: `/cost-reports/${report.reportId}` }, report.fileName),
      report.error && element('span', { className: 'about' }, firstSentence(report.error.message)),
    ),
    report.districtName,
    element('span', { className: 'nowrap' }, report.quarter),
    runBadge(...(STATES[report.status] ?? ['running', 'being read'])),
    report.counts ? findingWords(report.counts) : '–',
    timeAgo(new Date(report.createdAt)),
  ])
  const head = ['Workbook', 'District', 'Quarter', 'Status', 'Findings', 'Uploaded']
  byId('reports').replaceChildren(
    rows.length
      ? element('div', { className: 'card' }, listTable({ label: 'Reports', head, rows }))
      : element('p', { className: 'card empty' }, 'No workbook was uploaded yet.'),
  )
  drawPager(byId('pager'), pagination, 'report', (to) => {
    page = to
    whileBusy(drawReports().catch(toastError))
  })
}

function drawDistricts(districts) {
  known = districts
  byId('district-names').replaceChildren(...districts.map((d) => element('option', { value: d.districtName }, d.districtId)))
  byId('district').hidden = districts.length === 0
  const chosen = byId('district').value
  byId('district').replaceChildren(
    ...districts.map((d) => element('option', { value: d.districtId }, `${d.districtName} (${d.districtId})`)),
  )
  if (districts.some((d) => d.districtId === chosen)) byId('district').value = chosen
}

async function drawNumbers({ districts }) {
  const id = byId('district').value || districts[0]?.districtId
  if (!id) {
    byId('numbers').replaceChildren(element('p', { className: 'card empty' }, 'Numbers stand here once a report is ready.'))
    return
  }
  const query = new URLSearchParams({ district_id: id })
  const [pools, quarters, found] = await Promise.all(
    ['pools', 'quarters', 'findings'].map((part) => json(`/api/dashboard/${part}?${query}${part === 'findings' ? '&lang=en' : ''}`)),
  )
  const of = pools.quarter ? `, ${pools.quarter}` : ''
  const none = 'No report of this district is ready.'
  byId('numbers').replaceChildren(
    element(
      'div',
      { className: 'cost-charts' },
      costBars(
        `Costs by pool${of}`,
        pools.items.map((p) => ({ name: p.name, value: p.total, shown: amount(p.total) })),
        none,
      ),
      costBars(
        'Costs by quarter',
        quarters.items.map((q, i, all) => ({ name: q.quarter, value: q.total, shown: `${amount(q.total)}${changeSince(all[i - 1], q)}` })),
        none,
      ),
      costBars(
        `Findings by rule${of}`,
        found.items.filter((f) => f.count > 0).map((f) => ({ name: words(f.rule), value: f.count, shown: number(f.count) })),
        found.quarter ? 'Nothing was found.' : none,
      ),
    ),
  )
}

const percent = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' })
/** How much more or less than the quarter that stands before. */
const changeSince = (before, { total }) => (before?.total > 0 ? ` (${percent.format(total / before.total - 1)})` : '')

async function send() {
  const place = byId('job')
  try {
    const where = {
      districtId: byId('district-id').value.trim(),
      districtName: byId('district-name').value.trim(),
      year: byId('year').value.trim(),
      quarter: byId('quarter').value,
      userId: 'console',
    }
    const { sessionId } = await json('/sdac/sessions', { method: 'POST', json: where })
    const form = new FormData()
    form.append('sessionId', sessionId)
    form.append('file', byId('file').files[0])
    const { jobId, reportId } = await json('/sdac/upload', { method: 'POST', form })
    const job = await followJob(() => apiJson(`/sdac/uploads/${jobId}/status`), place)
    const to = job.status === 'complete' ? 'See the findings' : 'See what was read of it'
    place.append(element('p', {}, element('a', { href: `/cost-reports/${reportId}` }, to)))
    page = 1
    await look()
    byId('district').value = where.districtId
    await drawNumbers({ districts: [] })
  } catch (error) {
    place.replaceChildren(failure(error))
  }
}

function fillPeriod({ year, quarter }) {
  byId('year').value = year
  byId('quarter').value = quarter
}

/** A workbook is mostly named by its quarter; who reads on is told that it was taken from there. */
function takePeriodOfFile() {
  const told = quarterIn(byId('file').files[0]?.name ?? '')
  if (told) fillPeriod(told)
  byId('period-hint').textContent = told ? `${told.quarter} ${told.year} was taken from the file’s name.` : ''
}

/** Nobody chose the quarter that stands there at first. */
function presetPeriod() {
  const last = lastQuarter(new Date())
  fillPeriod(last)
  byId('period-hint').textContent =
    `${last.quarter} ${last.year} is the quarter that ended last. A file’s name that tells another one sets that.`
}

/** Whoever chooses a district that is known does not look up its id. */
function takeIdOfName() {
  const one = known.find(({ districtName }) => districtName === byId('district-name').value)
  if (one) byId('district-id').value = one.districtId
}

presetPeriod()
byId('district-name').addEventListener('input', takeIdOfName)
byId('file').addEventListener('change', takePeriodOfFile)
byId('upload').addEventListener('submit', (event) => {
  event.preventDefault()
  whileBusy(send())
})
byId('district').addEventListener('change', () => whileBusy(drawNumbers({ districts: [] })))
whileBusy(look())
