import { adviceFor } from './advice.js'
import { element } from './element.js'
import { plural, seconds } from './format.js'
import { openPassage, placeOf } from './passage.js'

/** One question with its answer: written token by token, then with its citations, sources and facts. */
export function createAnswer(question) {
  const id = `answer-${crypto.randomUUID()}`
  const prose = element('div', { className: 'prose', 'aria-busy': 'true' })
  const below = element('div', { className: 'stack' })
  const node = element('article', { className: 'answer', 'aria-labelledby': id }, element('h2', { id }, question), prose, below)
  const end = () => prose.removeAttribute('aria-busy')

  return {
    node,
    token: (token) => prose.append(token),
    done(reply, elapsed) {
      end()
      const citations = reply.citations ?? []
      const sources = reply.metadata ?? []
      prose.replaceChildren(...markedUp(reply.answer, citations, sources))
      below.append(
        ...(reply.errors ?? []).map((e) => element('p', { className: 'notice warning' }, e.message ?? 'A part of this answer failed.')),
        ...(sources.length === 0 ? [nothingFound()] : citations.length === 0 ? [uncited()] : []),
        ...(citations.length ? [citedPlaces(citations, sources)] : []),
        ...(sources.length ? [retrieved(sources, citations.length === 0)] : []),
        facts(reply, elapsed),
      )
    },
    stopped() {
      end()
      below.append(element('p', { className: 'soft small' }, 'Stopped.'))
    },
    failed(error, again) {
      end()
      below.append(
        element(
          'div',
          { className: 'notice error' },
          element('span', {}, error.message, ' ', adviceFor(error.code)),
          error.requestId &&
            element('span', { className: 'small soft' }, 'Request ', element('span', { className: 'mono' }, error.requestId)),
          element('div', {}, element('button', { type: 'button', className: 'compact', onclick: again }, 'Ask again')),
        ),
      )
    },
  }
}

const numberOf = (citation) => String(citation.marker).replace(/\D/g, '')

/** The answer's text with each marker that has a citation as a button; the n-th mention of a number opens its n-th quote. */
function markedUp(text, citations, sources) {
  const mentions = new Map()
  // The space before a marker goes, so that the marker stays with its word.
  return text.split(/ ?(\[\d{1,3}\])/).map((part) => {
    const number = /^\[(\d+)\]$/.exec(part)?.[1]
    const quotes = number ? citations.filter((c) => numberOf(c) === number) : []
    if (quotes.length === 0) return part
    const mention = mentions.get(number) ?? 0
    mentions.set(number, mention + 1)
    const citation = quotes[Math.min(mention, quotes.length - 1)]
    const label = `Citation ${number}: ${citation.filename}${placeOf(citation)}`
    const open = () => openCitation(citation, sources)
    return element('button', { type: 'button', className: 'marker', 'aria-label': label, title: label, onclick: open }, number)
  })
}

const openCitation = (citation, sources) => openPassage(sources.find((s) => s.id === citation.source_id) ?? citation, citation.quote)

function citedPlaces(citations, sources) {
  const items = citations.map((c) =>
    element(
      'li',
      {},
      place(numberOf(c), c, c.quote, () => openCitation(c, sources)),
    ),
  )
  return element('section', { 'aria-label': 'Citations' }, element('ol', { className: 'places' }, ...items))
}

function retrieved(sources, open) {
  const items = sources.map((s, i) =>
    element(
      'li',
      {},
      place(i + 1, s, s.text ?? '', () => openPassage(s)),
    ),
  )
  return element(
    'details',
    { className: 'retrieved', open },
    element('summary', {}, `${plural(sources.length, 'passage')} read for this answer`),
    element('ul', { className: 'places' }, ...items),
  )
}

const place = (number, source, text, onclick) =>
  element(
    'button',
    { type: 'button', className: 'place', onclick },
    element('span', { className: 'number' }, number),
    element('span', { className: 'title' }, source.filename ?? 'Unnamed file', element('span', {}, placeOf(source))),
    element('span', { className: 'extract' }, text.slice(0, 400)),
  )

const nothingFound = () =>
  element(
    'div',
    { className: 'notice' },
    element('strong', {}, 'No passage fits this question.'),
    element('span', {}, 'Ask it with other words, or ', element('a', { href: '/' }, 'upload a document'), ' that tells of it.'),
  )

const uncited = () => element('p', { className: 'notice' }, 'This answer cites no passage. What was read for it stands below.')

function facts(reply, elapsed) {
  const { model_used: model, queried_indexes: indexes } = reply.response_metadata ?? {}
  const known = {
    Model: model && [model.alias, model.provider && `(${model.provider})`].filter(Boolean).join(' '),
    Time: seconds(elapsed),
    Tokens: reply.tokens_used,
    Index: indexes?.join(', '),
    Request: reply.requestId,
  }
  const entries = Object.entries(known).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return element(
    'dl',
    { className: 'facts' },
    ...entries.map(([name, value]) =>
      element('div', {}, element('dt', {}, name), element('dd', { className: name === 'Request' ? 'mono' : undefined }, value)),
    ),
  )
}
