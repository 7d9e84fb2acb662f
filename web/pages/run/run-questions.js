import { element } from '../../parts/element.js'
import { stepWords } from '../../parts/run-words.js'

/** What a run waits for, each with the answers that its form allows. `onAnswer` sends one. */
export function drawQuestions(root, { questions, words }, onAnswer) {
  const drawn = JSON.stringify(questions)
  if (root.dataset.drawn === drawn) return
  root.dataset.drawn = drawn
  root.replaceChildren(...questions.map((question) => questionOf(question, words, onAnswer)))
}

function questionOf({ key, step, about, answer }, words, onAnswer) {
  const choice = (label, value, className) =>
    element('button', { type: 'button', className, onclick: (event) => onAnswer(key, value, event.currentTarget) }, label)
  const choices =
    answer?.type === 'boolean'
      ? [choice('Yes', true, 'primary'), choice('No', false)]
      : Array.isArray(answer?.enum)
        ? answer.enum.map((value) => choice(String(value), value))
        : undefined
  return element(
    'section',
    { className: 'notice warning question', 'aria-label': `Decision ${key}` },
    element('strong', {}, `${stepWords(words, step)} waits for a decision: ${key}`),
    about !== null &&
      about !== undefined &&
      element('pre', { tabindex: 0 }, typeof about === 'string' ? about : JSON.stringify(about, null, 2)),
    choices ? element('div', { className: 'row' }, ...choices) : free(key, answer, onAnswer),
  )
}

/** Any other answer is written as JSON, or as plain words where a text is asked for. */
function free(key, answer, onAnswer) {
  const text = answer?.type === 'string'
  const id = `answer-${key}`
  const field = element('textarea', { id, rows: 3, spellcheck: text ? undefined : 'false' })
  const problem = element('p', { className: 'problem', role: 'alert' })
  const send = (event) => {
    event.preventDefault()
    try {
      const value = text ? field.value : JSON.parse(field.value)
      problem.textContent = ''
      onAnswer(key, value, event.submitter)
    } catch {
      problem.textContent = 'This is no JSON.'
    }
  }
  return element(
    'form',
    { className: 'field', onsubmit: send },
    element('label', { for: id }, text ? 'Answer' : 'Answer, as JSON'),
    field,
    problem,
    element('div', {}, element('button', { type: 'submit', className: 'primary' }, 'Answer')),
  )
}
