import { element } from '../../parts/element.js'
import { bytes, compact, number } from '../../parts/format.js'
import { barChart, columnChart } from './charts.js'

const DAY = 86_400_000
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const hour = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
const COLUMNS = 24

/** Tiles and charts of the knowledge base's stats. */
export function drawNumbers({ tiles, charts, stats }) {
  const { total_files: files, total_chunks: passages, estimated_tokens: tokens, total_size_bytes: size } = stats
  const shown = [
    ['Files', compact(files), number(files)],
    ['Passages', compact(passages), number(passages)],
    ['Tokens', compact(tokens), number(tokens)],
    ['Size', bytes(size), `${number(size)} bytes`],
    ['Indexes', number(stats.indexes.length), ''],
  ]
  tiles.replaceChildren(
    ...shown.map(([name, value, exact]) =>
      element('div', {}, element('dt', {}, name), element('dd', { title: exact || undefined }, value)),
    ),
  )
  charts.hidden = files === 0
  if (files === 0) return
  const counts = (breakdown) => Object.entries(breakdown).map(([label, value]) => ({ label: label || 'none', value }))
  const byIndex = stats.indexes.map((i) => ({ label: i.name, value: i.chunks }))
  charts.replaceChildren(
    barChart('Files by type', counts(stats.file_type_breakdown), 'Files'),
    columnChart(
      stats.files_omitted ? 'Files ingested over time, the newest 10,000' : 'Files ingested over time',
      overTime(stats.files),
      'Files',
    ),
    columnChart('Files by the mean length of their passages', lengths(stats.files), 'Files'),
    ...(byIndex.length > 1 ? [barChart('Passages by index', byIndex, 'Passages')] : []),
  )
}

/** Files per stretch of time, from the first ingestion to the last, in steps of a minute up to whole days. */
function overTime(files) {
  const times = files.map((f) => Date.parse(f.ingested_at)).sort((a, b) => a - b)
  const span = times.at(-1) - times[0]
  const step =
    [60_000, 600_000, 3_600_000, DAY, 7 * DAY, 30 * DAY].find((ms) => span / ms < COLUMNS) ?? Math.ceil(span / COLUMNS / DAY) * DAY
  const first = Math.floor(times[0] / step)
  const rows = Array.from({ length: Math.floor(times.at(-1) / step) - first + 1 }, (_, i) => ({
    label: (step < DAY ? hour : day).format((first + i) * step),
    value: 0,
  }))
  for (const time of times) rows[Math.floor(time / step) - first].value += 1
  return rows
}

const CLASS = 50

/** Files by the mean length of their passages, in classes of 50 tokens. */
function lengths(files) {
  const classes = files.filter((f) => f.chunk_count > 0).map((f) => Math.floor(f.estimated_tokens / f.chunk_count / CLASS))
  const rows = Array.from({ length: Math.max(0, ...classes) + 1 }, (_, i) => ({
    label: `${i * CLASS}–${(i + 1) * CLASS - 1} tokens`,
    value: 0,
  }))
  for (const c of classes) rows[c].value += 1
  return rows
}
