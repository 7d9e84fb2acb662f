import type { DraftBlock } from '../blocks/draft-block.ts'
import { tableBlocks } from '../blocks/markdown-table.ts'
import { child, childElements, descendants, directText, type XmlElement } from './xml.ts'

/** Points of a chart that are written out. */
const MOST_POINTS = 200
const MOST_SERIES = 50

/** The text of a title or a name: rich text, or what a reference to cells last came to (DrawingML charts, ECMA-376 part 1, 21.2). */
function textOf(element: XmlElement | undefined): string {
  if (!element) return ''
  const rich = [...descendants(element, 't')].map(directText)
  const cached = rich.length ? rich : [...descendants(element, 'v')].map(directText)
  return cached.join('').replace(/\s+/g, ' ').trim()
}

/** Cached values by their place; not all places have one. */
function valuesOf(element: XmlElement | undefined): string[] {
  const values: string[] = []
  for (const point of element ? descendants(element, 'pt') : []) {
    const at = Number(point.attributes.idx)
    if (Number.isInteger(at) && at >= 0 && at < MOST_POINTS) values[at] = textOf(child(point, 'v') && point)
  }
  return Array.from(values, (v) => v ?? '')
}

const AXES = /^(?:cat|val|date|ser)Ax$/

/**
 * A chart's words: its title, its axes' titles and the names of its series; with `values` a table of its cached points, too, for
 * charts whose data stands nowhere else.
 */
export async function* chartBlocks(
  chartSpace: XmlElement,
  place: Pick<DraftBlock, 'page' | 'part'>,
  { values = false } = {},
): AsyncIterable<DraftBlock> {
  const chart = child(chartSpace, 'chart')
  const plot = child(chart, 'plotArea')
  if (!plot) return
  const axes = childElements(plot).filter((e) => AXES.test(e.name))
  const series = [...descendants(plot, 'ser')].slice(0, MOST_SERIES)
  const names = series.map((s) => textOf(child(s, 'tx')))
  const lines = [
    ['Chart', textOf(child(chart, 'title'))],
    [
      'Axes',
      axes
        .map((a) => textOf(child(a, 'title')))
        .filter(Boolean)
        .join(', '),
    ],
    ['Series', names.filter(Boolean).join(', ')],
  ]
  const text = lines.flatMap(([label, words]) => (words ? [`${label}: ${words}`] : [])).join('\n')
  if (text) yield { type: 'paragraph', text, ...place }
  if (!values || series.length === 0) return
  const columns = series.map((s) => valuesOf(child(s, 'val') ?? child(s, 'yVal')))
  const first = valuesOf(child(series[0], 'cat') ?? child(series[0], 'xVal'))
  const rows = Array.from({ length: Math.max(first.length, ...columns.map((c) => c.length)) }, (_, i) => [
    first[i] ?? '',
    ...columns.map((c) => c[i] ?? ''),
  ])
  if (rows.length) yield* tableBlocks([['', ...names.map((name, i) => name || String(i + 1))], ...rows], series.length + 1, place)
}
