import type { Attributes } from '@opentelemetry/api'
import { aroundLlm } from '../../../kernel/llm/around.ts'
import type { CompletionRequest, Llm } from '../../../kernel/llm/llm.ts'
import { beginWork } from '../../../kernel/runtime/trace.ts'

/** The turn that a call of the model belongs to. */
export interface CallOfTurn {
  /** W3C context of the turn's span. */
  readonly parent: string | undefined
  /** The thread that the turn is remembered in. */
  readonly conversation: string | undefined
}

/** A model port whose calls are spans below a turn, as OpenTelemetry's conventions for generative AI have them. */
export const tracedLlm = (llm: Llm, { parent, conversation }: CallOfTurn): Llm =>
  aroundLlm(llm, async (request, call) => {
    const span = beginWork(`chat ${request.model}`, {
      ...(parent ? { parent } : {}),
      kind: 'CLIENT',
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': request.model,
        'gen_ai.provider.name': providerName(llm, request.alias),
        ...(conversation === undefined ? {} : { 'gen_ai.conversation.id': conversation }),
        ...(request.responseFormat ? { 'gen_ai.output.type': 'json' } : {}),
        ...parametersOf(request),
      },
    })
    try {
      const completion = await call(request)
      const { usage, finishReason, origin = {} } = completion
      span.span.setAttributes({
        'gen_ai.response.finish_reasons': [finishReason],
        ...(origin.id === undefined ? {} : { 'gen_ai.response.id': origin.id }),
        ...(origin.model === undefined ? {} : { 'gen_ai.response.model': origin.model }),
        ...(usage ? { 'gen_ai.usage.input_tokens': usage.prompt, 'gen_ai.usage.output_tokens': usage.completion } : {}),
      })
      span.end()
      return completion
    } catch (error) {
      span.end(error)
      throw error
    }
  })

/** The names of the conventions for the settings of a call. */
const PARAMETERS: Readonly<Record<string, string>> = {
  max_tokens: 'max_tokens',
  max_completion_tokens: 'max_tokens',
  temperature: 'temperature',
  top_p: 'top_p',
  frequency_penalty: 'frequency_penalty',
  presence_penalty: 'presence_penalty',
}

const parametersOf = ({ parameters }: Pick<CompletionRequest, 'parameters'>): Attributes =>
  Object.fromEntries(
    Object.entries(PARAMETERS).flatMap(([name, told]) => {
      const value = parameters[name]
      return typeof value === 'number' ? [[`gen_ai.request.${told}`, value]] : []
    }),
  )

/** As the conventions call who serves an alias. */
export function providerName(llm: Pick<Llm, 'provider' | 'providerOf'>, alias = ''): string {
  const provider = llm.providerOf?.(alias) ?? llm.provider
  return provider === 'azure-openai' ? 'azure.ai.openai' : provider
}
