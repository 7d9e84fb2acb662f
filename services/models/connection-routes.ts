import { z } from 'zod'
import { ownEmbedderOf } from '../../kernel/connections/connected-embedder.ts'
import { isFurtherEmbedder, kindOf } from '../../kernel/connections/connection-store.ts'
import type { Endpoint, HeldConnection, KeySource } from '../../kernel/connections/connections.ts'
import { embedderOf } from '../../kernel/embed/embedder-of.ts'
import type { App } from '../../kernel/http/app/app.ts'
import { leaving } from '../../kernel/http/sse/leaving.ts'
import { modelAliases, modelNameOf } from '../../kernel/llm/aliases.ts'
import { intendedUrl } from '../../kernel/net/intended-address.ts'
import { vectorsOf } from '../../kernel/retrieve/query-vector.ts'
import { ApiError } from '../../kernel/runtime/errors.ts'
import { vectorFieldOf } from '../../kernel/search/index-spec.ts'
import type { IndexSpec } from '../../kernel/search/search.ts'
import type { EdgeContext } from '../../kernel/service.ts'
import { connectionBodySchema, connectionsSchema, nameSchema, probeBodySchema, probeSchema } from './connection-schemas.ts'
import type { LocalServer } from './local-servers.ts'
import { type Probe, probeServer } from './probe-server.ts'

const ROOT = '/api/v2/models/connections'
const config = { access: 'admin' } as const
const params = z.object({ name: nameSchema })
const ASK_MS = 60_000

interface GivenKey {
  readonly api_key?: string | undefined
  readonly api_key_env?: string | undefined
  readonly keep_key?: boolean | undefined
}

/** What is connected, and the changes of it. `found`: model servers that a look at this machine found. */
export function connectionRoutes(app: App, ctx: EdgeContext, found: () => readonly LocalServer[]): void {
  const { ports, env } = ctx
  const shown = () => describe(ctx, found())
  app.get(
    ROOT,
    {
      config,
      schema: {
        operationId: 'listModelConnections',
        summary: 'List connections to model servers, and servers that can be connected',
        response: { 200: connectionsSchema },
      },
    },
    shown,
  )

  app.post(
    `${ROOT}/test`,
    {
      config,
      schema: {
        operationId: 'testModelServer',
        summary: 'Test a model server',
        description:
          'Nothing is kept. The address may be one of this machine or of a private network, because models run there; link-local and metadata addresses are refused. A server that fails is told in the reply, with 200.',
        idempotent: false,
        body: probeBodySchema,
        response: { 200: probeSchema },
      },
    },
    async (request, reply) => {
      const { kind, base_url, model, name = kind, ...key } = request.body
      const baseUrl = addressOf(base_url)
      const apiKey = keyNow(ctx, name, baseUrl, key)
      const endpoint: Endpoint = { baseUrl, ...(apiKey === undefined ? {} : { apiKey }) }
      return told(await probeServer({ kind, endpoint, model, signal: leaving(reply) }))
    },
  )

  app.put(
    `${ROOT}/:name`,
    {
      config,
      schema: {
        operationId: 'putModelConnection',
        summary: 'Connect a model server or change its connection',
        description:
          'Holds in every process within a second. `embeddings` is asked for one vector, to know how long they are; 502 where it gives none. An alias has one connection: it is taken from whichever served it before. The key is kept encrypted in the database, on no topic and in no reply.',
        errors: ['upstream_failed', 'conflict'],
        params,
        body: connectionBodySchema,
        response: { 200: connectionsSchema },
      },
    },
    async (request, reply) => {
      const { name } = request.params
      const { base_url, model, serves = {}, ...key } = request.body
      const base = addressOf(base_url)
      const kind = kindOf(name)
      checkServes(ctx, kind, serves)
      if (kind === 'embeddings' && model === undefined) throw fault('model', 'is needed: what the server calls the embedding model')
      const apiKey = keyNow(ctx, name, base, key)
      const endpoint: Endpoint = { baseUrl: base, ...(apiKey === undefined ? {} : { apiKey }) }
      const dimensions = kind === 'embeddings' ? await dimensionsOf({ kind, endpoint, model, signal: leaving(reply) }) : null
      const at = new Date(ports.clock.now()).toISOString()
      const { actor } = request.caller
      const kept = { name, base_url: base, model: kind === 'answers' ? null : (model ?? null), dimensions, serves, actor, at }
      await requireUnused(ctx, name, kept)
      await ports.connections.put({ ...kept, key: sourceOf(key) })
      await fitEmptyIndexes(ctx)
      askOnce(ctx, serves)
      ctx.log.info({ connection: name, kind, actor, serves }, 'a model server was connected')
      return shown()
    },
  )

  app.delete(
    `${ROOT}/:name`,
    {
      config,
      schema: {
        operationId: 'removeModelConnection',
        summary: 'Disconnect a model server',
        description: 'Its key is removed. What config.yaml and the environment say holds again.',
        errors: ['not_found', 'conflict'],
        params,
        response: { 200: connectionsSchema },
      },
    },
    async (request) => {
      const { name } = request.params
      await requireUnused(ctx, name)
      if (!(await ports.connections.remove(name))) throw new ApiError('not_found', `there is no connection named ${name}`)
      await fitEmptyIndexes(ctx)
      ctx.log.info({ connection: name, actor: request.caller.actor }, 'a model server was disconnected')
      return shown()
    },
  )

  /** The key that a call is made with at this moment. ApiError invalid_request where there is none of that kind. */
  function keyNow({ ports: { connections } }: EdgeContext, name: string, baseUrl: string, { api_key, api_key_env, keep_key }: GivenKey) {
    if (api_key_env !== undefined) {
      const value = env.secretOf(api_key_env)
      if (!value)
        throw fault('api_key_env', `${api_key_env} is not set in the environment of the server, or is no single line of plain characters`)
      return value
    }
    if (!keep_key) return api_key
    const before = connections.list().find((connection) => connection.name === name)
    if (before?.base_url !== baseUrl) throw fault('keep_key', 'the kept key belongs to another address; give it again')
    if ('problem' in before) throw fault('keep_key', before.problem)
    return before.endpoint.apiKey
  }
}

const fault = (field: string, message: string) => new ApiError('invalid_request', `${field}: ${message}`, { details: { field } })

/** An address as it is kept. ApiError invalid_request where it must not be called. */
function addressOf(text: string): string {
  const intended = intendedUrl(text.includes('://') ? text : `http://${text}`)
  if ('problem' in intended) throw fault('base_url', intended.problem)
  return intended.url.href.replace(/\/+$/, '')
}

const sourceOf = ({ api_key, api_key_env, keep_key }: GivenKey): KeySource =>
  api_key !== undefined ? { value: api_key } : api_key_env !== undefined ? { env: api_key_env } : keep_key ? 'kept' : 'none'

function checkServes({ ports }: EdgeContext, kind: string, serves: Readonly<Record<string, string>>): void {
  const aliases = Object.keys(serves)
  if (kind !== 'answers') {
    if (aliases.length > 0) throw fault('serves', `${kind} serves no alias of a language model`)
    return
  }
  if (aliases.length === 0) throw fault('serves', 'names at least one alias, with what the server calls its model')
  const known = Object.keys(ports.config.llms.models)
  const unknown = aliases.find((alias) => !known.includes(alias))
  if (unknown !== undefined) throw fault('serves', `there is no alias ${JSON.stringify(unknown)}; config.yaml has ${known.join(', ')}`)
}

/** One call in the background, so that a dead server stands as failing before somebody asks; the port notes how it ended. */
function askOnce({ ports: { llm } }: EdgeContext, serves: Readonly<Record<string, string>>): void {
  const once = new Map(Object.entries(serves).map(([alias, model]) => [model, alias]))
  for (const [model, alias] of once)
    void llm.check(model, { deep: true, signal: AbortSignal.timeout(ASK_MS), alias }).catch(() => undefined)
}

async function dimensionsOf(probed: Parameters<typeof probeServer>[0]): Promise<number> {
  const { ok, error, dimensions } = await probeServer(probed)
  if (ok && dimensions !== undefined) return dimensions
  throw new ApiError('upstream_failed', `The model gave no vector, so that it was not connected. ${error ?? ''}`.trim())
}

const told = ({ models, ...rest }: Probe) => ({ ...rest, models: [...models] })

const tellConnection = (connection: HeldConnection) => {
  const { name, base_url, key_env, sealed, serves, model, dimensions, actor, at } = connection
  return {
    name,
    kind: kindOf(name),
    base_url,
    key: key_env !== null ? ('environment' as const) : sealed !== null ? ('kept' as const) : ('none' as const),
    ...(key_env === null ? {} : { api_key_env: key_env }),
    serves: { ...serves },
    ...(model === null ? {} : { model }),
    ...(dimensions === null ? {} : { dimensions }),
    ...('problem' in connection ? { problem: connection.problem } : {}),
    actor,
    at,
  }
}

async function describe({ ports }: EdgeContext, found: readonly LocalServer[]) {
  const { connections, config: settings, llm, embedder, reranker, search } = ports
  const held = connections.list()
  const indexes = await search.listIndexes()
  return {
    connections: held.map(tellConnection),
    aliases: modelAliases(settings, llm).map((alias) => {
      const connected = held.find(({ serves }) => Object.hasOwn(serves, alias.alias))?.name
      const failing = llm.troubleOf?.(alias.alias)
      return {
        alias: alias.alias,
        provider: alias.provider,
        model: modelNameOf(alias),
        ...(connected === undefined ? {} : { connected }),
        ...(failing === undefined ? {} : { failing }),
      }
    }),
    embeddings: { provider: embedder.kind, model: embedder.model, dimensions: embedder.dimensions },
    ...(reranker && !reranker.absent ? { rerank: { model: reranker.model } } : {}),
    indexes: await Promise.all(
      indexes.map(async ({ spec }) => {
        const own = await embedderOf(embedder, spec.name)
        return { name: spec.name, model: own.model, dimensions: widthOf(spec), fits: vectorsOf(spec, own) === 'fit' }
      }),
    ),
    found: found.map(({ models, ...server }) => ({ ...server, models: [...models] })),
  }
}

/** Vectors of one embedder are compared with those of no other: ApiError conflict while a build of an index has those of this connection. */
async function requireUnused(
  { ports: { search, builds } }: EdgeContext,
  name: string,
  then?: { readonly model: string | null; readonly dimensions: number | null },
): Promise<void> {
  if (!isFurtherEmbedder(name) || !builds) return
  for (const { spec } of await search.listIndexes()) {
    const both = await builds.of(spec.name)
    const own = [both?.live, both?.other].map((build) => build && ownEmbedderOf(build.settings)).find((one) => one?.connection === name)
    if (!own || (own.model === then?.model && own.dimensions === then.dimensions)) continue
    throw new ApiError(
      'conflict',
      `${spec.name} has vectors of ${own.model} (${own.dimensions} numbers) by this connection; rebuild it with another embedder and discard the old build first`,
      { details: { index: spec.name, model: own.model, dimensions: own.dimensions } },
    )
  }
}

/** Who connects embeddings before the first document need not know of lengths. */
async function fitEmptyIndexes({ ports: { search, embedder: all } }: EdgeContext): Promise<void> {
  for (const { spec, documents } of await search.listIndexes()) {
    const embedder = await embedderOf(all, spec.name)
    if (documents === 0 && vectorsOf(spec, embedder) === 'other') await search.resizeVectors?.(spec.name, embedder.dimensions)
  }
}

/** Numbers of one of its vectors; null where it holds none. */
function widthOf(spec: IndexSpec): number | null {
  const dimensions = vectorFieldOf(spec)?.dimensions
  return dimensions === undefined || dimensions === null ? null : Number(dimensions)
}
