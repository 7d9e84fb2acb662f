const ID = 'millrace.visitor'
const KEPT = 'millrace.visitor-kept'
const USER = 'millrace.user'
/** Where storage is switched off: as long as the page. */
const page = {}

function kept(name, make) {
  try {
    const known = localStorage.getItem(name)
    if (known) return known
    const made = make()
    localStorage.setItem(name, made)
    return made
  } catch {
    page[name] ??= make()
    return page[name]
  }
}

/** An id that stands for this browser where feedback asks who gave it. Everybody may see it. */
export const browserId = () => kept(USER, () => `console-${crypto.randomUUID()}`)

/** What this browser shows for its conversations where the server asks for no credentials. A secret: it opens them. */
const visitorId = () =>
  kept(ID, () => {
    const bytes = crypto.getRandomValues(new Uint8Array(32))
    return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  })

/** The header that says so; a server that knows who calls does not read it. */
export const visitorHeader = () => ({ 'X-Browser-Id': visitorId() })

/** The server keeps conversations for this browser's id. */
export function noteKeptForBrowser() {
  try {
    localStorage.setItem(KEPT, '1')
  } catch {
    // Storage is switched off: the id goes with the page, and what is kept for it expires unread.
  }
}

/** Has the server delete what it keeps for this browser's id, which nobody has from now on. Goes on when the page is left. */
export function forgetVisitor(storage) {
  const id = storage.getItem(ID)
  if (!id || !storage.getItem(KEPT)) return
  fetch('/api/v2/chat/conversations', { method: 'DELETE', headers: { 'X-Browser-Id': id }, keepalive: true }).catch(() => undefined)
}
