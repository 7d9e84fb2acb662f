import { element } from '../../parts/element.js'
import { toast, toastError } from '../../parts/toast.js'
import { freshHeaders } from '../../shell/identity-provider.js'
import { credentials } from '../../shell/session.js'
import { quickStart } from './quick-start-code.js'

const LANGUAGES = ['curl', 'TypeScript', 'Python']

/** The first calls, in the visitor's language, about a document that is really there. */
export async function drawQuickStart(root) {
  const { key, token } = credentials()
  const isOpen = 'open' in document.querySelector('.tools').dataset
  // Who has not signed in yet sees the key that a secured server asks for at least.
  const steps = quickStart({
    origin: location.origin,
    key: Boolean(key) || (!isOpen && !token),
    token: Boolean(token),
    document: await someDocument(isOpen || key || token),
  })
  let language = LANGUAGES[0]
  const tabs = LANGUAGES.map((name) => element('button', { type: 'button', className: 'compact', onclick: () => show(name) }, name))
  const blocks = steps.map(({ title, about, code }, i) => {
    const text = element('pre', { className: 'code', tabindex: 0, role: 'region', 'aria-label': `${title}: code` })
    const copy = element(
      'button',
      { type: 'button', className: 'compact copy-code', 'aria-label': `Copy: ${title}`, onclick: () => copyText(code[language]) },
      'Copy',
    )
    const node = element(
      'li',
      { className: 'card step' },
      element('div', { className: 'spaced' }, element('h3', {}, `${i + 1}. ${title}`), copy),
      element('p', { className: 'small soft' }, about),
      text,
    )
    return { node, show: () => text.replaceChildren(code[language]) }
  })

  function show(name) {
    language = name
    for (const tab of tabs) tab.setAttribute('aria-pressed', String(tab.textContent === name))
    for (const block of blocks) block.show()
  }
  root.replaceChildren(
    element('div', { className: 'languages', role: 'group', 'aria-label': 'Language' }, ...tabs),
    element('ol', { className: 'steps' }, ...blocks.map(({ node }) => node)),
  )
  show(language)
}

/** The newest document that is searchable. Nobody is asked to sign in for an example. */
async function someDocument(mayAsk) {
  if (!mayAsk) return undefined
  const reply = await fetch('/api/v2/upload/list?limit=50', { headers: await freshHeaders(), cache: 'no-store' }).catch(() => undefined)
  if (!reply?.ok) return undefined
  return (await reply.json()).find(({ status, chunks }) => status === 'complete' && chunks > 0)
}

async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text)
    toast('Copied.')
  } catch {
    toastError(new Error('The browser does not let this page write to the clipboard.'))
  }
}
