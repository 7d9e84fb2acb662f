import { element } from '../../parts/element.js'
import { stepWords } from '../../parts/run-words.js'
import { toolCall } from '../../parts/tool-call.js'

/** What a run waits for, each with the answers that its form allows. `onAnswer` sends one. */
export function drawQuestions(root, { questions, words }, onAnswer) {
  const drawn = JSON.stringify(questions)
  if (root.dataset.drawn === drawn) return
  root.dataset.drawn = drawn
  root.replaceChildren(...questions.map((question) => questionOf(question, words, onAnswer)))
}

function questionOf({ key, step, about, answer }, words, onAnswer) {
  const choice = ([label, value, className]) =>
    element('button', { type: 'button', className, onclick: (event) => onAnswer(key, value, event.currentTarget) }, label)
  const choices = choicesOf(answer)
  return element(
    'section',
    { className: 'notice warning question', 'aria-label': `Decision ${key}` },
    ...(isToolCall(about)
      ? toolCall(about)
      : [element('strong', {}, `${stepWords(words, step)} waits for a decision: ${key}`), shown(about)]),
    choices ? element('div', { className: 'row' }, ...choices.map(choice)) : free(key, answer, onAnswer),
  )
}

const isToolCall = (about) => typeof about?.tool === 'string' && 'input' in about
const shown = (about) =>
  about === null || about === undefined
    ? ''
    : element('pre', { tabindex: 0 }, typeof about === 'string' ? about : JSON.stringify(about, null, 2))

/** Buttons with the values that they send; undefined where the answer is none of a few. */
function choicesOf(answer) {
  if (answer?.type === 'boolean') return yesOrNo(['Yes', 'No'], (value) => value)
  if (Array.isArray(answer?.enum)) return answer.enum.map((value) => [String(value), value])
  // one field that is true or false, as whether an agent's call is approved
  const [name, ...others] = Object.keys(answer?.properties ?? {})
  if (others.length > 0 || answer?.properties?.[name]?.type !== 'boolean') return undefined
  return yesOrNo(name === 'approved' ? ['Allow', 'Refuse'] : ['Yes', 'No'], (value) => ({ [name]: value }))
}

const yesOrNo = ([yes, no], answerOf) => [
  [yes, answerOf(true), 'primary'],
  [no, answerOf(false)],
]

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
