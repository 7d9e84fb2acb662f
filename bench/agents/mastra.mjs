// The peer's server with what its own guide turns on to record turns: a LibSQL file and the exporter that writes traces into it.
// node mastra.mjs, in a folder with @mastra/core, @mastra/hono, @mastra/libsql, @mastra/observability, hono, @hono/node-server and zod.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const require = createRequire(join(process.cwd(), 'here.js'))
const load = async (name) => import(pathToFileURL(require.resolve(name)).href)
process.env.MASTRA_TELEMETRY_DISABLED = '1'
const [{ Mastra }, { Agent }, { createTool }, { LibSQLStore }, { MastraStorageExporter, Observability }] = await Promise.all([
  load('@mastra/core/mastra'),
  load('@mastra/core/agent'),
  load('@mastra/core/tools'),
  load('@mastra/libsql'),
  load('@mastra/observability'),
])
const [{ Hono }, { serve }, { MastraServer }, { z }] = await Promise.all([
  load('hono'),
  load('@hono/node-server'),
  load('@mastra/hono'),
  load('zod'),
])

const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 }
/** Answers "ok" at once; where it has a tool and no result yet, it calls the tool. */
const stub = (withTool) => {
  const parts = ({ prompt }) =>
    withTool && prompt.at(-1)?.role !== 'tool'
      ? { content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'add', input: '{"a":1,"b":2}' }], finishReason: 'tool-calls' }
      : { content: [{ type: 'text', text: 'ok' }], finishReason: 'stop' }
  return {
    ...{ specificationVersion: 'v2', provider: 'stub', modelId: 'stub', supportedUrls: {} },
    doGenerate: async (prompt) => ({ ...parts(prompt), usage, warnings: [] }),
    async doStream(prompt) {
      const { content, finishReason } = parts(prompt)
      const [first] = content
      const said =
        first.type === 'text'
          ? [
              { type: 'text-start', id: '1' },
              { type: 'text-delta', id: '1', delta: 'ok' },
              { type: 'text-end', id: '1' },
            ]
          : [first]
      return {
        stream: ReadableStream.from([{ type: 'stream-start', warnings: [] }, ...said, { type: 'finish', finishReason, usage }]),
      }
    },
  }
}
const add = createTool({
  ...{ id: 'add', description: 'add' },
  inputSchema: z.object({ a: z.number(), b: z.number() }),
  outputSchema: z.object({ sum: z.number() }),
  execute: async (input) => ({ sum: (input.a ?? input.context?.a) + (input.b ?? input.context?.b) }),
})
const mastra = new Mastra({
  agents: {
    plain: new Agent({ id: 'plain', name: 'plain', instructions: 'x', model: stub(false) }),
    tooler: new Agent({ id: 'tooler', name: 'tooler', instructions: 'x', model: stub(true), tools: { add } }),
  },
  tools: { add },
  logger: false,
  storage: new LibSQLStore({ id: 'turns', url: `file:${join(process.env.DATA_DIR, 'turns.db')}` }),
  observability: new Observability({ configs: { default: { serviceName: 'peer', exporters: [new MastraStorageExporter()] } } }),
})
await mastra.getStorage().init()
const app = new Hono()
await new MastraServer({ app, mastra }).init()
await new Promise((resolve) => serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' }, resolve))
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpu: (user + system) / 1e6, rss: process.resourceUsage().maxRSS / 1024 })
})
process.send?.('ready')
