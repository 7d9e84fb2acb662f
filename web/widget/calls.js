/** A call that failed, in the server's words. `status` is 0 when no answer came; `retryAfterMs` where the server said when to come again. */
export class CallError extends Error {
  constructor(message, status = 0, retryAfterMs = undefined) {
    super(message)
    this.name = 'CallError'
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

/** How long a host page that promised a new token has to bring it, in ms. */
const RENEWAL_MS = 30_000
/** A token that ends is asked for anew so much before, in ms. */
const AHEAD_MS = 60_000

let token = ''
let askForToken = () => undefined
let arrived = () => undefined
let timer

/** Who is asked for a new token. @param {() => void} ask */
export const renewBy = (ask) => {
  askForToken = ask
}

/** The token that calls carry from now on; it is held in memory alone. Asks for the next one shortly before it ends. */
export function useToken(next) {
  token = next
  arrived()
  clearTimeout(timer)
  const left = endOf(next) - Date.now() - AHEAD_MS
  // longer than a timer can wait: the page will have been loaded again by then
  if (left > 0 && left < 2 ** 31) timer = setTimeout(askForToken, left)
}

function endOf(jwt) {
  try {
    const body = jwt.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')
    return Number(JSON.parse(atob(body)).exp) * 1000 || 0
  } catch {
    return 0
  }
}

const headers = () => (token ? { Authorization: `Bearer ${token}` } : {})

let renewing

/** Resolves true when a token other than the refused one has come; calls that are refused together wait together. */
const renewed = (refused) => {
  if (token !== refused) return Promise.resolve(true)
  renewing ??= new Promise((resolve) => {
    const late = setTimeout(() => arrived(), RENEWAL_MS)
    arrived = () => {
      clearTimeout(late)
      renewing = undefined
      arrived = () => undefined
      resolve(token !== refused)
    }
    askForToken()
  })
  return renewing
}

/**
 * One call to the widget's routes; a refused token is renewed once. Rejects with a CallError, or the signal's reason.
 * @param {string} path
 * @param {{ method?: string, json?: unknown, signal?: AbortSignal }} [options]
 */
export async function call(path, { json, signal, method = json === undefined ? 'GET' : 'POST' } = {}, again = true) {
  const used = token
  const reply = await fetch(new URL(`api/${path}`, location.href), {
    method,
    signal,
    cache: 'no-store',
    headers: { ...headers(), ...(json === undefined ? {} : { 'Content-Type': 'application/json' }) },
    body: json === undefined ? undefined : JSON.stringify(json),
  }).catch((error) => {
    throw signal?.aborted ? error : new CallError('')
  })
  if (reply.ok) return reply
  if (reply.status === 401 && again && (await renewed(used))) return call(path, { json, signal, method }, false)
  throw failureOf(reply.status, await reply.text(), reply.headers.get('retry-after'))
}

export const callJson = async (path, options) => (await call(path, options)).json()

function failureOf(status, text, retryAfter) {
  const seconds = Number.parseInt(retryAfter ?? '', 10)
  const retryAfterMs = seconds >= 0 ? seconds * 1000 : undefined
  try {
    return new CallError(String(JSON.parse(text).error.message), status, retryAfterMs)
  } catch {
    return new CallError(String(status), status, retryAfterMs)
  }
}

/** Sends a form and tells how much has gone, from 0 to 100. */
export async function send(path, form, onProgress, again = true) {
  const used = token
  const { status, text, retryAfter } = await new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', new URL(`api/${path}`, location.href))
    for (const [name, value] of Object.entries(headers())) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? Math.floor((100 * loaded) / total) : 0)
    request.onload = () =>
      resolve({ status: request.status, text: request.responseText, retryAfter: request.getResponseHeader('retry-after') })
    request.onerror = () => reject(new CallError(''))
    request.send(form)
  })
  if (status >= 200 && status < 300) return JSON.parse(text)
  if (status === 401 && again && (await renewed(used))) return send(path, form, onProgress, false)
  throw failureOf(status, text, retryAfter)
}
