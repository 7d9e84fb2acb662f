import { element } from '../parts/element.js'
import { sentence } from '../parts/format.js'
import { openDialog } from '../parts/open-dialog.js'
import { goToProvider, hasProvider, providerWay, renew, SignInError, signOutEverywhere } from './identity-provider.js'
import { authHeaders, credentials, markRefused, providerSession, setCredentials } from './session.js'

let open
/** When the panel was last closed, without credentials and with some. */
let [declinedAt, givenAt] = [-Infinity, -Infinity]

/**
 * Renews the token where the identity provider gave a way to; else shows the sign-in panel. Resolves true once credentials were given, false when it was closed without.
 * Calls while it is open share the one panel, and whoever asked the server before it was closed opens it no more: what was given then is
 * tried first.
 * @param {string} [reason] why it is shown: the server's words
 * @param {number} [askedAt] when the server was asked, as performance.now() has it
 */
export async function signIn(reason, askedAt = Infinity) {
  if (!open && askedAt < Math.max(declinedAt, givenAt)) return givenAt > declinedAt
  if (reason && (await renew({ refused: true }))) return true
  if (reason) markRefused(reason)
  open ??= show(reason).finally(() => {
    open = undefined
  })
  const given = await open
  if (given) givenAt = performance.now()
  else declinedAt = performance.now()
  return given && !reason ? checked() : given
}

/** A page that asks the server nothing does not hear that what was given is refused: this asks for it. */
async function checked() {
  const reply = await fetch('/api/v2/runs?page_size=1', { cache: 'no-store', headers: authHeaders() }).catch(() => undefined)
  if (reply?.status !== 401) return true
  const { error } = await reply.json().catch(() => ({}))
  return signIn(error?.message ?? 'what was given is not valid')
}

async function show(reason) {
  const present = credentials()
  const key = field('key', 'Subscription key', present.key, 'Whoever runs this server gives you one.')
  const token = field('token', 'Access token', present.token, 'The bearer token of your identity provider, without the word Bearer.')
  const way = hasProvider() ? await providerWay().catch((error) => error) : undefined
  const entered = () => ({ key: key.input.value.trim(), token: token.input.value.trim().replace(/^bearer\s+/i, '') })
  const isIn = !reason && Boolean(present.key || present.token)
  const given = await openDialog({ title: isIn ? 'Signed in' : 'Sign in' }, (title, close) => [
    element(
      'form',
      { className: 'stack', onsubmit: () => close(entered()), method: 'dialog' },
      title,
      reason && why(reason, present, way),
      ...(way ? byProvider(way, key, token) : [asks('keys') && key.node, asks('tokens') && token.node]),
      element(
        'p',
        { className: 'hint' },
        'What you sign in with stays in this browser tab until it is closed, and goes to this server only. Signing out leaves nothing of yours in this browser; your conversations stay on the server, for you alone.',
      ),
      element(
        'div',
        { className: 'actions' },
        (present.key || present.token) &&
          element('button', { type: 'button', className: 'quiet', onclick: () => close('out') }, 'Sign out'),
        element('button', { type: 'button', onclick: () => close() }, 'Cancel'),
        element('button', { type: 'submit', className: way ? '' : 'primary' }, isIn ? 'Sign in anew' : 'Sign in'),
      ),
    ),
  ])
  if (given === 'out') signOutEverywhere()
  // what was left as it was keeps what renews it
  else if (given) setCredentials({ ...given, session: given.token && given.token === present.token ? providerSession() : undefined })
  return Boolean(given?.key || given?.token)
}

/** Whether the server looks at this kind of credentials; where it looks at none, both can be given all the same. */
const asks = (kind) => {
  const asked = document.querySelector('.tools')?.dataset ?? {}
  return kind in asked || !('keys' in asked || 'tokens' in asked)
}
const askedFor = () => (asks('keys') && asks('tokens') ? 'a key, a token or both' : asks('keys') ? 'a key' : 'a token')

/** What was refused, in the server's words; who has given nothing yet needs no name of a header. */
const why = (reason, { key, token }, way) =>
  key || token
    ? element(
        'p',
        { className: 'notice error', role: 'alert' },
        `${location.host} refused what was given: ${sentence(reason)} Look whether it is whole and of this server, or ask who runs it for another.`,
      )
    : element(
        'p',
        {},
        way ? 'This server shows nothing before you sign in.' : `This server asks for ${askedFor()} before it shows anything.`,
      )

/** The way through the identity provider first; a token of one's own is folded away. `way`: the server's word, or why there is none. */
function byProvider(way, key, token) {
  const host = way.provider && new URL(way.provider.issuer).host
  const { name } = providerSession() ?? {}
  const trouble = element('p', { className: 'notice error', role: 'alert', hidden: !(way instanceof Error) }, way.message)
  async function go({ currentTarget }) {
    currentTarget.disabled = true
    try {
      await goToProvider(way, key.input.value.trim())
    } catch (error) {
      trouble.textContent =
        error instanceof SignInError ? error.message : 'Signing in did not work: the page could not be made ready for it.'
      trouble.hidden = false
      currentTarget.disabled = false
    }
  }
  return [
    name && element('p', {}, 'Signed in as ', element('strong', {}, name), '.'),
    (way.key ?? true) && key.node,
    host && element('button', { type: 'button', className: 'primary', onclick: go, autofocus: !way.key }, `Continue with ${host}`),
    trouble,
    element('details', {}, element('summary', {}, 'Use an access token instead'), token.node),
  ]
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
