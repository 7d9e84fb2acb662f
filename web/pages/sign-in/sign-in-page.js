import { element } from '../../parts/element.js'
import { comeBack, goToProvider, hasProvider, providerWay, SignInError } from '../../shell/identity-provider.js'

const outcome = document.querySelector('#outcome')
const given = new URLSearchParams(location.search)
// the code leaves the address, and with it the history, before anything else
history.replaceState(null, '', location.pathname)

async function run() {
  if (!hasProvider()) return fail('Nobody signs in at an identity provider here.')
  try {
    location.replace(await comeBack(given))
  } catch (error) {
    if (!(error instanceof SignInError)) throw error
    fail(error.message, true)
  }
}

async function again() {
  outcome.replaceChildren('One moment …')
  try {
    await goToProvider(await providerWay())
  } catch (error) {
    fail(error instanceof SignInError ? error.message : 'Signing in did not work.', true)
  }
}

const fail = (message, canRetry = false) =>
  outcome.replaceChildren(
    element(
      'div',
      { className: 'notice error', role: 'alert' },
      element('strong', {}, 'You are not signed in.'),
      element('span', {}, message),
      element(
        'div',
        {},
        canRetry && element('button', { type: 'button', className: 'primary', onclick: again }, 'Sign in again'),
        ' ',
        element('a', { href: '/' }, 'Back to the console'),
      ),
    ),
  )

run()
