import { apiJson } from '../../api/api.js'
import { filesOfDrop } from '../../parts/drop-files.js'
import { plural } from '../../parts/format.js'
import { readDetails } from './details-form.js'
import { createRecentUploads } from './recent-uploads.js'
import { createStaging } from './staging.js'
import { createUploadQueue } from './upload-queue.js'

const byId = (id) => document.getElementById(id)

const recent = createRecentUploads({
  list: byId('recent'),
  query: byId('recent-query'),
  status: byId('recent-status'),
  more: byId('recent-more'),
})
const staging = createStaging({ section: byId('staged'), list: byId('staged-list'), send: byId('send') })
const queue = createUploadQueue({
  section: byId('active'),
  list: byId('active-list'),
  batch: byId('batch'),
  clear: byId('clear-done'),
  announce: (text) => {
    byId('announcer').textContent = text
  },
  onSettled: recent.refreshSoon,
})

const picker = byId('files')
picker.addEventListener('change', () => {
  staging.add([...picker.files])
  picker.value = ''
})
byId('clear-staged').addEventListener('click', () => {
  staging.clear()
  picker.focus()
})

byId('upload-form').addEventListener('submit', (event) => {
  event.preventDefault()
  const details = readDetails(byId)
  if (!details) return
  const files = staging.take()
  for (const { file, title } of files) queue.add(file, details.fieldsFor(file, title))
  if (files.length) {
    byId('announcer').textContent = `Sending ${plural(files.length, 'file')}.`
    byId('active-title').focus()
  }
})

// The whole page takes a drop, so that a near miss does not make the browser leave for the file.
let depth = 0
const over = (value) => {
  byId('drop').classList.toggle('over', value)
  byId('drop-over').hidden = !value
}
document.addEventListener('dragenter', (event) => {
  event.preventDefault()
  depth += 1
  over(true)
})
document.addEventListener('dragleave', () => {
  depth -= 1
  if (depth === 0) over(false)
})
document.addEventListener('dragover', (event) => event.preventDefault())
document.addEventListener('drop', async (event) => {
  event.preventDefault()
  depth = 0
  over(false)
  staging.add(await filesOfDrop(event.dataTransfer))
})

async function listIndexes() {
  const { indexes } = await apiJson('/api/v2/search/indexes/live')
  for (const { name, alias } of indexes) byId('target-index').add(new Option(alias ? `${alias} (${name})` : name, alias ?? name))
}

async function readLimit() {
  const { limits } = await apiJson('/api/v2/upload/config')
  staging.limit = limits.max_file_size_mb
  byId('limit').textContent = `up to ${limits.max_file_size_mb} MB each`
}

// Where they stand below each other, what most uploads leave empty would push the list out of sight.
byId('details').open = matchMedia('(min-width: 60.01rem)').matches
readLimit().catch(() => undefined)
// The default index stays on offer when the list cannot be had: an upload needs no choice.
listIndexes().catch(() => undefined)
recent.refresh()
