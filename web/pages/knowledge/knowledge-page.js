import { apiJson } from '../../api/api.js'
import { download } from '../../api/download.js'
import { failure } from '../../api/failure.js'
import { confirm } from '../../parts/confirm.js'
import { whatGoes } from '../../parts/documents/what-goes.js'
import { element, icon } from '../../parts/element.js'
import { plural } from '../../parts/format.js'
import { drawPager } from '../../parts/pager.js'
import { toast, toastError } from '../../parts/toast.js'
import { whileBusy } from '../../shell/shell.js'
import { filesTable } from './files-table.js'
import { drawNumbers } from './knowledge-numbers.js'

const MAIL = new Set(['eml', 'msg'])

const SEARCH_MS = 250

const byId = (id) => document.getElementById(id)

let sort = '-ingested_at'
let page = 1
let turn = 0

async function listFiles() {
  const mine = ++turn
  const query = new URLSearchParams({ page: String(page), sort })
  for (const [key, id] of [
    ['q', 'file-query'],
    ['file_type', 'file-type'],
    ['index', 'file-index'],
  ])
    if (byId(id).value.trim()) query.set(key, byId(id).value.trim())
  try {
    const { items, pagination } = await apiJson(`/api/v2/knowledge/files?${query}`)
    if (mine !== turn) return
    if (items.length === 0 && page > 1) return go(Math.max(1, pagination.total_pages))
    draw(items, pagination, query.size > 2)
  } catch (error) {
    if (mine === turn) byId('files').replaceChildren(failure(error, listFiles))
  }
}

function draw(files, pagination, narrowed) {
  const focused = byId('files').contains(document.activeElement) ? document.activeElement.dataset.sort : undefined
  byId('files').replaceChildren(
    files.length
      ? filesTable({ files, sort, onSort: sortBy, onDelete: remove })
      : element(
          'p',
          { className: 'card empty' },
          narrowed ? 'No file fits this search.' : 'Nothing is searchable yet. ',
          !narrowed && element('a', { href: '/' }, 'Upload a document'),
        ),
  )
  if (focused) byId('files').querySelector(`[data-sort="${focused}"]`)?.focus()
  drawPager(byId('pager'), pagination, 'file', go)
  byId('announcer').textContent =
    `${plural(pagination.total_items, 'file')}, page ${pagination.page} of ${Math.max(1, pagination.total_pages)}`
}

function go(target) {
  page = target
  return listFiles()
}

function sortBy(next) {
  sort = next
  go(1)
}

async function remove({ source_file: name, upload_id: uploadId, chunk_count: passages, file_type: type }) {
  const text = whatGoes(name, `its ${plural(passages, 'passage')}`, MAIL.has(type) ? await attachmentsOf(uploadId) : [])
  if (!(await confirm({ title: 'Delete this document?', text, action: 'Delete' }))) return
  try {
    await whileBusy(apiJson(`/api/v2/upload/${encodeURIComponent(uploadId)}`, { method: 'DELETE' }))
    toast(`${name} was deleted.`)
  } catch (error) {
    toastError(error)
  }
  byId('file-query').focus()
  listFiles()
  readStats()
}

/** What became documents of their own; nothing where that cannot be told, because the deletion itself will say what is wrong. */
const attachmentsOf = (uploadId) =>
  whileBusy(apiJson(`/api/v2/upload/status/${encodeURIComponent(uploadId)}`)).then(
    ({ attachments }) => attachments,
    () => [],
  )

async function readStats() {
  try {
    const stats = await apiJson('/api/v2/knowledge/stats')
    drawNumbers({ tiles: byId('tiles'), charts: byId('charts'), stats })
    offer('file-type', Object.keys(stats.file_type_breakdown).filter(Boolean))
    offer(
      'file-index',
      stats.indexes.map((i) => i.name),
    )
  } catch (error) {
    byId('tiles').hidden = true
    byId('charts').replaceChildren(failure(error, () => location.reload()))
  }
}

/** Fills a choice and keeps what is chosen. */
function offer(id, values) {
  const select = byId(id)
  const chosen = select.value
  while (select.options.length > 1) select.remove(1)
  for (const value of values.sort()) select.add(new Option(value, value, false, value === chosen))
}

let timer
byId('file-query').addEventListener('input', () => {
  clearTimeout(timer)
  timer = setTimeout(go, SEARCH_MS, 1)
})
for (const id of ['file-type', 'file-index']) byId(id).addEventListener('change', () => go(1))
byId('csv').prepend(icon('download'))
byId('csv').addEventListener('click', () => whileBusy(download('/api/v2/knowledge/stats.csv', 'knowledge.csv')).catch(toastError))

const narrowedTo = new URLSearchParams(location.search).get('index')
// A link may narrow the list to one index.
if (narrowedTo) byId('file-index').add(new Option(narrowedTo, narrowedTo, false, true))
readStats()
listFiles()
