import { documentPath } from '../../api/document-path.js'
import { element } from '../../parts/element.js'
import { bytes, number } from '../../parts/format.js'
import { timeAgo } from '../../parts/time-ago.js'
import { createFilePassages } from './file-passages.js'

const columns = [
  { field: 'name', label: 'File' },
  { field: 'index', label: 'Index' },
  { field: 'size_bytes', label: 'Size', numeric: true },
  { field: 'chunk_count', label: 'Passages', numeric: true },
  { field: 'estimated_tokens', label: 'Tokens', numeric: true },
  { field: 'ingested_at', label: 'Ingested' },
]

/**
 * The files as a table that is sorted by its headings; a row opens its passages below itself.
 * @param {{ files: object[], sort: string, onSort(sort: string): void, onDelete(file: object): void }} options
 */
export function filesTable({ files, sort, onSort, onDelete }) {
  return element(
    'div',
    { className: 'card' },
    element(
      'table',
      { className: 'list', 'aria-labelledby': 'files-title' },
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          ...columns.map((column) => heading(column, sort, onSort)),
          element('th', { scope: 'col' }, element('span', { className: 'unseen' }, 'Actions')),
        ),
      ),
      element('tbody', {}, ...files.flatMap((file) => rowOf(file, onDelete))),
    ),
  )
}

function heading({ field, label, numeric }, sort, onSort) {
  const descending = sort === `-${field}`
  const here = descending || sort === field
  // Names begin at the top of the alphabet, numbers and dates with the largest.
  const next = here ? (descending ? field : `-${field}`) : field === 'name' || field === 'index' ? field : `-${field}`
  return element(
    'th',
    { scope: 'col', className: numeric ? 'numeric' : undefined, 'aria-sort': here ? (descending ? 'descending' : 'ascending') : undefined },
    element('button', { type: 'button', className: 'sort', data: { sort: field }, onclick: () => onSort(next) }, label),
  )
}

function rowOf(file, onDelete) {
  const toggle = element(
    'button',
    { type: 'button', className: 'compact', 'aria-expanded': 'false', 'aria-label': `Passages of ${file.source_file}`, onclick: open },
    'Passages',
  )
  const cell = (label, numeric, ...content) => element('td', { className: numeric ? 'numeric' : undefined, data: { label } }, ...content)
  const row = element(
    'tr',
    {},
    element('td', { className: 'file' }, element('a', { href: documentPath(file.upload_id) }, file.source_file)),
    cell('Index', false, file.index),
    cell('Size', true, bytes(file.size_bytes)),
    cell('Passages', true, number(file.chunk_count)),
    cell('Tokens', true, number(file.estimated_tokens)),
    cell('Ingested', false, timeAgo(new Date(file.ingested_at))),
    element(
      'td',
      { className: 'do' },
      toggle,
      element(
        'button',
        { type: 'button', className: 'compact danger', 'aria-label': `Delete ${file.source_file}`, onclick: () => onDelete(file) },
        'Delete',
      ),
    ),
  )
  let below
  function open() {
    const shown = toggle.getAttribute('aria-expanded') === 'true'
    toggle.setAttribute('aria-expanded', String(!shown))
    if (shown) {
      below.remove()
      return
    }
    below ??= element('tr', { className: 'below' }, element('td', { colspan: columns.length + 1 }, createFilePassages(file)))
    row.after(below)
  }
  return [row]
}
