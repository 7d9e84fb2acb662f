import { api, apiJson } from '../../api/api.js'
import { download } from '../../api/download.js'
import { failure } from '../../api/failure.js'
import { confirm } from '../../parts/confirm.js'
import { element } from '../../parts/element.js'
import { number, plural } from '../../parts/format.js'
import { listTable } from '../../parts/list-table.js'
import { drawPager } from '../../parts/pager.js'
import { toastError } from '../../parts/toast.js'
import { whileBusy } from '../../shell/shell.js'
import { en } from '../../widget/words/en.js'
import { amount, costBars } from '../costs/cost-bars.js'
import { followJob } from '../costs/job-words.js'
import { layoutForm } from '../costs/layout-form.js'
import { showRow } from './row-dialog.js'

const byId = (id) => document.getElementById(id)
const reportId = location.pathname.split('/').at(-1)
const json = async (path, options) => (await api(path, options)).json()
const PAGE_SIZE = 50
let page = 1
let layout

async function look() {
  try {
    let report = await json(`/sdac/report/${reportId}`)
    byId('title').textContent = `${report.districtName}, ${report.quarter}`
    byId('about').textContent = `${report.fileName}, upload ${report.generation} of this quarter.`
    if (report.status !== 'ready') {
      await followJob(() => apiJson(`/jobs/${report.jobId}`), byId('job'))
      report = await json(`/sdac/report/${reportId}`)
    } else byId('job').replaceChildren()
    byId('delete').hidden = false
    layout = report.layout
    drawSums(report)
    drawLayout(report)
    await drawFindings()
  } catch (error) {
    byId('job').replaceChildren(failure(error, () => whileBusy(look())))
    for (const part of ['sums', 'findings', 'layout']) byId(part).replaceChildren()
  }
}

function drawSums({ totals, counts, warnings, status, fileName }) {
  if (!totals) {
    byId('sums').replaceChildren()
    return
  }
  const tiles = [
    ['Errors', number(counts.error)],
    ['Warnings', number(counts.warning)],
    ['Notes', number(counts.info)],
    ['Employees', number(totals.employees)],
    ['Salaries', amount(totals.salary)],
    ['Benefits', amount(totals.benefits)],
    ['Federal share', amount(totals.federal)],
  ]
  const shown = tiles.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value)))
  const pools = totals.by_pool.map((p) => ({ name: p.name, value: p.total, shown: amount(p.total) }))
  const get = () => download(`/sdac/reports/${reportId}/workbook?lang=en`, `${fileName.replace(/\.(xlsx|csv)$/i, '')} with findings.xlsx`)
  byId('sums').replaceChildren(
    element('dl', { className: 'tiles sums' }, ...shown),
    ...warnings.map((words) => element('p', { className: 'notice' }, words)),
    element('div', { className: 'cost-part' }, costBars('Costs by pool', pools, 'There are no costs.')),
    status === 'ready' &&
      element(
        'p',
        { className: 'after' },
        element('button', { type: 'button', onclick: () => whileBusy(get()) }, 'Download the workbook with its findings'),
      ),
  )
}

async function drawFindings() {
  const query = new URLSearchParams({ page, page_size: PAGE_SIZE, lang: 'en' })
  if (byId('severity').value) query.set('severity', byId('severity').value)
  const { items, pagination } = await json(`/sdac/reports/${reportId}/findings?${query}`)
  const rows = items.map((f) => [
    element('span', { className: 'severity', data: { severity: f.severity } }, `${f.id} ${f.severity}`),
    element('button', { type: 'button', className: 'link to-row', onclick: () => showRow(reportId, f, layout) }, `${f.sheet} ${f.cell}`),
    f.column,
    element('div', { className: 'finding-words' }, element('div', {}, f.message), element('div', { className: 'soft' }, f.suggestion)),
  ])
  const head = ['Finding', 'Cell', 'Column', 'What and what to do']
  byId('findings').replaceChildren(
    rows.length
      ? element('div', { className: 'card' }, listTable({ label: `Findings, ${plural(pagination.total_items, 'finding')}`, head, rows }))
      : element('p', { className: 'card empty' }, 'Nothing was found.'),
  )
  drawPager(byId('pager'), pagination, 'finding', (to) => {
    page = to
    whileBusy(drawFindings())
  })
}

function drawLayout({ layout: read, status }) {
  const sheets = read?.sheets ?? []
  const say = (text) => {
    byId('said').textContent = text
  }
  const none = status === 'error' ? 'The workbook could not be read.' : 'It stands here once the workbook has been read.'
  byId('layout').replaceChildren(
    ...(sheets.length
      ? sheets.map((sheet, n) => {
          const rows = (from, count) =>
            apiJson(`/sdac/reports/${reportId}/cells?${new URLSearchParams({ sheet: sheet.name, from, count })}`)
          const form = layoutForm(sheet, { n, words: en.layout, save: (part) => whileBusy(correct(part)), rows, say })
          const name = element('h3', {}, sheet.name, sheet.hidden && ' (hidden)')
          return element('div', { className: 'card padded stack cost-part' }, name, form)
        })
      : [element('p', { className: 'card empty' }, none)]),
  )
}

async function remove() {
  const text = `${byId('title').textContent}: its workbook, its findings and what was asked about it are removed for good.`
  if (!(await confirm({ title: 'Delete this report?', text, action: 'Delete' }))) return
  try {
    await api(`/sdac/reports/${reportId}`, { method: 'DELETE' })
    location.assign('/cost-reports')
  } catch (error) {
    toastError(error)
  }
}

async function correct(sheet) {
  try {
    await json(`/sdac/reports/${reportId}/layout`, { method: 'PUT', json: { sheets: [sheet] } })
    byId('job').scrollIntoView({ block: 'center' })
    await look()
  } catch (error) {
    byId('job').replaceChildren(failure(error))
    byId('job').scrollIntoView({ block: 'center' })
  }
}

byId('delete').addEventListener('click', () => whileBusy(remove()))
byId('severity').addEventListener('change', () => {
  page = 1
  whileBusy(drawFindings())
})
whileBusy(look())
