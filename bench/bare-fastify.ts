// Fastify and nothing else, for bench/edge.ts: one route that answers a held body, or 304, and one that tells the processor time.
// Arguments: path, entity tag, body.
import { fastify } from 'fastify'

const [path = '/', etag = '', body = ''] = process.argv.slice(2)
const app = fastify()
app.get(path.replace(/[^/]+$/, ':id'), async (request, reply) => {
  reply.header('etag', etag).header('cache-control', 'no-cache')
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(body)
})
app.get('/metrics', async () => {
  const { user, system } = process.cpuUsage()
  return `process_cpu_seconds_total ${(user + system) / 1e6}\n`
})
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
