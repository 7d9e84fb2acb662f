import type { ConnectionKind } from '../../kernel/connections/connection-store.ts'
import type { Endpoint } from '../../kernel/connections/connections.ts'
import { isUnreached } from '../../kernel/net/unreached.ts'
import { endpointReranker } from '../../kernel/rerank/endpoint.ts'
import { ApiError, messageOf, WorkError } from '../../kernel/runtime/errors.ts'
import { type ListedModel, listModels } from './list-models.ts'

const LIST_MS = 5_000
/** A server on one's own machine loads its model at the first call. */
const CALL_MS = 60_000
const DOCUMENTS = ['The mill grinds flour.', 'The river is high.']

export interface Probe {
  readonly ok: boolean
  /** As it answers: with /v1 where that was left out. */
  readonly base_url: string
  /** Empty where the server has no list. */
  readonly models: readonly string[]
  /** Of the call of the model; of the list where no model is named. */
  readonly latency_ms?: number
  readonly dimensions?: number
  readonly error?: string
}

export interface Probed {
  readonly kind: ConnectionKind
  readonly endpoint: Endpoint
  /** Called where it is named. */
  readonly model?: string | undefined
  readonly signal: AbortSignal
}

/** Asks a server for its models, and the model for a word, a vector or an order. Never rejects but for the signal. */
export async function probeServer({ kind, endpoint, model, signal }: Probed): Promise<Probe> {
  let at: { baseUrl: string; models: readonly ListedModel[] } = { baseUrl: endpoint.baseUrl, models: [] }
  try {
    const started = performance.now()
    at = kind === 'rerank' ? await listOrNothing(endpoint, signal) : await findList(endpoint, signal)
    const listed = elapsed(started)
    const facts = { ok: true, base_url: at.baseUrl, models: namesOf(at.models) }
    if (model === undefined && kind !== 'rerank') return { ...facts, latency_ms: listed }
    const asked = performance.now()
    const dimensions = await callModel({ kind, endpoint: { ...endpoint, baseUrl: at.baseUrl }, model, signal })
    return { ...facts, latency_ms: elapsed(asked), ...(dimensions === undefined ? {} : { dimensions }) }
  } catch (error) {
    signal.throwIfAborted()
    return { ok: false, base_url: at.baseUrl, models: namesOf(at.models), error: reasonOf(error) }
  }
}

/** Below the address' /v1 where a list is there, else at the address as it was given: llama.cpp has one at both, and other words without /v1. */
async function findList(endpoint: Endpoint, signal: AbortSignal) {
  const models = await listModels(endpoint, LIST_MS, signal)
  const given = { baseUrl: endpoint.baseUrl, models: models ?? [] }
  if (endpoint.baseUrl.endsWith('/v1')) return given
  const below = { ...endpoint, baseUrl: `${endpoint.baseUrl}/v1` }
  const found = await listModels(below, LIST_MS, signal).catch((error) => {
    if (!models) throw error
  })
  return found ? { baseUrl: below.baseUrl, models: found } : given
}

/** Servers that rank often have no list, and say so in many ways. */
async function listOrNothing(endpoint: Endpoint, signal: AbortSignal) {
  const models = await listModels(endpoint, LIST_MS, signal).catch(() => undefined)
  return { baseUrl: endpoint.baseUrl, models: models ?? [] }
}

async function callModel({ kind, endpoint, model, signal }: Probed): Promise<number | undefined> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)])
  const guarded = true as const
  if (kind === 'answers') {
    const { openaiLlm } = await import('../../kernel/llm/openai/openai.ts')
    await openaiLlm({ ...endpoint, provider: 'openai-compatible', timeoutMs: CALL_MS, guarded }).check(model ?? '', {
      deep: true,
      signal: limited,
    })
    return undefined
  }
  if (kind === 'embeddings') {
    const { openaiEmbedder } = await import('../../kernel/embed/openai.ts')
    return (await openaiEmbedder({ ...endpoint, model: model ?? '', timeoutMs: CALL_MS, guarded })).dimensions
  }
  const judge = endpointReranker({ ...endpoint, ...(model === undefined ? {} : { model }), guarded })
  await judge.rerank('What does the mill grind?', DOCUMENTS, { top: DOCUMENTS.length, signal: limited })
  return undefined
}

function reasonOf(error: unknown): string {
  if (isUnreached(error)) return 'Nobody answers at this address; see that the server runs, and that the port is right.'
  if (error instanceof Error && error.name === 'TimeoutError') return 'The server did not answer in time.'
  if (error instanceof ApiError || error instanceof WorkError) return error.message
  // what was refused by the guard, and what the system says of a connection
  return `The server could not be asked: ${messageOf(error)}.`
}

const namesOf = (models: readonly ListedModel[]): string[] => models.map(({ id }) => id)
const elapsed = (started: number): number => Math.round(performance.now() - started)
