import { apiJson } from '../../api/api.js'
import { drawPiece, recognisedNote } from './text-pieces.js'

const LENGTH = 20_000

/**
 * A stretch of a document's text on the page, that grows at both ends. Only whole blocks are drawn; one that is longer than a range is
 * cut at the end of a line.
 */
export function createTextWindow(path, container) {
  const passages = { known: new Map(), numbered: new Set(), tables: 0, quote: { from: 0, to: 0 }, unit: 'page' }
  /** Recognised pages that are said to be. */
  const noted = new Set()
  let low = 0
  let high = 0
  let characters = 0

  const read = async (query) => {
    const reply = await apiJson(`${path}?${new URLSearchParams(query)}`)
    characters = reply.characters
    for (const chunk of reply.chunks) {
      const text = reply.text.slice(Math.max(0, chunk.char_start - reply.from), Math.max(0, chunk.char_end - reply.from))
      const known = passages.known.get(chunk.chunk_index)?.text ?? ''
      passages.known.set(chunk.chunk_index, { ...chunk, text: text.length >= known.length ? text : known })
    }
    return reply
  }

  /** The nodes of what lies between two places of a reply. */
  const draw = (reply, from, to) =>
    reply.blocks
      .filter((block) => block.start < to && block.end > from)
      .flatMap((block) => {
        const start = Math.max(block.start, from)
        const piece = drawPiece({
          block,
          start,
          text: reply.text.slice(start - reply.from, Math.min(block.end, to) - reply.from),
          passages,
        })
        if (!block.recognised || noted.has(block.page)) return [piece]
        noted.add(block.page)
        return [recognisedNote(block, passages.unit), piece]
      })

  function appended(reply) {
    const end = reply.from + reply.text.length
    const last = reply.blocks.at(-1)
    const cut = last && last.end > end
    if (!cut || reply.blocks.length === 1) {
      high = cut ? lineEnd(reply, end) : end
    } else high = last.start
    return draw(reply, reply.from, high)
  }

  return {
    get low() {
      return low
    },
    get more() {
      return high < characters
    },
    has: (index) => passages.numbered.has(index),
    known: (index) => passages.known.get(index),
    /** What its pages are called from the next drawing on. */
    set unit(unit) {
      passages.unit = unit
    },
    /** Has the words between two places marked from the next drawing on; whether that is a change. */
    mark({ from, to } = { from: 0, to: 0 }) {
      const changed = from !== passages.quote.from || to !== passages.quote.to
      passages.quote = { from, to }
      return changed
    },
    /** Begins anew: at the passage, or at the top. Rejects as `api`. */
    async open(index) {
      const reply = await read({ length: LENGTH, ...(index === undefined ? { from: 0 } : { chunk_index: index }) })
      passages.numbered.clear()
      noted.clear()
      low = reply.from
      container.replaceChildren(...appended(reply))
    },
    async append() {
      if (high >= characters) return
      container.append(...appended(await read({ from: high, length: LENGTH })))
    },
    async prepend() {
      const reply = await read({ from: Math.max(0, low - LENGTH), length: Math.min(LENGTH, low) })
      const first = reply.blocks[0]
      const cut = first && first.start < reply.from
      const from = !cut ? reply.from : reply.blocks.length > 1 ? reply.blocks[1].start : lineStart(reply)
      // A passage whose beginning comes into view now has its number there.
      for (const chunk of passages.known.values())
        if (chunk.char_start >= from && chunk.char_start < low && passages.numbered.delete(chunk.chunk_index))
          container.querySelector(`#chunk-${chunk.chunk_index + 1}`)?.remove()
      container.prepend(...draw(reply, from, low))
      low = from
    },
  }
}

/** After the last line that is whole, or the last word; the end itself where there is neither. */
function lineEnd({ text, from }, end) {
  const at = Math.max(text.lastIndexOf('\n'), text.lastIndexOf(' ')) + 1
  return at > text.length / 2 ? from + at : end
}

function lineStart({ text, from }) {
  const at = text.indexOf('\n') + 1
  return at > 0 && at < text.length / 2 ? from + at : from
}
