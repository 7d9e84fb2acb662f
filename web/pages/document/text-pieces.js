import { element } from '../../parts/element.js'
import { capital } from '../../parts/format.js'
import { cellsOf, isRow, isRule } from '../../parts/text/table-rows.js'

/** "Passage 13, page 3, Assembly points": what a passage's number is called. */
const nameOfPassage = ({ chunk_index: index, page_number: page, section }, unit) =>
  [`Passage ${index + 1}`, page && `${unit} ${page}`, section].filter(Boolean).join(', ')

/**
 * Draws stretches of a document's text with its passages marked: nodes carry `data-chunks`, the numbers of the passages that they are
 * in, and each passage has its number, a link to itself, where it begins.
 * @param {{ known: Map<number, object>, numbered: Set<number>, tables: number, quote: { from: number, to: number }, unit: string }} passages
 * by chunk_index; those that have their number already; the words to mark; what pages are called
 */
export function drawPiece({ block, text, start, passages }) {
  if (block.type === 'table') return table({ text, start, passages })
  const level = block.type === 'heading' ? ` level-${Math.min(3, block.level ?? 1)}` : ''
  return element('p', { className: `block ${block.type}${level}` }, ...segments({ text, start, passages }))
}

/** From here on a page's words are trusted as they stand; as the server tells it in the document's warnings. */
const SURE = 0.75

/** What stands above the text of a page that was read from its picture. */
export function recognisedNote({ page, confidence }, unit) {
  const unsure = confidence !== undefined && confidence < SURE
  const sure = confidence === undefined ? '' : `, ${Math.round(confidence * 100)} % sure`
  const words = `${capital(unit)} ${page} was read from its picture${sure}${unsure ? '. Compare its words with the file.' : ''}`
  return element('p', { className: `recognised${unsure ? ' unsure' : ''}` }, words)
}

/** The passages of a stretch, in their order. */
const within = (chunks, start, end) =>
  [...chunks].filter((c) => c.char_start < end && c.char_end > start).sort((a, b) => a.chunk_index - b.chunk_index)

function segments({ text, start, passages }) {
  const end = start + text.length
  const here = within(passages.known.values(), start, end)
  const cuts = new Set([start, end])
  for (const { char_start: from, char_end: to } of here) for (const at of [from, to]) if (at > start && at < end) cuts.add(at)
  const { quote } = passages
  for (const at of [quote.from, quote.to]) if (at > start && at < end) cuts.add(at)
  const places = [...cuts].sort((a, b) => a - b)
  return places.slice(0, -1).flatMap((from, i) => {
    const to = places[i + 1]
    const covering = here.filter((c) => c.char_start < to && c.char_end > from)
    const words = text.slice(from - start, to - start)
    const quoted = quote.from < to && quote.to > from
    const written = quoted ? element('mark', { className: 'quoted' }, words) : words
    if (covering.length === 0) return [written]
    return [...numbers(covering, to, passages), element('span', marks(covering), written)]
  })
}

/** Where two overlap, the later one gives the colour. */
const marks = (covering) => ({
  className: `chunk${covering.at(-1).chunk_index % 2 ? ' odd' : ''}${covering.length > 1 ? ' shared' : ''}`,
  data: { chunks: covering.map((c) => c.chunk_index + 1).join(' ') },
})

function numbers(covering, to, { numbered, unit }) {
  return covering
    .filter((c) => c.char_start < to && !numbered.has(c.chunk_index))
    .map((c) => {
      numbered.add(c.chunk_index)
      const n = c.chunk_index + 1
      return element(
        'a',
        { className: 'chunk-number', id: `chunk-${n}`, href: `#chunk-${n}`, data: { chunks: n }, 'aria-label': nameOfPassage(c, unit) },
        n,
      )
    })
}

function table({ text, start, passages }) {
  const rows = []
  let at = start
  let rule = false
  for (const line of text.split(/(?<=\n)/)) {
    if (rows.length === 1 && isRule(line)) rule = true
    else if (line.trim()) rows.push({ line, from: at, to: at + line.length })
    at += line.length
  }
  const here = within(passages.known.values(), start, start + text.length)
  const { quote } = passages
  const draw = (r, tag) => {
    const node = row(r, tag, within(here, r.from, r.to), passages)
    if (quote.from < r.to && quote.to > r.from) node.classList.add('quoted')
    return node
  }
  const body = rule ? rows.slice(1) : rows
  return element(
    'div',
    { className: 'block scroll', tabindex: 0, role: 'region', 'aria-label': `Table ${++passages.tables}` },
    element('table', {}, rule && element('thead', {}, draw(rows[0], 'th')), element('tbody', {}, ...body.map((r) => draw(r, 'td')))),
  )
}

function row({ line, to }, tag, covering, passages) {
  const cells = isRow(line) ? cellsOf(line) : [line.trim()]
  const node = element(
    'tr',
    covering.length ? marks(covering) : {},
    ...cells.map((cell) => element(tag, tag === 'th' ? { scope: 'col' } : {}, cell)),
  )
  node.firstElementChild?.prepend(...numbers(covering, to, passages))
  return node
}
