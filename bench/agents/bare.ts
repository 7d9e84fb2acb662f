// What Fastify with a zod schema costs alone: the same addition, with nothing in front of it and nothing kept.
import fastify from 'fastify'
import { z } from 'zod'

const input = z.object({ data: z.object({ a: z.number(), b: z.number() }) })
const app = fastify()
app.post('/add', (request) => {
  const { data } = input.parse(request.body)
  return { sum: data.a + data.b }
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpu: (user + system) / 1e6, rss: process.resourceUsage().maxRSS / 1024 })
})
process.send?.('ready')
