import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { boundedFetch } from '../../../../kernel/net/bounded-fetch.ts'
import { guardedFetch } from '../../../../kernel/net/guarded-fetch.ts'
import { ApiError } from '../../../../kernel/runtime/errors.ts'
import { VERSION } from '../../../../kernel/runtime/version.ts'
import type { RemoteServer } from './mcp-section.ts'

/** Of one reply, whatever the other side sends. */
const MOST_BYTES = 4_000_000
/** Of an event stream: each message in it costs work of its own, and a ping a reply. */
const MOST_LINES = 4_000
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
  const behaviour = { versionNegotiation: { mode: 'auto' as const }, listMaxPages: MOST_PAGES, jsonSchemaValidator: unjudged }
  const client = new Client({ name: 'millrace', version: VERSION }, behaviour)
  const fetch = boundedFetch({ maxBytes: MOST_BYTES, timeoutMs: timeout_ms }, boundedLines(guardedFetch))
  const requestInit = token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }
  const options = { timeout: timeout_ms, ...(signal ? { signal } : {}) }
  try {
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { fetch: fetch as never, requestInit }), options)
    return await work(client, options)
  } finally {
    await client.close().catch(() => undefined)
  }
}

/** Results are read as texts: what a server says of their form is not run over them, because its patterns could be made to run for ever. */
const unjudged = { getValidator: () => (data: unknown) => ({ valid: true as const, data: data as never, errorMessage: undefined }) }

/** A `fetch` whose event streams end beyond so many lines. */
const boundedLines =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const reply = await send(input, init)
    if (!reply.body || !reply.headers.get('content-type')?.startsWith('text/event-stream')) return reply
    let lines = 0
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        for (const byte of piece) if (byte === 10 || byte === 13) lines++
        if (lines > MOST_LINES) controller.error(new Error(`the reply has more than ${MOST_LINES} lines`))
        else controller.enqueue(piece)
      },
    })
    const { status, headers } = reply
    return new Response(reply.body.pipeThrough(counter), { status, headers })
  }

/** The tools of a server, its first pages, within its time for all of them together. Rejects as the client does. */
export const listRemoteTools = (server: RemoteServer, token: string | undefined): Promise<RemoteTool[]> =>
  connected(server, token, AbortSignal.timeout(server.timeout_ms), async (client, options) => {
    const found: RemoteTool[] = []
    let cursor: string | undefined
    for (let page = 0; page < MOST_PAGES; page++) {
      // page by page: the client's own list goes on to the last one, and is none where that does not come
      const params = cursor === undefined ? {} : { cursor }
      const { tools, nextCursor } = await client.request({ method: 'tools/list', params }, options)
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
