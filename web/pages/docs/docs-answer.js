import { apiJson } from '../../api/api.js'
import { failure } from '../../api/failure.js'
import { element } from '../../parts/element.js'
import { markdownNodes } from '../../parts/text/markdown.js'
import { whileBusy } from '../../shell/shell.js'

const PAGE = /^docs\/(.+)\.md$/

/** Asks the documentation assistant and shows its answer above the page. */
export async function showAnswer(question) {
  const panel = document.getElementById('manual-answer')
  const close = element('button', { type: 'button', className: 'quiet compact', onclick: () => panel.replaceChildren() }, 'Close')
  const body = element('div', { className: 'answer-body' }, element('p', { className: 'soft' }, 'Searching the documentation …'))
  panel.replaceChildren(
    element(
      'section',
      { className: 'card', 'aria-label': 'Answer' },
      element('div', { className: 'spaced' }, element('h2', {}, question), close),
      body,
    ),
  )
  panel.scrollIntoView({ block: 'nearest' })
  try {
    const { answer, citations } = await whileBusy(apiJson('/docs/chat', { method: 'POST', json: { question } }))
    body.replaceChildren(...markdownNodes(answer), ...(citations.length > 0 ? [sourcesOf(citations)] : []))
  } catch (error) {
    body.replaceChildren(failure(error, () => showAnswer(question)))
  }
}

const sourcesOf = (citations) => element('ul', { className: 'sources' }, ...citations.map(source))

function source({ marker, source: file, title, anchor }) {
  const path = PAGE.exec(file)?.[1]
  const href = path && `/docs/${path}${anchor ? `#${anchor}` : ''}`
  return element('li', {}, `${marker} `, href ? element('a', { href }, title) : title)
}
