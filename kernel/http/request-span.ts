import type { IncomingMessage } from 'node:http'
import { beginWork, type TracedWork } from '../trace.ts'
import type { App } from './app.ts'
import { traceparentOf } from './request-context.ts'

interface RequestTrace {
  readonly work: TracedWork
  /** Context for logs, records and calls that the request causes. */
  readonly traceparent: string
}

const traces = new WeakMap<object, RequestTrace>()

/** The trace of a raw request, begun when it is first asked for: the caller's continued, or a new one. */
export function requestTrace(raw: Pick<IncomingMessage, 'headers' | 'method'>): RequestTrace {
  const known = traces.get(raw)
  if (known) return known
  const given = traceparentOf(raw.headers)
  const continued = String(raw.headers.traceparent ?? '').includes(given.slice(3, 35))
  const work = beginWork(raw.method ?? 'request', { ...(continued ? { parent: given } : {}), kind: 'SERVER' })
  const made = { work, traceparent: work.traceparent ?? given }
  traces.set(raw, made)
  return made
}

/** Ends each request's span with its reply, named by the route's pattern. */
export function addRequestSpans(app: App): void {
  app.addHook('onRequest', async (request, reply) => {
    const { work } = requestTrace(request.raw)
    reply.raw.once('close', () => {
      const route = request.routeOptions.url
      const status = reply.raw.statusCode
      work.span.updateName(route ? `${request.method} ${route}` : request.method)
      work.span.setAttributes({
        'http.request.method': request.method,
        ...(route ? { 'http.route': route } : {}),
        'http.response.status_code': status,
        'millrace.request_id': request.id,
      })
      work.end(status >= 500 ? new Error(`answered with ${status}`) : undefined)
    })
  })
}
