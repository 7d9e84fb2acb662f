import type { Completion, CompletionRequest, Llm } from './llm.ts'

/** Who serves which alias, for a port that stands around another one. */
export const servedBy = ({ providerOf, modelOf, troubleOf }: Llm): Pick<Llm, 'providerOf' | 'modelOf' | 'troubleOf'> => ({
  ...(providerOf ? { providerOf } : {}),
  ...(modelOf ? { modelOf } : {}),
  ...(troubleOf ? { troubleOf } : {}),
})

/** A model port each of whose calls, whole or streamed, goes through `around`, which makes it with `call`. */
export const aroundLlm = (
  llm: Llm,
  around: (request: CompletionRequest, call: (request: CompletionRequest) => Promise<Completion>) => Promise<Completion>,
): Llm => ({
  get provider() {
    return llm.provider
  },
  ...servedBy(llm),
  check: (model, options) => llm.check(model, options),
  complete: (request) => around(request, (made) => llm.complete(made)),
  stream: (request, onToken) => around(request, (made) => llm.stream(made, onToken)),
})
