// The clients of bench/chat.ts, in a process of their own: hold many streamed chats open at once. The task is JSON in the first
// argument, the result JSON on the last line.
import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'

const taskSchema = z.object({
  url: z.string(),
  /** One stream in ten more goes to the model itself: what the machine and this process add to every time. */
  model: z.string(),
  keys: z.array(z.string()),
  clients: z.number(),
  /** Seconds of a chat: the clients begin evenly over this time. */
  chatSeconds: z.number(),
  seconds: z.number(),
  tokens: z.number(),
})
const task = taskSchema.parse(JSON.parse(process.argv[2] ?? '{}'))
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

interface Seen {
  readonly first: number[]
  readonly gaps: number[]
  complete: number
  broken: number
}
const seen = (): Seen => ({ first: [], gaps: [], complete: 0, broken: 0 })
const chats = seen()
const direct = seen()

/** One streamed call: when its first token came, and the longest time between two. */
function call(url: string, headers: Record<string, string>, body: object, into: Seen, isLast: (text: string) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const sent = performance.now()
    let last = 0
    let gap = 0
    let tail = ''
    const req = request(url, { method: 'POST', agent, headers: { 'content-type': 'application/json', ...headers } }, (res) => {
      res.setEncoding('utf8')
      res.on('data', (text: string) => {
        const now = performance.now()
        if (text.startsWith('data:')) {
          if (last === 0) into.first.push(now - sent)
          else gap = Math.max(gap, now - last)
          last = now
        }
        tail = (tail + text).slice(-20_000)
      })
      res.once('close', () => {
        into.gaps.push(gap)
        if (res.statusCode === 200 && isLast(tail)) into.complete++
        else into.broken++
        resolve()
      })
    })
    req.once('error', () => {
      into.broken++
      resolve()
    })
    req.end(JSON.stringify(body))
  })
}

const end = performance.now() + (task.chatSeconds + task.seconds) * 1000
async function client(i: number): Promise<void> {
  await delay((i / task.clients) * task.chatSeconds * 1000)
  const headers = { 'ocp-apim-subscription-key': task.keys[i % task.keys.length]! }
  while (performance.now() < end) {
    const body = { question: `Of what was the wheel of mill ${i} built?`, stream: true }
    await call(`${task.url}/api/v2/flexible_chat`, headers, body, chats, (tail) => tail.includes('event: done'))
  }
}
async function control(i: number): Promise<void> {
  await delay((i / task.clients) * task.chatSeconds * 10_000)
  const body = { model: 'm', stream: true, messages: [{ role: 'user', content: 'q' }] }
  while (performance.now() < end) await call(`${task.model}/v1/chat/completions`, {}, body, direct, (tail) => tail.includes('[DONE]'))
}

await Promise.all([
  ...Array.from({ length: task.clients }, (_, i) => client(i)),
  ...Array.from({ length: Math.ceil(task.clients / 10) }, (_, i) => control(i)),
])
process.stdout.write(`${JSON.stringify({ chats, direct })}\n`)
agent.destroy()
