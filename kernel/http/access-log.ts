import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from '../metrics.ts'
import type { App } from './app.ts'

/**
 * One line a request, and one observation of its latency, by its route's pattern: neither the query nor the headers are written.
 * Event streams last as long as their reader, so they are logged but not measured.
 */
export function addAccessLog(app: App, metrics: Metrics | undefined): void {
  const finish = (request: FastifyRequest, reply: FastifyReply, how: { cut?: true }) => {
    const route = request.routeOptions.url ?? 'unmatched'
    const status = reply.raw.statusCode
    const isStream = String(reply.raw.getHeader('content-type') ?? '').startsWith('text/event-stream')
    if (!isStream) metrics?.httpDuration.observe({ method: request.method, route, status: String(status) }, reply.elapsedTime / 1000)
    const durationMs = Math.round(reply.elapsedTime * 10) / 10
    const line = { method: request.method, route, status, durationMs, key: request.caller?.keyName, ...how }
    if (request.routeOptions.config.unlimited) request.log.debug(line, 'request')
    else request.log.info(line, 'request')
  }
  app.addHook('onRequest', async (request, reply) => {
    // a client that leaves early never makes the reply finish, so onResponse does not come
    reply.raw.once('close', () => {
      if (!reply.raw.writableEnded) finish(request, reply, { cut: true })
    })
  })
  app.addHook('onResponse', async (request, reply) => finish(request, reply, {}))
}
