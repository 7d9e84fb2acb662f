import { element } from './element.js'
import { credentials, setCredentials } from './session.js'

let open

/**
 * Shows the sign-in panel. Resolves true once credentials were given, false when it was closed without.
 * Calls while it is open share the one panel.
 * @param {string} [reason] why it is shown: the server's words
 */
export function signIn(reason) {
  open ??= show(reason).finally(() => {
    open = undefined
  })
  return open
}

function show(reason) {
  const present = credentials()
  const key = field('key', 'Subscription key', present.key, 'Sent as Ocp-Apim-Subscription-Key.')
  const token = field('token', 'Access token', present.token, 'The bearer token of your identity provider, without the word Bearer.')
  let given = false
  const submit = (event) => {
    event.preventDefault()
    setCredentials({ key: key.input.value.trim(), token: token.input.value.trim().replace(/^bearer\s+/i, '') })
    given = true
    dialog.close()
  }
  const clear = () => {
    setCredentials({ key: '', token: '' })
    dialog.close()
  }
  const dialog = element(
    'dialog',
    { 'aria-labelledby': 'sign-in-title' },
    element(
      'form',
      { className: 'stack', onsubmit: submit, method: 'dialog' },
      element('h2', { id: 'sign-in-title' }, 'Sign in'),
      reason && element('p', { className: 'notice error', role: 'alert' }, reason),
      key.node,
      token.node,
      element('p', { className: 'hint' }, 'Both stay in this browser tab until it is closed, and go to this server only.'),
      element(
        'div',
        { className: 'actions' },
        (present.key || present.token) && element('button', { type: 'button', className: 'quiet', onclick: clear }, 'Sign out'),
        element('button', { type: 'button', onclick: () => dialog.close() }, 'Cancel'),
        element('button', { type: 'submit', className: 'primary' }, 'Sign in'),
      ),
    ),
  )
  document.body.append(dialog)
  dialog.showModal()
  key.input.focus()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(given)
    })
  })
}

function field(id, label, value, hint) {
  const input = element('input', {
    id: `sign-in-${id}`,
    type: 'password',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-describedby': `sign-in-${id}-hint`,
    value,
  })
  const node = element(
    'div',
    { className: 'field' },
    element('label', { for: input.id }, label),
    input,
    element('p', { className: 'hint', id: `sign-in-${id}-hint` }, hint),
  )
  return { input, node }
}
