import { element, icon, millWheel } from '../parts/element.js'
import { mountKeyboard, showKeyboardMap } from './keyboard.js'
import { credentials, onCredentials } from './session.js'
import { signIn } from './sign-in.js'

/** Gives the frame that the server has put around the page its tools. shell.html loads this module, before the page's own. */
function mountShell() {
  const theme = themeSwitch()
  document.querySelector('.brand').prepend(millWheel())
  document.querySelector('.tools').append(theme.button, signInButton())
  document
    .querySelector('.footer div')
    .append(element('button', { type: 'button', className: 'link', onclick: showKeyboardMap }, 'Keyboard', element('kbd', {}, '?')))
  mountKeyboard({ toggleTheme: theme.toggle })
  showCurrentPage()
  fitNavigation()
  addEventListener('resize', fitNavigation)
}

/** Pages that do not fit beside the brand go below it; on a phone they are there in any case. */
function fitNavigation() {
  const [masthead, nav] = [document.querySelector('.masthead'), document.querySelector('.nav')]
  delete masthead.dataset.tall
  if (nav.scrollWidth > nav.clientWidth) masthead.dataset.tall = ''
}

/** On a phone the navigation scrolls; the entry of this page is brought into its middle. */
function showCurrentPage() {
  const [nav, current] = [document.querySelector('.nav'), document.querySelector('.nav [aria-current]')]
  if (current) nav.scrollLeft = current.offsetLeft - (nav.clientWidth - current.offsetWidth) / 2
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
  const button = element('button', { type: 'button', className: 'quiet', onclick: () => signIn() })
  const show = () => {
    const { key, token } = credentials()
    button.replaceChildren(icon('key'), key || token ? 'Signed in' : 'Sign in')
    // A server that asks for nothing has nobody to sign in.
    button.hidden = 'open' in document.querySelector('.tools').dataset && !key && !token
  }
  onCredentials(show)
  show()
  return button
}

let busy = 0

/** Turns the wheel in the masthead while the promise is pending, and hands the promise on. */
export function whileBusy(promise) {
  busy += 1
  document.documentElement.dataset.busy = ''
  return promise.finally(() => {
    busy -= 1
    if (busy === 0) delete document.documentElement.dataset.busy
  })
}

mountShell()
