import type { Agent } from '../../../kernel/agents/define-agent.ts'
import { type ModelAlias, modelNameOf } from '../../../kernel/llm/aliases.ts'
import type { Llm } from '../../../kernel/llm/llm.ts'
import { beginWork, type TracedWork } from '../../../kernel/runtime/trace.ts'
import type { Thread } from '../memory/thread.ts'
import { providerName } from './traced-llm.ts'
import type { TurnResult } from './turn-result.ts'

interface TurnOfSpan {
  readonly agent: Agent
  readonly alias: ModelAlias
  readonly llm: Pick<Llm, 'provider' | 'providerOf'>
  readonly thread: Thread | undefined
  readonly parent: string | undefined
}

export interface TurnSpan extends TracedWork {
  /** Notes what the turn came to. */
  told(result: Pick<TurnResult, 'usage' | 'finishReason'>): void
}

/** A turn as a span, as OpenTelemetry's conventions for generative AI have it. */
export function beginTurn({ agent, alias, llm, thread, parent }: TurnOfSpan): TurnSpan {
  const work = beginWork(`invoke_agent ${agent.slug}`, {
    ...(parent ? { parent } : {}),
    kind: 'INTERNAL',
    attributes: {
      ...{ 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.id': agent.id, 'gen_ai.agent.name': agent.slug },
      'gen_ai.agent.description': agent.description,
      'gen_ai.provider.name': providerName(llm, alias.alias),
      'gen_ai.request.model': modelNameOf(alias),
      ...(agent.output ? { 'gen_ai.output.type': 'json' } : {}),
      ...(thread ? { 'gen_ai.conversation.id': thread.thread } : {}),
    },
  })
  return {
    ...work,
    told({ usage, finishReason }) {
      work.span.setAttributes({
        'gen_ai.usage.input_tokens': usage.promptTokens,
        'gen_ai.usage.output_tokens': usage.completionTokens,
        'gen_ai.response.finish_reasons': [finishReason],
      })
    },
  }
}
