import type { Embedder } from '../embed/embedder.ts'
import { othersOf } from '../embed/embedder-of.ts'
import { aroundLlm } from '../llm/around.ts'
import type { Llm } from '../llm/llm.ts'

/** The ports with which calls to models take the turn of this caller (callerName), where they name no other. */
export function onBehalf<P extends { readonly llm: Llm; readonly embedder: Embedder }>(ports: P, caller: string | undefined): P {
  let llm: Llm | undefined
  let embedder: Embedder | undefined
  return {
    ...ports,
    // made when first asked for: most requests ask no model
    get llm() {
      llm ??= llmOnBehalf(ports.llm, caller)
      return llm
    },
    get embedder() {
      embedder ??= embedderOnBehalf(ports.embedder, caller)
      return embedder
    },
  }
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
