import { forgetVisitor } from './visitor.js'

const OURS = 'millrace.'
const OWNER = 'millrace.owner'
const SIGNED_OUT = 'millrace.signed-out'
/** How somebody likes the console tells nothing of what they asked. */
const LIKINGS = new Set(['millrace.theme', 'millrace.keys-off', 'millrace.side', 'millrace.folded'])

/** Runs `work` on the browser's storage; undefined where that is switched off. */
function withStorage(work) {
  try {
    return work(localStorage)
  } catch {
    return undefined
  }
}

/**
 * Removes everything that this browser keeps of whoever used the console: settings, the name of their ratings, and on a server that asks
 * for no credentials the conversations that it keeps for this browser.
 */
export function forgetPerson() {
  withStorage((storage) => {
    forgetVisitor(storage)
    for (const name of Object.keys(storage)) if (name.startsWith(OURS) && !LIKINGS.has(name)) storage.removeItem(name)
  })
}

/** What the browser keeps is from now on that of a person whom the server has answered; what it kept of another is removed. */
export function claimBrowser(person) {
  if (person === '' || isKeptFor(person)) return
  forgetPerson()
  withStorage((storage) => storage.setItem(OWNER, person))
}

/** Whether what the browser keeps is this person's. */
export const isKeptFor = (person) => withStorage((storage) => (storage.getItem(OWNER) ?? '') === person) ?? true

export const tellSignedOut = () => withStorage((storage) => storage.setItem(SIGNED_OUT, String(Date.now())))

/** Calls back when another tab of this browser has signed out. */
export const onSignedOutElsewhere = (left) => addEventListener('storage', ({ key, newValue }) => key === SIGNED_OUT && newValue && left())
