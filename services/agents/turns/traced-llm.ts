import { aroundLlm } from '../../../kernel/llm/around.ts'
import type { Llm } from '../../../kernel/llm/llm.ts'
import { beginWork } from '../../../kernel/runtime/trace.ts'

/** A model port whose calls are spans below a turn, as OpenTelemetry's conventions for generative AI have them. */
export const tracedLlm = (llm: Llm, parent: string | undefined): Llm =>
  aroundLlm(llm, async (request, call) => {
    const span = beginWork(`chat ${request.model}`, {
      ...(parent ? { parent } : {}),
      kind: 'CLIENT',
      attributes: {
        ...{
          'gen_ai.operation.name': 'chat',
          'gen_ai.request.model': request.model,
          'gen_ai.provider.name': providerName(llm, request.alias),
        },
      },
    })
    try {
      const completion = await call(request)
      const { usage, finishReason } = completion
      span.span.setAttributes({
        'gen_ai.response.finish_reasons': [finishReason],
        ...(usage ? { 'gen_ai.usage.input_tokens': usage.prompt, 'gen_ai.usage.output_tokens': usage.completion } : {}),
      })
      span.end()
      return completion
    } catch (error) {
      span.end(error)
      throw error
    }
  })

/** As the conventions call who serves an alias. */
export function providerName(llm: Pick<Llm, 'provider' | 'providerOf'>, alias = ''): string {
  const provider = llm.providerOf?.(alias) ?? llm.provider
  return provider === 'azure-openai' ? 'azure.ai.openai' : provider
}
