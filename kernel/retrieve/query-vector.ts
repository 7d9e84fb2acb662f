import type { Config } from '../config/config.ts'
import type { Embedder } from '../embed/embedder.ts'
import { orAborted } from '../runtime/concurrency/or-aborted.ts'
import { vectorFieldOf } from '../search/index-spec.ts'
import type { IndexSpec } from '../search/search.ts'

const TIMEOUT_MS = 10_000

/** Whether questions are looked up by meaning too where they do not say; `auto`: with an embedder that is known to help. */
export const hybridByDefault = ({ retrieval }: Pick<Config, 'retrieval'>, embedder: Pick<Embedder, 'hybridByDefault'>): boolean =>
  retrieval.mode === 'auto' ? embedder.hybridByDefault : retrieval.mode === 'hybrid'

/** `other`: the index holds vectors, but of another embedder than the one that this process has. */
export function vectorsOf(spec: IndexSpec, { dimensions }: Pick<Embedder, 'dimensions'>): 'fit' | 'other' | 'none' {
  const field = vectorFieldOf(spec)
  if (!field) return 'none'
  return field.dimensions === dimensions ? 'fit' : 'other'
}

/** The vector of a query. Rejects when the embedder fails or takes longer than 10 s, and with the signal's reason once that is aborted. */
export async function embedQuery(embedder: Embedder, query: string, signal: AbortSignal): Promise<Float32Array | undefined> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
  const [vector] = await orAborted(embedder.embed([query], 'query', { step: 'query', signal: limited }), limited)
  return vector
}
