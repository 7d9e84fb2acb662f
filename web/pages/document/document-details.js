import { pageUnit } from '../../parts/documents/page-unit.js'
import { element } from '../../parts/element.js'
import { bytes, capital, dateAndTime, number } from '../../parts/format.js'

const labels = {
  title: 'Title',
  doc_type: 'Document type',
  tags: 'Tags',
  confidentiality: 'Confidentiality',
  business_unit: 'Business unit',
  effective_date: 'In force from',
  expiry_date: 'Expires on',
}

const time = (iso) => iso && element('time', { datetime: iso }, dateAndTime(new Date(iso)))
const code = (text) => element('span', { className: 'mono' }, text)

function shown(value) {
  if (Array.isArray(value) && value.every((v) => typeof v === 'string')) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const documentLink = ({ upload_id, filename }) => element('a', { href: `/document?id=${encodeURIComponent(upload_id)}` }, filename)

let drawn = ''

/** What is known of the document beside its progress, as a list of pairs. */
export function drawDetails(list, entity) {
  const { metadata, timestamps } = entity
  const words = JSON.stringify([metadata, entity.attachments, entity.pages, entity.chunks, entity.attempt, timestamps.completed])
  if (words === drawn) return
  drawn = words
  const order = [...Object.keys(labels), ...Object.keys(metadata).filter((key) => !(key in labels || key === 'attached_to'))]
  const own = order.map((key) => [labels[key] ?? key, metadata[key] ?? ''])
  const pairs = [
    ...own.map(([name, value]) => [name, shown(value)]),
    ['Attached to', entity.attached_to && documentLink(entity.attached_to)],
    [
      'Attachments',
      entity.attachments?.length ? element('span', {}, ...entity.attachments.map((a) => element('div', {}, documentLink(a)))) : '',
    ],
    ['Index', entity.index],
    ['Size', bytes(entity.size_bytes)],
    [`${capital(pageUnit(entity.filename))}s`, entity.pages ? number(entity.pages) : ''],
    ['Passages', entity.chunks ? number(entity.chunks) : ''],
    ['Uploaded', time(timestamps.created)],
    ['Finished', time(timestamps.completed)],
    ['Tries', entity.attempt > 1 ? entity.attempt : ''],
    ['Upload', code(entity.upload_id)],
    ['Document', code(entity.document_id)],
  ]
  list.replaceChildren(
    ...pairs
      .filter(([, value]) => value !== '' && value !== null)
      .map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value))),
  )
}
