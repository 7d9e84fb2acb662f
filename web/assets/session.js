const KEY = 'millrace.key'
const TOKEN = 'millrace.token'
const watchers = new Set()

/** Key and token live as long as the browser tab and nowhere else. */
export const credentials = () => ({ key: sessionStorage.getItem(KEY) ?? '', token: sessionStorage.getItem(TOKEN) ?? '' })

export function setCredentials({ key, token }) {
  for (const [name, value] of [
    [KEY, key],
    [TOKEN, token],
  ])
    value ? sessionStorage.setItem(name, value) : sessionStorage.removeItem(name)
  for (const watcher of watchers) watcher()
}

export const onCredentials = (watcher) => watchers.add(watcher)

/** The headers that carry the credentials; none where there are none. */
export function authHeaders() {
  const { key, token } = credentials()
  return { ...(key ? { 'Ocp-Apim-Subscription-Key': key } : {}), ...(token ? { Authorization: `Bearer ${token}` } : {}) }
}
