import type { Embedder } from '../embed/embedder.ts'
import { othersOf } from '../embed/embedder-of.ts'
import { aroundLlm } from '../llm/around.ts'
import type { Llm } from '../llm/llm.ts'

/** The ports with which calls to models take the turn of this caller (callerName), where they name no other. */
export function onBehalf<P extends { readonly llm: Llm; readonly embedder: Embedder }>(ports: P, caller: string | undefined): P {
  // no getters: on an object that is made for each request they cost more than what they would put off
  return { ...ports, llm: llmOnBehalf(ports.llm, caller), embedder: embedderOnBehalf(ports.embedder, caller) }
}

const llmOnBehalf = (llm: Llm, caller: string | undefined): Llm => aroundLlm(llm, (request, call) => call({ caller, ...request }))

function embedderOnBehalf(embedder: Embedder, caller: string | undefined): Embedder {
  const { embedCounted } = embedder
  return {
    ...embedder,
    ...othersOf(embedder, (inner) => embedderOnBehalf(inner, caller)),
    embed: (texts, kind, options) => embedder.embed(texts, kind, { caller, ...options }),
    ...(embedCounted && { embedCounted: (texts, kind, options) => embedCounted(texts, kind, { caller, ...options }) }),
  }
}
