import { element } from './element.js'

/**
 * A dialog with fields and one action. `submit` gets the fields' values; while it fails the dialog stays and says why.
 * Resolves with what it resolved with, or undefined when the dialog was closed.
 * @param {{ title: string, action: string, danger?: boolean, fields?: object[], submit: (values: object) => Promise<unknown> }} options
 * @param {...(Node | string)} content
 */
export function formDialog({ title, action, danger, fields = [], submit }, ...content) {
  let result
  const problem = element('p', { className: 'notice error', role: 'alert', hidden: true })
  const button = element('button', { type: 'submit', className: danger ? 'danger' : 'primary' }, action)
  const inputs = fields.map(fieldOf)
  const send = async (event) => {
    event.preventDefault()
    button.disabled = true
    try {
      result = await submit(
        Object.fromEntries(inputs.map(({ name, input }) => [name, input.localName === 'textarea' ? input.value : input.value.trim()])),
      )
      dialog.close()
    } catch (error) {
      problem.textContent = error.message
      problem.hidden = false
    } finally {
      button.disabled = false
    }
  }
  const dialog = element(
    'dialog',
    { 'aria-labelledby': 'form-dialog-title' },
    element(
      'form',
      { className: 'stack', onsubmit: send },
      element('h2', { id: 'form-dialog-title' }, title),
      ...content.map((part) => (typeof part === 'string' ? element('p', {}, part) : part)),
      ...inputs.map(({ node }) => node),
      problem,
      element('div', { className: 'actions' }, element('button', { type: 'button', onclick: () => dialog.close() }, 'Cancel'), button),
    ),
  )
  document.body.append(dialog)
  dialog.showModal()
  ;(inputs[0]?.input ?? button).focus()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(result)
    })
  })
}

/** Whether the action was chosen. */
export const confirmDialog = async (options, ...content) =>
  (await formDialog({ ...options, submit: async () => true }, ...content)) === true

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
