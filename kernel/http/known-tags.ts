import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { ApiError } from '../errors.ts'
import type { Logger } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { isTracing } from '../trace.ts'
import { type FinishedRequest, requestLine } from './access-log.ts'
import type { Access, Caller } from './app.ts'
import type { Identify } from './auth.ts'
import { type Budget, budgetHeaders, type Counted, countedNames } from './limits.ts'
import { rememberLastCaller } from './remember-callers.ts'
import { requestIdOf } from './request-context.ts'
import { endRequestSpan, requestTrace } from './request-span.ts'

/** A route that can say the entity tag of what it would answer without asking anyone. */
export interface KnownTags {
  /** The route's pattern, which ends in its one parameter. */
  readonly route: string
  readonly access: Access
  /** The tag of what this caller would get for the parameter's value; undefined where it is not known at once, or not for this caller. */
  readonly tagOf: (value: string, caller: Caller) => string | undefined
}

export interface KnownTagParts {
  readonly identify: Identify
  /** Counts at once, in this process. */
  readonly counter: { count(counted: Counted): Budget } | undefined
  readonly metrics: Metrics | undefined
  readonly log: Logger
}

interface Route extends KnownTags {
  /** What stands before the parameter. */
  readonly prefix: string
  readonly count: () => void
}

interface Edge extends Omit<KnownTagParts, 'identify'> {
  readonly routes: readonly Route[]
  readonly identify: ReturnType<typeof rememberLastCaller>
}

const adders = new WeakMap<Server, (tags: KnownTags) => void>()

/** Lets a route's revalidations be answered before routing, where the server does that. */
export function answerFromTags(server: Server, tags: KnownTags): void {
  adders.get(server)?.(tags)
}

/**
 * Answers the one request that thousands of clients repeat, "is what I have still so?", without routing, hooks and parsing. Identity,
 * limit, request id, span and log are those of every request; it is counted apart, and not timed. What is not certain at once goes
 * the whole way.
 */
export function addKnownTags(server: Server, parts: KnownTagParts): void {
  const routes: Route[] = []
  adders.set(server, (tags) => {
    const count = parts.metrics?.countUnchanged(tags.route) ?? (() => {})
    routes.push({ ...tags, prefix: tags.route.replace(/:[^/]+$/, ''), count })
  })
  const edge: Edge = { ...parts, routes, identify: rememberLastCaller(parts.identify) }
  const whole = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request, reply) => {
    if (server.listening && answered(request, reply, edge)) return
    for (const listener of whole) listener.call(server, request, reply)
  })
}

function answered(request: IncomingMessage, reply: ServerResponse, { routes, identify, counter, log }: Edge): boolean {
  const { method, url = '', headers } = request
  const etag = headers['if-none-match']
  if (etag === undefined || method !== 'GET') return false
  const route = routes.find(({ prefix }) => url.startsWith(prefix))
  if (!route) return false
  const told = isTracing() || log.isLevelEnabled('debug')
  const started = told ? performance.now() : 0
  const caller = knownCaller(identify, request, route.access)
  if (!caller || route.tagOf(url.slice(route.prefix.length), caller) !== etag) return false
  const budget = counter?.count(countedNames({ caller, ip: request.socket.remoteAddress ?? '' }))
  if (budget?.exceeded) return false
  const id = requestIdOf(headers)
  // The security headers are those of the reply that the client has: a 304 leaves them as they are (RFC 9111 §4.3.4). The budget
  // is told once it matters: each header costs two hundredths of the whole answer.
  const head = ['x-request-id', id, 'etag', etag, 'cache-control', 'no-cache']
  if (budget && budget.remaining < budget.limit / 2)
    for (const [name, value] of Object.entries(budgetHeaders(budget))) head.push(name, value)
  reply.writeHead(304, head).end()
  route.count()
  if (told) tell(request, id, { method, route: route.route, status: 304, ms: performance.now() - started, key: caller.keyName }, log)
  return true
}

/** Undefined where the caller is refused, which the whole way does, or its token must be checked first. */
function knownCaller(identify: Edge['identify'], request: IncomingMessage, access: Access): Caller | undefined {
  try {
    const caller = identify(request, access)
    if (!(caller instanceof Promise)) return caller
    caller.catch(() => {}) // asked again, and answered, on the whole way
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
  return undefined
}

function tell(request: IncomingMessage, id: string, finished: FinishedRequest, log: Logger): void {
  const { work, traceparent } = requestTrace(request)
  endRequestSpan(work, { ...finished, id })
  log.debug({ requestId: id, traceparent, ...requestLine(finished) }, 'request')
}
