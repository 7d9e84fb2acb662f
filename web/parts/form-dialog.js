import { element } from './element.js'
import { openDialog } from './open-dialog.js'

/**
 * A dialog with fields and one action. `submit` gets the fields' values; while it fails the dialog stays and says why.
 * Resolves with what it resolved with, also when the dialog was closed meanwhile; undefined when nothing was sent.
 * @param {{ title: string, action: string, cancel?: string, danger?: boolean, fields?: object[], below?: Node[], submit: (values: object) => Promise<unknown> }} options
 * @param {...(Node | string)} content above the fields; `below` stands below them
 */
export async function formDialog({ title, action, cancel = 'Cancel', danger, fields = [], below = [], submit }, ...content) {
  const problem = element('p', { className: 'notice error', role: 'alert', hidden: true })
  const button = element('button', { type: 'submit', className: danger ? 'danger' : 'primary', autofocus: fields.length === 0 }, action)
  const inputs = fields.map((field, i) => fieldOf({ ...field, autofocus: i === 0 }))
  const entryOf = ({ name, input }) => [name, input.localName === 'textarea' ? input.value : input.value.trim()]
  let sent
  const send = async (event, close) => {
    event.preventDefault()
    button.disabled = true
    sent = submit(Object.fromEntries(inputs.map(entryOf)))
    try {
      await sent
      close()
    } catch (error) {
      sent = undefined
      problem.textContent = error.message
      problem.hidden = false
    } finally {
      button.disabled = false
    }
  }
  await openDialog({ title }, (heading, close) => [
    element(
      'form',
      { className: 'stack', onsubmit: (event) => send(event, close) },
      heading,
      ...content.map((part) => (typeof part === 'string' ? element('p', {}, part) : part)),
      ...inputs.map(({ node }) => node),
      ...below,
      problem,
      element('div', { className: 'actions' }, element('button', { type: 'button', onclick: () => close() }, cancel), button),
    ),
  ])
  return sent
}

function fieldOf({ name, label, value = '', hint, options, rows, ...attributes }) {
  const id = `form-dialog-${name}`
  const more = { id, 'aria-describedby': hint && `${id}-hint`, ...attributes }
  const input = options
    ? element('select', more, ...options.map(([key, words]) => element('option', { value: key, selected: key === value }, words)))
    : element(rows ? 'textarea' : 'input', { ...more, rows, value, autocomplete: 'off' })
  const node = element(
    'div',
    { className: 'field' },
    element('label', { for: id }, label),
    input,
    hint && element('p', { className: 'hint', id: `${id}-hint` }, hint),
  )
  return { name, input, node }
}
