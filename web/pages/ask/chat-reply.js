import { adviceFor } from '../../api/advice.js'
import { requestId } from '../../api/request-id.js'
import { element } from '../../parts/element.js'
import { plural, seconds } from '../../parts/format.js'
import { openPassage, placeOf } from '../../parts/text/passage.js'
import { cellsOf, isRow, isRule } from '../../parts/text/table-rows.js'
import { answerNodes, numberOf, openCitation } from './marked-answer.js'

/** One reply: written token by token, then with its citations, sources and facts. Takes its tools from `tools(reply)`. */
export function createReply({ label, tools }) {
  const prose = element('div', { className: 'prose', 'aria-busy': 'true' })
  const below = element('div', { className: 'stack' })
  const node = element('div', { className: 'reply' }, label && element('p', { className: 'reply-label' }, label), prose, below)
  let written = ''
  let drawing = 0
  const draw = () => {
    drawing = 0
    prose.replaceChildren(...answerNodes(written, [], []))
  }
  const end = () => {
    cancelAnimationFrame(drawing)
    prose.removeAttribute('aria-busy')
  }

  return {
    node,
    get written() {
      return written
    },
    /** Once a frame, whatever the pace of the tokens. */
    token(token) {
      written += token
      drawing ||= requestAnimationFrame(draw)
    },
    done(reply, elapsed) {
      end()
      const { citations = [], metadata: sources = [] } = reply
      prose.replaceChildren(...answerNodes(reply.answer, citations, sources))
      below.replaceChildren(...details(reply, elapsed), tools(reply))
    },
    stopped(text = written) {
      written = text
      end()
      draw()
      below.replaceChildren(element('p', { className: 'soft small' }, 'Stopped.'), tools())
    },
    failed(error, again) {
      end()
      below.replaceChildren(failureOf(error, again))
    },
  }
}

const failureOf = (error, again) =>
  element(
    'div',
    { className: 'notice error' },
    element('span', {}, error.message, ' ', adviceFor(error)),
    error.details?.try_models && element('span', {}, `Models that do: ${error.details.try_models.join(', ')}.`),
    requestId(error.requestId),
    again && element('div', {}, element('button', { type: 'button', className: 'compact', onclick: again }, 'Ask again')),
  )

function details(reply, elapsed) {
  const { citations = [], metadata: sources = [], errors = [] } = reply
  const kind = reply.response_metadata?.answer_kind
  const cited = citations.filter(({ marker }) => marker)
  const doubtful = new Set(citations.filter((c) => c.supported === false).map((c) => c.sentence)).size
  return [
    ...errors.map((e) => element('p', { className: 'notice warning' }, e.message ?? 'A part of this answer failed.')),
    doubtful > 0 &&
      element(
        'p',
        { className: 'notice warning' },
        `${plural(doubtful, 'sentence')} of this answer ${doubtful === 1 ? 'is' : 'are'} not supported by the sources, and marked.`,
      ),
    honesty(kind, sources, cited, reply.response_metadata?.model_used?.provider === 'embedded'),
    cited.length > 0 && citedPlaces(cited, sources),
    sources.length > 0 && retrieved(sources, kind === 'passages' && cited.length === 0),
    facts(reply, elapsed),
  ].filter(Boolean)
}

/** What is to be said where the documents do not simply answer; an answer that was `quoted` says itself what was not found. */
function honesty(kind, sources, cited, quoted) {
  if (kind === 'passages')
    return element(
      'p',
      { className: 'notice' },
      quoted
        ? 'Other words may find a surer answer. Each passage opens where it stands.'
        : 'I found no sentence that answers this; these passages are the closest.',
    )
  if (kind === 'none' || sources.length === 0) return nothingFound(quoted)
  return cited.length === 0 && element('p', { className: 'notice' }, 'This answer cites no passage.')
}

function citedPlaces(citations, sources) {
  const inOrder = [...citations].sort((a, b) => numberOf(a) - numberOf(b))
  const items = inOrder.map((c) =>
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
    { type: 'button', className: 'place', onclick, data: source.supported === false ? { doubtful: '' } : {} },
    element('span', { className: 'number' }, number),
    element(
      'span',
      { className: 'title' },
      source.filename ?? 'Unnamed file',
      element('span', {}, placeOf(source), source.supported === false && '; does not support the sentence'),
    ),
    element('span', { className: 'extract' }, withoutBars(text.slice(0, 400))),
  )

/** Rows of a table in one line: the cells without what draws the table, a semicolon between rows. */
function withoutBars(text) {
  const lines = text.split('\n').filter((line) => !(isRow(line) && isRule(line)))
  return lines
    .map((line, i) => (isRow(line) ? cellsOf(line).filter(Boolean).join(' · ') + (isRow(lines[i + 1] ?? '') ? ';' : '') : line))
    .join('\n')
}

const nothingFound = (quoted) =>
  element(
    'div',
    { className: 'notice' },
    !quoted && element('strong', {}, 'Nothing in the documents answers this question.'),
    element('span', {}, 'Ask it with other words, or ', element('a', { href: '/' }, 'upload a document'), ' that tells of it.'),
  )

function facts(reply, elapsed) {
  const { model_used: model, queried_indexes: indexes } = reply.response_metadata ?? {}
  const { amount, currency } = reply.cost ?? {}
  const known = {
    Model: model && [model.alias, model.provider && `(${model.provider})`].filter(Boolean).join(' '),
    Time: Number.isFinite(elapsed) ? seconds(elapsed) : undefined,
    Tokens: reply.tokens_used,
    Cost: Number.isFinite(amount) ? `${amount} ${currency ?? ''}`.trim() : undefined,
    Index: indexes?.join(', '),
    Request: reply.requestId,
  }
  const entries = Object.entries(known).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const list = element(
    'dl',
    { className: 'facts' },
    ...entries.map(([name, value]) =>
      element('div', {}, element('dt', {}, name), element('dd', { className: name === 'Request' ? 'mono' : undefined }, value)),
    ),
  )
  return element('details', { className: 'how' }, element('summary', {}, 'How it was answered'), list)
}
