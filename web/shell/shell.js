import { element, icon } from '../parts/element.js'
import { sentence } from '../parts/format.js'
import { mountKeyboard, showKeyboardMap } from './keyboard.js'
import { mountNavigation } from './navigation.js'
import { openPalette } from './palette.js'
import { asksForNothing, credentials, onCredentials, refusal } from './session.js'
import { signIn } from './sign-in.js'

/** Gives the frame that the server has put around the page its tools. shell.html loads this module, before the page's own. */
function mountShell() {
  const theme = themeSwitch()
  const keys = element(
    'button',
    { type: 'button', className: 'quiet icon', 'aria-label': 'Keyboard', title: 'Keyboard', onclick: showKeyboardMap },
    element('kbd', {}, '?'),
  )
  document.querySelector('.tools').append(signInButton(), theme.button, keys)
  const palette = () => openPalette({ toggleTheme: theme.toggle, showKeyboardMap })
  const jump = document.getElementById('open-palette')
  jump.addEventListener('click', palette)
  if (/Mac|iPhone|iPad/.test(navigator.platform)) jump.querySelector('kbd').textContent = '⌘ K'
  mountKeyboard({ toggleTheme: theme.toggle, openPalette: palette })
  mountNavigation()
}

const isDark = () => {
  const { theme } = document.documentElement.dataset
  return theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
}

function themeSwitch() {
  const button = element('button', { type: 'button', className: 'quiet icon', onclick: toggle })
  function show() {
    const label = isDark() ? 'Use the light theme' : 'Use the dark theme'
    button.replaceChildren(icon(isDark() ? 'sun' : 'moon'))
    button.setAttribute('aria-label', label)
    button.title = label
  }
  function toggle() {
    const theme = isDark() ? 'light' : 'dark'
    document.documentElement.dataset.theme = theme
    try {
      localStorage.setItem('millrace.theme', theme)
    } catch {
      // Storage is switched off: the choice holds for this page.
    }
    show()
  }
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show)
  show()
  return { button, toggle }
}

function signInButton() {
  const button = element('button', { type: 'button', className: 'quiet', onclick: () => signIn(refusal()) })
  const show = () => {
    const { key, token } = credentials()
    const refused = refusal()
    const what = key && token ? 'Sign-in' : key ? 'Key' : 'Token'
    button.replaceChildren(icon('key'), refused ? `${what} refused` : key || token ? 'Signed in' : 'Sign in')
    button.title = refused ? `${location.host}: ${sentence(refused)}` : ''
    button.toggleAttribute('data-refused', refused !== undefined)
    // A server that asks for nothing has nobody to sign in.
    button.hidden = asksForNothing() && !key && !token
  }
  onCredentials(show)
  show()
  return button
}

let busy = 0

/** Turns the wheel beside the name, and draws a line over the page, while the promise is pending, and hands the promise on. */
export function whileBusy(promise) {
  busy += 1
  document.documentElement.dataset.busy = ''
  return promise.finally(() => {
    busy -= 1
    if (busy === 0) delete document.documentElement.dataset.busy
  })
}

mountShell()
