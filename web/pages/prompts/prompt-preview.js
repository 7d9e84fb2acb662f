import { element } from '../../parts/element.js'
import { renderPreview } from './prompt-data.js'

const WAIT_MS = 300

const SAMPLE = {
  question: 'Where do visitors gather when the yard is flooded?',
  answer: 'On the upper meadow beside the dovecote [1].',
  history: [
    { role: 'user', content: 'Is the yard open today?' },
    { role: 'assistant', content: 'Yes, until five.' },
  ],
  user_id: 'ada',
  metadata: { team: 'visitors' },
}

let sample = JSON.stringify(SAMPLE, undefined, 2)

/** The text of an editor as a chat would render it, on sample variables that can be changed. `show(text)` renders in a moment. */
export function createPreview() {
  let timer
  let controller
  let text = ''
  const problem = element('p', { className: 'notice error', hidden: true })
  const output = element('pre', { className: 'rendered', tabindex: 0, role: 'region', 'aria-label': 'Rendered text' })
  const reads = element('p', { className: 'hint' })
  const variables = element('textarea', { id: 'sample', className: 'mono', rows: 10, spellcheck: 'false', value: sample, oninput: soon })

  function soon() {
    clearTimeout(timer)
    timer = setTimeout(render, WAIT_MS)
  }

  function tell(message) {
    problem.textContent = message
    problem.hidden = message === ''
    output.classList.toggle('stale', message !== '')
  }

  async function render() {
    controller?.abort()
    const mine = new AbortController()
    controller = mine
    sample = variables.value
    let given
    try {
      given = JSON.parse(sample)
    } catch {
      return tell('The sample variables are not JSON.')
    }
    try {
      const rendered = await renderPreview(text, given, mine.signal)
      output.textContent = rendered.text
      reads.textContent = rendered.used.length ? `Reads ${rendered.used.join(', ')}.` : 'Reads no variable.'
      tell('')
    } catch (error) {
      if (!mine.signal.aborted) tell(error.message)
    }
  }

  const node = element(
    'section',
    { className: 'preview stack', 'aria-labelledby': 'preview-title' },
    element('h3', { id: 'preview-title' }, 'Preview'),
    problem,
    output,
    reads,
    element(
      'details',
      {},
      element('summary', {}, 'Sample variables'),
      element('div', { className: 'field' }, element('label', { for: 'sample' }, 'What the preview reads, as JSON'), variables),
    ),
  )
  return {
    node,
    show(next) {
      text = next
      soon()
    },
  }
}
