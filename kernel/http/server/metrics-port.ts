import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ApiError, messageOf } from '../../runtime/errors.ts'
import { type Health, notReady } from '../../runtime/health.ts'
import type { Logger } from '../../runtime/log.ts'
import type { Metrics } from '../../runtime/metrics.ts'
import { requestIdOf } from '../app/request-context.ts'
import { securityHeaders } from '../app/security-headers.ts'
import { errorBody, pathOf } from '../reply/error-body.ts'

/** Who measures and supervises is few. */
const MAX_CONNECTIONS = 100
const TIMEOUT_MS = 10_000

export interface MetricsPort {
  /** `http://host:port`, the port that was picked where 0 was asked for. */
  readonly address: string
  close(): Promise<void>
}

export interface MetricsPortOptions {
  readonly host: string
  readonly port: number
  readonly metrics: Metrics
  readonly health: Health
  /** True once the process is on its way out. */
  readonly stopping: () => boolean
  readonly log: Logger
}

interface Answer {
  readonly type: string
  readonly body: string
}

/**
 * The port at which any process, a worker too, tells its metrics, that it lives and whether it is ready. Nobody is asked who they are:
 * it tells counts, times and names of parts, and stays on the loopback address unless METRICS_HOST says otherwise. Error when it cannot listen.
 */
export async function openMetricsPort(options: MetricsPortOptions): Promise<MetricsPort> {
  const { host, port, log } = options
  const server = createServer({ requestTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS }, (request, response) => {
    const { method = '' } = request
    answer(request, options).then(
      ({ type, body }) => send(response, method, 200, { 'content-type': type }, body),
      (thrown) => refuse(request, response, thrown, log),
    )
  })
  server.maxConnections = MAX_CONNECTIONS
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve)).catch((error) => {
    throw new Error(`METRICS_HOST, METRICS_PORT: ${host}:${port} cannot be listened on (${messageOf(error)})`, { cause: error })
  })
  const { address, family, port: taken } = server.address() as AddressInfo
  return {
    address: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const json = (value: unknown): Answer => ({ type: 'application/json; charset=utf-8', body: JSON.stringify(value) })

async function answer(request: IncomingMessage, { metrics, health, stopping }: MetricsPortOptions): Promise<Answer> {
  const timestamp = new Date().toISOString()
  const routes: Record<string, () => Answer | Promise<Answer>> = {
    '/metrics': async () => ({ type: metrics.registry.contentType, body: await metrics.registry.metrics() }),
    '/api/health/live': () => json({ status: 'alive', timestamp }),
    '/api/health/ready': async () => {
      if (stopping()) throw notReady('the process is stopping')
      const report = await health.check()
      if (report.status === 'unhealthy') throw notReady('a dependency does not answer', report)
      return json({ status: 'ready', timestamp })
    },
  }
  const path = pathOf(request.url ?? '')
  const route = Object.hasOwn(routes, path) ? routes[path] : undefined
  if (!route) throw new ApiError('not_found', `nothing is at ${path}; this port has ${Object.keys(routes).join(', ')}`)
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new ApiError('method_not_allowed', `${path} does not answer ${request.method}`, { headers: { allow: 'GET, HEAD' } })
  return route()
}

function refuse(request: IncomingMessage, response: ServerResponse, thrown: unknown, log: Logger): void {
  const error = thrown instanceof ApiError ? thrown : new ApiError('internal', 'the process could not tell', { cause: thrown })
  if (error !== thrown) log.error({ error: messageOf(thrown), path: pathOf(request.url ?? '') }, 'the metrics port failed')
  const requestId = requestIdOf(request.headers)
  const about = { requestId, url: request.url ?? '', method: request.method ?? '', now: new Date() }
  const headers = { ...error.headers, 'content-type': 'application/json; charset=utf-8', 'x-request-id': requestId }
  send(response, request.method ?? '', error.status, headers, JSON.stringify(errorBody(error, about)))
}

function send(response: ServerResponse, method: string, status: number, headers: Record<string, string>, body: string): void {
  response.writeHead(status, {
    ...securityHeaders,
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(body),
    ...headers,
  })
  response.end(method === 'HEAD' ? undefined : body)
}
