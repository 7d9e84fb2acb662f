import { element } from './element.js'
import { openDialog } from './open-dialog.js'

/**
 * Asks before something that cannot be undone. Resolves true when it was confirmed. With `typed`, these words have to be typed first.
 * @param {{ title: string, text: string, action: string, keep?: string, typed?: string }} question `keep`: the button that says no
 */
export async function confirm({ title, text, action, keep = 'Keep', typed }) {
  const go = element('button', { type: 'submit', className: 'danger', disabled: Boolean(typed) }, action)
  const check = ({ target }) => {
    go.disabled = target.value !== typed
  }
  const agreed = await openDialog({ title, describedBy: 'confirm-text' }, (heading, close) => [
    element(
      'form',
      { className: 'stack', method: 'dialog', onsubmit: () => close(true) },
      heading,
      element('p', { id: 'confirm-text', className: 'wrap' }, text),
      typed && typedField(typed, check),
      element('div', { className: 'actions' }, element('button', { type: 'button', onclick: () => close(false) }, keep), go),
    ),
  ])
  return agreed === true
}

const typedField = (words, oninput) =>
  element(
    'div',
    { className: 'field' },
    element('label', { for: 'confirm-typed' }, 'Type ', element('span', { className: 'mono' }, words), ' to confirm'),
    element('input', { id: 'confirm-typed', autocomplete: 'off', spellcheck: 'false', autocapitalize: 'off', oninput }),
  )
