import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ApiError } from '../../runtime/errors.ts'
import { createLogger } from '../../runtime/log.ts'
import { openEmbeddedSearch } from '../embedded/open-embedded-search.ts'
import { parseIndexSpec } from '../index-spec.ts'
import type { IndexSpec, SearchIndex } from '../search.ts'
import { bad, type Document, Refusal } from './fake-documents.fixture.ts'
import { createFakeIndex, type FakeIndex } from './fake-index.fixture.ts'
import { fakeSearch } from './fake-search.fixture.ts'

const API_VERSION = '2026-04-01'
const MAX_BODY = 16 * 1024 * 1024

export interface Asked {
  readonly method: string
  readonly path: string
  readonly body: string
}

/** What the service answers instead of doing what it was asked. */
export interface Interruption {
  /** 0: does what it was asked, and the connection breaks before the answer. */
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/**
 * A stand-in for Azure AI Search, written from Microsoft's REST documentation: https://learn.microsoft.com/rest/api/searchservice
 * (indexes, documents/index, documents/search-post, http-status-codes) and the articles on filters. It refuses what the service refuses;
 * queries are evaluated by the embedded index.
 */
export interface FakeService {
  readonly endpoint: string
  readonly key: string
  readonly asked: Asked[]
  /** Milliseconds until a change shows. */
  delayMs: number
  /** Asked before each request; may hold it up. */
  interrupt: ((asked: Asked) => Interruption | undefined | Promise<undefined>) | undefined
  /** Asked for each action of a batch. */
  failing: (key: string) => number | undefined
  /** Makes a smaller request too large. */
  maxBody: number
  /** Acknowledged documents of an index. */
  documents(index: string): readonly Document[]
  definition(index: string): IndexSpec | undefined
  close(): Promise<void>
}

interface State {
  readonly fake: FakeService
  readonly engine: SearchIndex
  readonly indexes: Map<string, FakeIndex>
}

type Reply = { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }

/** A definition as the service tells it: with what was not said. */
const told = (spec: IndexSpec) => ({
  '@odata.etag': `"${JSON.stringify(spec).length}"`,
  ...spec,
  fields: spec.fields.map((f) => ({ analyzer: null, synonymMaps: [], fields: [], normalizer: null, ...f })),
  scoringProfiles: [],
  corsOptions: null,
  similarity: { '@odata.type': '#Microsoft.Azure.Search.BM25Similarity', k1: null, b: null },
})

const json = (asked: Asked): unknown => {
  try {
    return JSON.parse(asked.body)
  } catch {
    throw bad('The request body is not valid JSON.')
  }
}

async function onIndexes({ engine, indexes, fake }: State, asked: Asked): Promise<Reply> {
  if (asked.method === 'GET') return { status: 200, body: { value: [...indexes.values()].map(({ spec }) => told(spec)) } }
  if (asked.method !== 'POST') throw new Refusal(405, 'MethodNotAllowed', 'not here')
  const spec = parseIndexSpec(json(asked))
  if (indexes.has(spec.name))
    throw new Refusal(409, 'ResourceNameAlreadyInUse', `Cannot create index '${spec.name}' because it already exists.`)
  indexes.set(spec.name, await createFakeIndex(spec, engine, () => fake.delayMs))
  return { status: 201, body: told(spec) }
}

async function onIndex({ engine, indexes }: State, index: FakeIndex, asked: Asked): Promise<Reply> {
  if (asked.method === 'GET') return { status: 200, body: told(index.spec) }
  if (asked.method === 'DELETE') {
    indexes.delete(index.spec.name)
    await engine.deleteIndex(index.spec.name)
    return { status: 204 }
  }
  await index.update(parseIndexSpec(json(asked)))
  return { status: 200, body: told(index.spec) }
}

async function answer(state: State, asked: Asked): Promise<Reply> {
  const { indexes, engine, fake } = state
  if (asked.path === '/indexes') return onIndexes(state, asked)
  const [, name = '', rest = ''] = /^\/indexes\('([^']+)'\)(.*)$/.exec(asked.path) ?? []
  const index = indexes.get(name)
  if (!index) throw new Refusal(404, 'ResourceNotFound', `No index with the name '${name}' was found in the service.`)
  if (rest === '') return onIndex(state, index, asked)
  if (rest === '/search.stats') return { status: 200, body: { documentCount: index.documents.size, storageSize: 0, vectorIndexSize: 0 } }
  if (rest === '/docs/search.post.search')
    return { status: 200, body: await fakeSearch(engine, index.spec, await index.searchable(), json(asked)) }
  if (rest !== '/docs/search.index') throw new Refusal(404, 'ResourceNotFound', `There is nothing at ${rest}.`)
  const value = index.apply(json(asked), fake.failing)
  return { status: value.every((r) => r.status) ? 200 : 207, body: { value } }
}

function checkRequest(fake: FakeService, req: IncomingMessage, url: URL, body: string): void {
  if (req.headers['api-key'] === undefined) throw new Refusal(401, 'Unauthorized', 'The request has no api-key.')
  if (req.headers['api-key'] !== fake.key) throw new Refusal(403, 'Forbidden', 'The api-key is not valid.')
  if (url.searchParams.get('api-version') !== API_VERSION) throw bad('The api-version is missing or not known.')
  if (Buffer.byteLength(body) > Math.min(fake.maxBody, MAX_BODY))
    throw new Refusal(413, 'RequestEntityTooLarge', 'The request is too large.')
  if (body && !req.headers['content-type']?.startsWith('application/json')) throw new Refusal(415, 'UnsupportedMediaType', 'JSON only.')
}

const refusalOf = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error
  if (error instanceof ApiError) return new Refusal(error.status, 'InvalidRequestParameter', error.message)
  return new Refusal(500, 'InternalServerError', String(error))
}

async function replyTo(state: State, req: IncomingMessage, url: URL, asked: Asked): Promise<Reply> {
  try {
    checkRequest(state.fake, req, url, asked.body)
    return await answer(state, asked)
  } catch (error) {
    const { status, code, message } = refusalOf(error)
    return { status, body: { error: { code, message } } }
  }
}

/** `turn` runs one request after the other: each search first brings up to date what is searchable. */
async function serve(state: State, req: IncomingMessage, res: ServerResponse, turn: (work: () => Promise<Reply>) => Promise<Reply>) {
  const url = new URL(req.url ?? '/', state.fake.endpoint)
  const asked: Asked = { method: req.method ?? '', path: decodeURIComponent(url.pathname), body: await text(req) }
  state.fake.asked.push(asked)
  const interruption = await state.fake.interrupt?.(asked)
  const reply: Reply = interruption?.status ? interruption : await turn(() => replyTo(state, req, url, asked))
  if (interruption?.status === 0) return void res.destroy()
  res.writeHead(reply.status, { 'content-type': 'application/json; odata.metadata=none', 'request-id': 'fake', ...reply.headers })
  res.end(reply.body === undefined ? undefined : JSON.stringify(reply.body))
}

/** Starts the fake on a free loopback port. */
export async function startFakeService(): Promise<FakeService> {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-fake-search-'))
  const engine = await openEmbeddedSearch({ dir, log: createLogger('CRITICAL') })
  const indexes = new Map<string, FakeIndex>()
  let queue: Promise<unknown> = Promise.resolve()
  const turn = (work: () => Promise<Reply>): Promise<Reply> => {
    const done = queue.then(work)
    queue = done
    return done
  }
  const server = createServer((req, res) => {
    serve(state, req, res, turn).catch((error: unknown) => void res.destroy(error instanceof Error ? error : undefined))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const fake: FakeService = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: 'an-admin-key-of-the-fake',
    asked: [],
    delayMs: 0,
    interrupt: undefined,
    failing: () => undefined,
    maxBody: MAX_BODY,
    documents: (index) => [...(indexes.get(index)?.documents.values() ?? [])],
    definition: (index) => indexes.get(index)?.spec,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await queue
      await engine.close()
      await rm(dir, { recursive: true })
    },
  }
  const state: State = { fake, engine, indexes }
  return fake
}
