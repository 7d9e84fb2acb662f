import type { Metrics } from '../metrics.ts'
import type { App } from './app.ts'

/** One line and one observation a request, by its route's pattern: neither the query nor the headers are written. */
export function addAccessLog(app: App, metrics: Metrics | undefined): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unmatched'
    const status = reply.raw.statusCode
    const seconds = reply.elapsedTime / 1000
    metrics?.httpDuration.observe({ method: request.method, route, status: String(status) }, seconds)
    const line = {
      method: request.method,
      route,
      status,
      durationMs: Math.round(reply.elapsedTime * 10) / 10,
      key: request.caller?.keyName,
    }
    if (request.routeOptions.config.unlimited) request.log.debug(line, 'request')
    else request.log.info(line, 'request')
  })
}
