import { element } from './element.js'

let serial = 0

/**
 * Asks before something that cannot be undone. Resolves true when it was confirmed. With `typed`, these words have to be typed first.
 * @param {{ title: string, text: string, action: string, typed?: string }} question
 */
export function confirm({ title, text, action, typed }) {
  const id = `confirm-${++serial}`
  let agreed = false
  const input = typed && element('input', { id: `${id}-typed`, autocomplete: 'off', spellcheck: 'false', autocapitalize: 'off' })
  const go = element('button', { type: 'submit', className: 'danger', disabled: Boolean(typed) }, action)
  const dialog = element(
    'dialog',
    { 'aria-labelledby': id, 'aria-describedby': `${id}-text` },
    element(
      'form',
      {
        className: 'stack',
        method: 'dialog',
        onsubmit: () => {
          agreed = true
        },
      },
      element('h2', { id }, title),
      element('p', { id: `${id}-text`, className: 'wrap' }, text),
      typed &&
        element(
          'div',
          { className: 'field' },
          element('label', { for: input.id }, 'Type ', element('span', { className: 'mono' }, typed), ' to confirm'),
          input,
        ),
      element(
        'div',
        { className: 'actions' },
        element('button', { type: 'button', onclick: () => dialog.close(), autofocus: !typed }, 'Keep'),
        go,
      ),
    ),
  )
  input?.addEventListener('input', () => {
    go.disabled = input.value !== typed
  })
  document.body.append(dialog)
  dialog.showModal()
  input?.focus()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(agreed)
    })
  })
}
