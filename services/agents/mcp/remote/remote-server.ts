import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { boundedFetch } from '../../../../kernel/net/bounded-fetch.ts'
import { guardedFetch } from '../../../../kernel/net/guarded-fetch.ts'
import { ApiError } from '../../../../kernel/runtime/errors.ts'
import { VERSION } from '../../../../kernel/runtime/version.ts'
import type { RemoteServer } from './mcp-section.ts'

/** Of one reply, whatever the other side sends. */
const MOST_BYTES = 4_000_000
/** Pages of a list of tools. */
const MOST_PAGES = 5
/** Characters of a result. */
const MOST_TEXT = 200_000

export interface RemoteTool {
  readonly name: string
  readonly description?: string | undefined
  readonly inputSchema: Record<string, unknown>
}

/** Works with a server of either era for a moment. Addresses are held to those that an administrator may mean; no redirect is followed. */
async function connected<T>(
  { url, timeout_ms }: RemoteServer,
  token: string | undefined,
  signal: AbortSignal | undefined,
  work: (client: Client, options: { signal?: AbortSignal; timeout: number }) => Promise<T>,
): Promise<T> {
  const client = new Client({ name: 'millrace', version: VERSION }, { versionNegotiation: { mode: 'auto' } })
  const fetch = boundedFetch({ maxBytes: MOST_BYTES, timeoutMs: timeout_ms }, guardedFetch)
  const requestInit = token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }
  const options = { timeout: timeout_ms, ...(signal ? { signal } : {}) }
  try {
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { fetch: fetch as never, requestInit }), options)
    return await work(client, options)
  } finally {
    await client.close().catch(() => undefined)
  }
}

/** The tools of a server, its first pages. Rejects as the client does. */
export const listRemoteTools = (server: RemoteServer, token: string | undefined): Promise<RemoteTool[]> =>
  connected(server, token, undefined, async (client, options) => {
    const found: RemoteTool[] = []
    let cursor: string | undefined
    for (let page = 0; page < MOST_PAGES; page++) {
      const { tools, nextCursor } = await client.listTools(cursor === undefined ? {} : { cursor }, options)
      found.push(...tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })))
      cursor = nextCursor
      if (cursor === undefined) break
    }
    return found
  })

/** What a tool said, as text; other content is named. ApiError upstream_failed with the tool's own words where it says that it failed. */
export const callRemoteTool = (
  server: RemoteServer,
  token: string | undefined,
  call: { readonly name: string; readonly arguments: Record<string, unknown> },
  signal: AbortSignal,
): Promise<string> =>
  connected(server, token, signal, async (client, options) => {
    const { content = [], isError } = await client.callTool(call, options)
    const text = content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n')
    const told = text.slice(0, MOST_TEXT).toWellFormed()
    if (isError) throw new ApiError('upstream_failed', `the tool failed: ${told.slice(0, 1_000)}`)
    return told
  })
