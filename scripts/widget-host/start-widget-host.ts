import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signMetadata } from '../../services/reports/widget/signed-metadata.ts'

export interface WidgetHostOptions {
  /** 0 picks a free one. */
  readonly port: number
  /** Where the widget comes from; asked with each page, because a test knows it late. */
  readonly platform: () => string
  /** A widget token, as the host's server fetches it; undefined: none. */
  readonly token: () => Promise<string | undefined>
  /** Of WIDGET_SIGNING_KEY; absent: the metadata go unsigned. */
  readonly signingKey?: string
}

export interface WidgetHost {
  readonly url: string
  close(): Promise<void>
}

const METADATA = {
  districtId: 'd-100',
  districtName: 'North District',
  quarter: 'Q1',
  year: '2026',
  userId: 'user-1',
  userName: 'Ann Example',
  userEmail: 'ann@example.org',
  userRole: 'coordinator',
}
const file = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const escaped = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

/**
 * A page of another application, on an origin of its own and under a strict policy, that embeds the widget as README says. Its query picks
 * the condition: `?token=none`, `?metadata=none`, `?metadata=legacy`, `?lang=de`.
 */
export async function startWidgetHost({ port, platform, token, signingKey }: WidgetHostOptions): Promise<WidgetHost> {
  const send = (response: ServerResponse, type: string, body: string, headers: Record<string, string> = {}) =>
    void response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store', ...headers }).end(body)
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://host')
    if (url.pathname === '/host.js') return send(response, 'text/javascript', file('host.js'))
    if (url.pathname === '/host.css') return send(response, 'text/css', file('host.css'))
    if (url.pathname === '/token')
      return send(response, 'application/json', JSON.stringify({ token: (await token().catch(() => undefined)) ?? null }))
    if (url.pathname === '/favicon.ico') return void response.writeHead(204).end()
    if (url.pathname !== '/') return void response.writeHead(404).end()
    const home = platform()
    const policy = `default-src 'none'; script-src 'self' ${home}; frame-src ${home}; style-src 'self'; connect-src 'self'`
    const without = url.searchParams.get('token') === 'none'
    const given = without ? undefined : await token().catch(() => undefined)
    const page = file('host.html')
      .replace('<!-- script -->', without ? '' : '<script src="/host.js" defer></script>')
      .replaceAll('{lang}', escaped(url.searchParams.get('lang') ?? 'en'))
      .replace('<!-- metadata -->', () => metadataElement(url.searchParams.get('metadata'), signingKey))
      .replace('<!-- widget -->', () => `<script src="${home}/widget/embed.js" data-widget-token="${escaped(given ?? '')}" defer></script>`)
    send(response, 'text/html', page, { 'content-security-policy': policy })
  })
  await new Promise<void>((done, failed) => server.once('error', failed).listen(port, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}

function metadataElement(how: string | null, signingKey: string | undefined): string {
  if (how === 'none') return ''
  const dashed = (name: string) => name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)
  if (how === 'legacy')
    return `<div id="sdac-meta-data" ${Object.entries(METADATA)
      .map(([name, value]) => `data-sdac-${dashed(name)}="${escaped(value)}"`)
      .join(' ')}></div>`
  const text = JSON.stringify(METADATA)
  const signature = signingKey ? ` data-sdac-signature="${signMetadata(text, signingKey, Date.now())}"` : ''
  return `<div id="sdac-meta-data" data-sdac="${escaped(text)}"${signature}></div>`
}
