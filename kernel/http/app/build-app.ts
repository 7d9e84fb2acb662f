import { type FastifyBaseLogger, type FastifyRequest, fastify, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { toldTo } from '../../access/roles.ts'
import { accessSchema } from '../../config/access-config.ts'
import type { Config } from '../../config/config.ts'
import { type Logger, lazyChildren } from '../../runtime/log.ts'
import type { Metrics } from '../../runtime/metrics.ts'
import { openFilesLimit } from '../../runtime/open-files.ts'
import { addBodyParsers } from '../body/body-parsers.ts'
import { addHeldBodies, addHeldFiles, addHeldReplies } from '../body/held-bodies.ts'
import { addFormParser } from '../body/multipart.ts'
import { createIdentify, type Identify } from '../identity/auth.ts'
import type { AuthEnv } from '../identity/credentials.ts'
import { createSignInWay, type SignInEnv } from '../identity/sign-in-way.ts'
import { createMemoryCounter, type RateCounter } from '../limits/limits.ts'
import { addOpenApi } from '../openapi/openapi.ts'
import { replyClientError, replyError, replyExpectation } from '../reply/error-reply.ts'
import { composedPages } from '../reply/pages.ts'
import { boundConnections, type ConnectionBounds, connectionBounds } from '../server/bound-connections.ts'
import { dropUnread } from '../server/drop-unread.ts'
import { closeStreams } from '../sse/sse.ts'
import { addAccessLog } from './access-log.ts'
import type { App } from './app.ts'
import { addChangeRules } from './change-rules.ts'
import type { Family } from './family.ts'
import { familyRules } from './family-rules.ts'
import { addGate } from './gate.ts'
import { addGiveWay } from './give-way.ts'
import { hideQuery } from './hide-query.ts'
import { addKnownQuery } from './known-query.ts'
import { createKnownRoutes, MAX_PARAM_LENGTH } from './known-routes.ts'
import { noteOperations } from './operations.ts'
import { requestIdOf } from './request-context.ts'
import { addRequestSpans, requestTrace } from './request-span.ts'
import { securityHeaders } from './security-headers.ts'

/** JSON bodies; routes that read more say so with `bodyLimit`. */
const BODY_LIMIT = 1_048_576
/** Longest time in which a whole request must arrive: 100 MB at 3 Mbit/s. */
const REQUEST_TIMEOUT_MS = 300_000
const HEADERS_TIMEOUT_MS = 15_000
/** What asks database and blobs before the first request may take as long as these do on a busy machine: a start that ends begins the same again. */
const READY_TIMEOUT_MS = 120_000
/** What running requests have when the server stops. */
const CLOSE_GRACE_MS = 1_500

export interface BuildAppOptions {
  readonly env: AuthEnv & SignInEnv & { readonly RATE_LIMIT_PER_MINUTE: number }
  readonly log: Logger
  /** Who claims which paths, asks what of their callers, and has which pages. */
  readonly families: readonly Family[]
  /** What keys and claims allow; absent: what they allow where nothing is configured. */
  readonly config?: Pick<Config, 'access'>
  readonly metrics?: Metrics
  /** Replaces the token and key check in tests of other parts. */
  readonly identify?: Identify
  /** Replaces the counter in this process. */
  readonly counter?: RateCounter
  /** Replaces what follows from the files that this process may have open. */
  readonly connections?: ConnectionBounds
  /** Puts a counter that several edges share before the one in this process. */
  readonly shareCounter?: (inProcess: RateCounter) => RateCounter
}

/**
 * The edge's Fastify instance: request ids, identity, limits, security headers, parsers and the one error body. Every route that is
 * registered on it must say who may call it (`config.access`).
 */
export async function buildApp(options: BuildAppOptions): Promise<App> {
  const { env, log, metrics, families } = options
  const rules = familyRules(families)
  const app = createServer(log)
  app.server.on('checkExpectation', replyExpectation)
  hideQuery(app.server, rules.secretQuery)
  const connections = options.connections ?? connectionBounds(openFilesLimit())
  dropUnread(app.server)
  boundConnections(app.server, connections, log)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  const config = options.config ?? { access: accessSchema.parse(undefined) }
  app.setErrorHandler((thrown, request, reply) =>
    replyError(thrown, request, reply, (error) =>
      request.caller && request.routeOptions.config.access !== 'open'
        ? toldTo(request.caller, error, env.ADMIN_ROLE, config)
        : error.message,
    ),
  )
  const routes = createKnownRoutes()
  app.addHook('onRoute', (route) => {
    if (route.config?.access === undefined)
      throw new Error(`${route.method} ${route.url}: config.access is missing; every route says who may call it`)
    routes.remember(route)
  })
  noteOperations(app)
  app.decorateRequest('traceparent', {
    getter(this: FastifyRequest) {
      return requestTrace(this.raw).traceparent
    },
  })
  app.decorateRequest('caller', null as never) // set before any handler, by the gate
  addBodyParsers(app)
  addFormParser(app)
  await addOpenApi(app, rules)
  const keys = Boolean(env.SUBSCRIPTION_KEYS)
  const tokens = Boolean(env.OIDC_JWKS_URL || env.OIDC_ISSUER)
  app.decorate(
    'pages',
    composedPages(
      families.flatMap(({ pages = [] }) => pages),
      { open: !keys && !tokens, keys, tokens, signIn: createSignInWay(env) },
    ),
  )
  const identify = options.identify ?? createIdentify(env)
  const own = env.RATE_LIMIT_PER_MINUTE === 0 ? undefined : createMemoryCounter(env.RATE_LIMIT_PER_MINUTE)
  const counter = options.counter ?? (own && options.shareCounter?.(own)) ?? own
  addRequestSpans(app)
  addAccessLog(app, log, metrics)
  addGate(app, { identify, counter, routes, rules })
  addHeldBodies(app)
  addHeldFiles(app, connections.files)
  addHeldReplies(app)
  addGiveWay(app)
  addChangeRules(app, { rules, env, config })
  addKnownQuery(app)
  endConnectionsOnClose(app)
  return app
}

/** Fastify with the limits of its parsers and connections, and without its own request log. */
function createServer(log: Logger): App {
  const childOf = lazyChildren(log)
  return fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: (raw) => requestIdOf(raw.headers),
    childLoggerFactory: (_logger, bindings, _opts, raw) => childOf(() => ({ ...bindings, traceparent: requestTrace(raw).traceparent })),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    pluginTimeout: READY_TIMEOUT_MS,
    // a request without a host is refused by the gate, as Node would say no more than that it is bad
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 5_000, requireHostHeader: false },
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      replyError(error, request, reply.headers(securityHeaders).header('x-request-id', request.id))
    },
    clientErrorHandler: replyClientError,
  })
}

/** Streams end at once and idle connections too; running requests have a moment, then their connections are cut. */
function endConnectionsOnClose(app: App): void {
  let cut: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    closeStreams(app.server)
    cut = setTimeout(() => app.server.closeAllConnections(), CLOSE_GRACE_MS)
  })
  app.addHook('onClose', async () => clearTimeout(cut))
}
