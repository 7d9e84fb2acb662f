import type { IncomingMessage } from 'node:http'
import { beginWork, isTracing, type TracedWork } from '../../runtime/trace.ts'
import { pathOf } from '../reply/error-body.ts'
import type { App } from './app.ts'
import { traceparentOf } from './request-context.ts'

interface RequestTrace {
  readonly work: TracedWork
  /** Context for logs, records and calls that the request causes. */
  readonly traceparent: string
}

/** Under which a raw request keeps its trace: a table beside it would be one more thing for each collection of garbage to walk. */
const TRACE = Symbol('trace')
type Traced = Pick<IncomingMessage, 'headers' | 'method'> & { [TRACE]?: RequestTrace }

/** The trace of a raw request, begun when it is first asked for: the caller's continued, or a new one. */
export function requestTrace(raw: Traced): RequestTrace {
  if (raw[TRACE]) return raw[TRACE]
  const given = traceparentOf(raw.headers)
  const continued = raw.headers.traceparent !== undefined && String(raw.headers.traceparent).includes(given.slice(3, 35))
  const work = beginRequestSpan(raw, continued ? given : undefined)
  const made = { work, traceparent: work.traceparent ?? given }
  raw[TRACE] = made
  return made
}

const beginRequestSpan = ({ method = 'request' }: Pick<IncomingMessage, 'method'>, parent: string | undefined): TracedWork =>
  beginWork(method, { ...(parent === undefined ? {} : { parent }), kind: 'SERVER' })

/** Names and ends the span of a request. */
function endRequestSpan(
  { span, end }: TracedWork,
  about: { method: string; route?: string; path: string; scheme: string; status: number; id: string },
): void {
  if (span.isRecording()) {
    const { method, route, path, scheme, status, id } = about
    span.updateName(route ? `${method} ${route}` : method)
    span.setAttributes({
      'http.request.method': method,
      ...{ 'url.path': path, 'url.scheme': scheme },
      ...(route ? { 'http.route': route } : {}),
      'http.response.status_code': status,
      'millrace.request_id': id,
    })
  }
  // the conventions have the status as the type of such an error
  end(about.status >= 500 ? Object.assign(new Error(`answered with ${about.status}`), { code: String(about.status) }) : undefined)
}

/** Ends each request's span with its reply, named by the route's pattern. */
export function addRequestSpans(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    const work = isTracing() ? requestTrace(request.raw).work : undefined
    if (work?.span.isRecording())
      reply.raw.once('close', () => {
        const { method, id, protocol: scheme } = request
        const [route, path] = [request.routeOptions.url, pathOf(request.url)]
        endRequestSpan(work, { method, route, path, scheme, status: reply.raw.statusCode, id })
      })
    done()
  })
}
