// The model of bench/chat.ts, in a process of its own: an OpenAI-compatible endpoint with one fixed answer. Its task is JSON in the
// first argument; prints its address.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

const taskSchema = z.object({
  /** Milliseconds before the first token of a stream. */
  first: z.number(),
  /** Milliseconds between two tokens. */
  pace: z.number(),
  tokens: z.number(),
})
const task = taskSchema.parse(JSON.parse(process.argv[2] ?? '{}'))

const WORDS = 'The wheel of the mill was built of oak and turns with the water of the brook below the old bridge .'.split(' ')
const wordAt = (i: number): string => `${WORDS[i % WORDS.length]} `
const usage = { prompt_tokens: 400, completion_tokens: task.tokens, total_tokens: 400 + task.tokens }
const whole = JSON.stringify({
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'The wheel was built of oak. [1]' } }],
  usage,
})
const frame = (part: object) => `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', ...part })}\n\n`
const frames = Array.from({ length: task.tokens }, (_, i) =>
  frame({ choices: [{ index: 0, delta: { content: wordAt(i) }, finish_reason: null }] }),
)
const end = `${frame({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}${frame({ choices: [], usage })}data: [DONE]\n\n`

/** Each token at its moment, counted from the request, so that a late timer does not delay those behind it. */
function stream(res: ServerResponse): void {
  const started = performance.now() + task.first
  let sent = 0
  res.writeHead(200, { 'content-type': 'text/event-stream' })
  res.flushHeaders()
  const next = () => {
    if (res.destroyed) return
    for (; sent < frames.length && performance.now() >= started + sent * task.pace - 0.5; sent++) res.write(frames[sent])
    if (sent === frames.length) res.end(end)
    else setTimeout(next, Math.max(0, started + sent * task.pace - performance.now()))
  }
  setTimeout(next, task.first)
}

const server = createServer((req, res) => {
  let body = ''
  req.setEncoding('utf8')
  req.on('data', (piece: string) => {
    body += piece
  })
  req.on('end', () => {
    if (req.method === 'GET') return void res.end('{"object":"list","data":[]}')
    if (/"stream":\s*true/.test(body)) return stream(res)
    res.writeHead(200, { 'content-type': 'application/json' }).end(whole)
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`))
process.once('SIGTERM', () => process.exit(0))
