import { forgetPerson, onSignedOutElsewhere, tellSignedOut } from '../parts/kept-by-browser.js'

const KEY = 'millrace.key'
const TOKEN = 'millrace.token'
const SESSION = 'millrace.session'
const REFUSED = 'millrace.refused'
const watchers = new Set()
/** Whether this page has drawn anything that the server gave to whoever is signed in. */
let shown = false

/** Key and token live as long as the browser tab and nowhere else. */
export const credentials = () => ({ key: sessionStorage.getItem(KEY) ?? '', token: sessionStorage.getItem(TOKEN) ?? '' })

/** Whether this server asks for neither key nor token. */
export const asksForNothing = () => 'open' in document.querySelector('.tools').dataset

/** What the identity provider gave beside the token (see identity-provider.js); undefined for a token that was typed in. */
export function providerSession() {
  try {
    return JSON.parse(sessionStorage.getItem(SESSION) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/**
 * Signs in, or out where both are empty. Who was signed in before leaves with everything that the browser kept of them, and with the page
 * that shows it; a sign-out ends the sessions of other tabs too. A key that was never good leaves nothing.
 * @param {{ key: string, token: string, session?: object }} given
 * @param {string} [leaveFor] where a page goes that showed somebody else
 */
export function setCredentials({ key, token, session }, leaveFor = '/') {
  const before = person()
  keep({ key, token, session })
  const now = person()
  if (before !== '' && now !== before && (now === '' || shown)) {
    forgetPerson()
    if (now === '') tellSignedOut()
    return location.replace(leaveFor)
  }
  tellWatchers()
}

const tellWatchers = () => {
  for (const watcher of watchers) watcher()
}

/** The server's words on the credentials that are there, where it refused them; a route that asks for none takes nothing of it back. */
export const refusal = () => (person() === '' ? undefined : (sessionStorage.getItem(REFUSED) ?? undefined))

/** @param {string} reason the server's words */
export function markRefused(reason) {
  if (person() === '') return
  sessionStorage.setItem(REFUSED, reason)
  tellWatchers()
}

/** The same person goes on with a newer token: nothing on the page changes. */
export const replaceToken = (token, session) => keep({ key: credentials().key, token, session })

function keep({ key, token, session }) {
  sessionStorage.removeItem(REFUSED)
  for (const [name, value] of [
    [KEY, key],
    [TOKEN, token],
    [SESSION, session && JSON.stringify(session)],
  ])
    value ? sessionStorage.setItem(name, value) : sessionStorage.removeItem(name)
}

export const markShown = () => {
  shown = true
}

export const onCredentials = (watcher) => watchers.add(watcher)

/** The headers that carry the credentials; none where there are none. */
export function authHeaders() {
  const { key, token } = credentials()
  return { ...(key ? { 'Ocp-Apim-Subscription-Key': key } : {}), ...(token ? { Authorization: `Bearer ${token}` } : {}) }
}

/** Who is signed in, as a number that tells nothing of the credentials; empty for nobody. A new token of the same subject is the same person. */
export function person() {
  const { key, token } = credentials()
  const said = token ? `token ${subjectOf(token) ?? token}` : key ? `key ${key}` : ''
  return said && hashOf(said)
}

function subjectOf(token) {
  try {
    const { iss, sub } = JSON.parse(atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')))
    return sub && JSON.stringify([iss, sub])
  } catch {
    // No token that says who holds it: it stands for itself.
    return undefined
  }
}

/** FNV-1a, 32 bits: enough to tell two people of one browser apart, too little to find a key by. */
function hashOf(text) {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(36)
}

onSignedOutElsewhere(() => {
  if (person() === '') return
  keep({ key: '', token: '' })
  location.replace('/')
})
// A page that the browser held back as it was left comes again for whoever is signed in now.
const shownTo = person()
addEventListener('pageshow', ({ persisted }) => persisted && person() !== shownTo && location.reload())
