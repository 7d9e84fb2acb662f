import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from '../../runtime/log.ts'
import type { Metrics } from '../../runtime/metrics.ts'
import type { App } from './app.ts'

/** A request that is over. */
interface FinishedRequest {
  readonly method: string
  /** The route's pattern; neither the query nor the headers are told. */
  readonly route: string
  readonly status: number
  readonly ms: number
  /** Name of the caller's key. */
  readonly key: string | undefined
  /** The client left before its reply was whole. */
  readonly cut?: true
}

/** The line of a request in the log. */
const requestLine = ({ ms, ...rest }: FinishedRequest) => ({ ...rest, durationMs: Math.round(ms * 10) / 10 })

/**
 * One line a request, and one observation of its latency. Probes and answers that say "you have it already" are lines for debugging:
 * thousands of clients that poll would bury the others.
 */
export function addAccessLog(app: App, log: Pick<Logger, 'isLevelEnabled'>, metrics: Metrics | undefined): void {
  const finish = (request: FastifyRequest, reply: FastifyReply, how?: { readonly cut: true }) => {
    const { url: route = 'unmatched', config } = request.routeOptions
    const { method } = request
    const status = reply.raw.statusCode
    const ms = reply.elapsedTime
    // Event streams last as long as their reader, so they are logged but not measured.
    const isStream = String(reply.raw.getHeader('content-type') ?? '').startsWith('text/event-stream')
    if (!isStream) metrics?.httpDuration.observe({ method, route, status: String(status) }, ms / 1000)
    const level = config.unlimited || status === 304 ? 'debug' : 'info'
    if (log.isLevelEnabled(level))
      request.log[level](requestLine({ method, route, status, ms, key: request.caller?.keyName, ...how }), 'request')
  }
  app.addHook('onRequest', (request, reply, done) => {
    // a client that leaves early never makes the reply finish, so onResponse does not come
    reply.raw.on('close', () => {
      if (!reply.raw.writableEnded) finish(request, reply, { cut: true })
    })
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    finish(request, reply)
    done()
  })
}
