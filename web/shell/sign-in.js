import { element } from '../parts/element.js'
import { openDialog } from '../parts/open-dialog.js'
import { credentials, setCredentials } from './session.js'

let open
/** When the panel was last closed without credentials. */
let declinedAt = -Infinity

/**
 * Shows the sign-in panel. Resolves true once credentials were given, false when it was closed without.
 * Calls while it is open share the one panel, and whoever asked the server before it was closed is not heard again.
 * @param {string} [reason] why it is shown: the server's words
 * @param {number} [askedAt] when the server was asked, as performance.now() has it
 */
export async function signIn(reason, askedAt = Infinity) {
  if (!open && askedAt < declinedAt) return false
  open ??= show(reason).finally(() => {
    open = undefined
  })
  const given = await open
  if (!given) declinedAt = performance.now()
  return given
}

async function show(reason) {
  const present = credentials()
  const key = field('key', 'Subscription key', present.key, 'Sent as Ocp-Apim-Subscription-Key.')
  const token = field('token', 'Access token', present.token, 'The bearer token of your identity provider, without the word Bearer.')
  const entered = () => ({ key: key.input.value.trim(), token: token.input.value.trim().replace(/^bearer\s+/i, '') })
  const given = await openDialog({ title: 'Sign in' }, (title, close) => [
    element(
      'form',
      { className: 'stack', onsubmit: () => close(entered()), method: 'dialog' },
      title,
      reason && why(reason, present),
      key.node,
      token.node,
      element(
        'p',
        { className: 'hint' },
        'Both stay in this browser tab until it is closed, and go to this server only. Signing out leaves nothing of yours in this browser; your conversations stay on the server, for you alone.',
      ),
      element(
        'div',
        { className: 'actions' },
        (present.key || present.token) &&
          element('button', { type: 'button', className: 'quiet', onclick: () => close({ key: '', token: '' }) }, 'Sign out'),
        element('button', { type: 'button', onclick: () => close() }, 'Cancel'),
        element('button', { type: 'submit', className: 'primary' }, 'Sign in'),
      ),
    ),
  ])
  if (given) setCredentials(given)
  return Boolean(given?.key || given?.token)
}

/** What was refused, in the server's words; who has given nothing yet needs no name of a header. */
const why = (reason, { key, token }) =>
  key || token
    ? element('p', { className: 'notice error', role: 'alert' }, reason)
    : element('p', {}, 'This server asks for a key, a token or both before it shows anything.')

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
