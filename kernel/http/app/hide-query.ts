import type { IncomingMessage, Server } from 'node:http'

/** Takes these names out of every address before the first other listener sees it, so that no log, trace or reply can tell their values. */
export function hideQuery(server: Pick<Server, 'prependListener'>, names: readonly string[]): void {
  if (names.length === 0) return
  const hidden = new Set(names)
  server.prependListener('request', (request: IncomingMessage) => {
    if (request.url?.includes('?')) request.url = withoutQuery(request.url, hidden)
  })
}

/** An address without these names of its query, however they are encoded; all else stays as it was written. */
export function withoutQuery(url: string, names: ReadonlySet<string>): string {
  const at = url.indexOf('?')
  if (at < 0) return url
  const kept = url
    .slice(at + 1)
    .split('&')
    .filter((pair) => !names.has(nameOf(pair)))
  return kept.length ? `${url.slice(0, at)}?${kept.join('&')}` : url.slice(0, at)
}

function nameOf(pair: string): string {
  const end = pair.indexOf('=')
  const name = (end < 0 ? pair : pair.slice(0, end)).replaceAll('+', ' ')
  try {
    return decodeURIComponent(name).trim().toLowerCase()
  } catch {
    return name
  }
}
