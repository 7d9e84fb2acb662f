import { element } from '../../parts/element.js'
import { markdownNodes } from '../../parts/text/markdown.js'
import { openPassage, placeOf } from '../../parts/text/passage.js'

const MARKER = / ?\[(\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\]/g

export const numberOf = ({ marker }) => String(marker).replace(/\D/g, '')
const isPlaced = ({ start, end }) => Number.isInteger(start) && Number.isInteger(end)

/** The passage that a citation names, as the answer's sources have it, with the page of the quote: a passage may begin pages before it. */
export const sourceOf = (citation, sources) => {
  const source = sources.find(({ id }) => id === citation.source_id)
  return source ? { ...source, page_number: citation.page_number ?? source.page_number } : citation
}

export function openCitation(citation, sources) {
  openPassage(sourceOf(citation, sources), citation, citation.supported === false ? doubt(citation) : undefined)
}

/** Why a sentence is marked, in words. */
const doubt = ({ marker, missing = [], source_id: id }) =>
  element(
    'p',
    { className: 'notice warning small' },
    element('strong', {}, marker ? 'This passage does not support the sentence.' : 'No retrieved passage supports this sentence.'),
    missing.length > 0 && element('span', {}, `Not found there, or told otherwise: ${missing.slice(0, 12).join(', ')}.`),
    !marker && id && element('span', {}, 'Below is the passage that comes closest.'),
  )

/**
 * An answer's Markdown as nodes: each marker that has a citation is a button that opens its quote, each sentence without support is
 * marked and has a button that tells why.
 * @param {string} answer
 * @param {object[]} citations
 * @param {object[]} sources
 */
export function answerNodes(answer, citations, sources) {
  const doubtful = citations.filter((c) => c.supported === false && isPlaced(c))
  const told = new Set()
  const context = { citations, sources, mentions: new Map() }
  const write = (text, at) => {
    const nodes = []
    let from = 0
    for (const match of text.matchAll(MARKER)) {
      const buttons = match[1].split(/[,;]/).flatMap((n) => markerButton(n.trim(), at + match.index, context))
      if (buttons.length === 0) continue
      nodes.push(...shaded(text.slice(from, match.index), at + from), ...buttons)
      from = match.index + match[0].length
      nodes.push(...notes(at + from))
    }
    nodes.push(...shaded(text.slice(from), at + from))
    return nodes
  }
  /** A run of text: the parts of it that lie in an unsupported sentence marked, the sentences that end in it with their button. */
  const shaded = (text, at) => {
    if (text === '') return notes(at)
    const ends = doubtful.flatMap(({ start, end }) => [start, end]).filter((c) => c > at && c < at + text.length)
    const places = [...new Set([at, ...ends, at + text.length])].sort((a, b) => a - b)
    return places.slice(0, -1).flatMap((from, i) => {
      const to = places[i + 1]
      const words = text.slice(from - at, to - at)
      const inside = doubtful.some(({ start, end }) => start <= from && end >= to)
      return [inside ? element('span', { className: 'unsupported' }, words) : document.createTextNode(words), ...notes(to)]
    })
  }
  /** Whether nothing of a sentence but markup stands behind this place. */
  const isOver = ({ start, end }, place) =>
    end <= place || (start < place && !/[\p{L}\p{N}]/u.test(answer.slice(place, end).replace(/\]\([^)]*\)/g, '')))
  /** The buttons of the unsupported sentences without a marker that have come to their end. */
  const notes = (place) =>
    doubtful
      .filter((c) => !c.marker && isOver(c, place) && !told.has(c.start))
      .map((c) => {
        told.add(c.start)
        const label = `Not supported by the sources: ${c.sentence.slice(0, 200)}`
        const open = () => openCitation(c, sources)
        return element(
          'button',
          { type: 'button', className: 'marker doubt', 'aria-label': label, title: 'Not supported by the sources', onclick: open },
          '?',
        )
      })
  const nodes = markdownNodes(answer, write)
  const late = notes(Number.POSITIVE_INFINITY)
  if (late.length) nodes.push(element('p', {}, ...late))
  return nodes
}

/** The n-th mention of a number in a sentence opens its n-th quote there. */
function markerButton(number, at, { citations, sources, mentions }) {
  const quotes = citations.filter((c) => numberOf(c) === number)
  if (quotes.length === 0) return []
  const here = quotes.filter((c) => isPlaced(c) && c.start <= at && c.end > at)
  const key = `${number}/${here[0]?.start}`
  const mention = mentions.get(key) ?? 0
  mentions.set(key, mention + 1)
  const citation = here[Math.min(mention, here.length - 1)] ?? quotes[0]
  const name = `Citation ${number}: ${citation.filename ?? 'unnamed file'}${placeOf(sourceOf(citation, sources))}`
  const label = citation.supported === false ? `${name}, which does not support this` : name
  const open = () => openCitation(citation, sources)
  const className = citation.supported === false ? 'marker doubtful' : 'marker'
  return [element('button', { type: 'button', className, 'aria-label': label, title: label, onclick: open }, number)]
}
