import type { AnswerKind, FinishReason } from '../../kernel/llm/llm.ts'
import type { Turn } from './prepare/prepare-turn.ts'
import type { ChatResponse, Issue, ResponseMetadata } from './response.ts'

interface Outcome {
  readonly history: ChatResponse['history']
  readonly sources: readonly Record<string, unknown>[]
  readonly issues: readonly Issue[]
  readonly timings: Record<string, unknown>
  readonly usage: ResponseMetadata['token_usage']
  readonly reasoning: number | undefined
  readonly answerKind: AnswerKind
  readonly finishReason: FinishReason | undefined
  readonly cost: ResponseMetadata['cost']
}

/** `response_metadata`: what was asked, what had effect, and how long it took. */
export function responseMetadata(turn: Turn, outcome: Outcome): ResponseMetadata {
  const { request, mode, choice, systemPrompt, retrieval } = turn
  const { alias, provider, model, deployment } = choice.alias
  return {
    config_overrides_applied: Object.keys(request.override_config).length > choice.ignored.length,
    custom_templates_used: [systemPrompt.source, turn.responseTemplate.source].some((source) => source !== 'default'),
    request_metadata: request.metadata,
    ...(mode.kind === 'chat' ? conversation(outcome) : {}),
    question: request.question,
    answer_kind: outcome.answerKind,
    ...(outcome.finishReason ? { finish_reason: outcome.finishReason } : {}),
    system_prompt: systemPrompt.rendered,
    errors_present: outcome.issues.length > 0,
    model_used: { alias, provider, ...(deployment === undefined ? { model } : { deployment }) },
    ...(outcome.usage ? { token_usage: outcome.usage } : {}),
    ...(outcome.cost ? { cost: outcome.cost } : {}),
    parameters: choice.effective,
    ...(choice.reasoning.requested ? { reasoning_effort: choice.reasoning.requested } : {}),
    ...(outcome.reasoning === undefined ? {} : { reasoning_tokens: outcome.reasoning }),
    reasoning_effective: choice.reasoning,
    ...(mode.kind === 'rag' ? { queried_indexes: [...new Set(retrieval.hits.map((hit) => hit.index))] } : {}),
    ...(mode.kind === 'rag' || mode.multimodal ? { timings: outcome.timings } : {}),
    ...(mode.multimodal ? { retrieval: retrievalBlock(turn) } : {}),
  }
}

function conversation({ history, sources }: Outcome): Partial<ResponseMetadata> {
  const assistant = history.filter(({ role }) => role === 'assistant')
  return {
    conversation_length: history.length,
    is_multi_turn: history.length > 2,
    total_sources_retrieved: sources.length,
    conversation_sources_summary: {
      assistant_turns: assistant.length,
      assistant_turns_with_sources: assistant.filter((message) => message.sources.length > 0).length,
      total_sources: assistant.reduce((sum, message) => sum + message.sources.length, 0),
    },
  }
}

function retrievalBlock({ plan, request }: Turn): NonNullable<ResponseMetadata['retrieval']> {
  return {
    attempted: plan.skippedReason === null,
    skipped_reason: plan.skippedReason,
    fetch_args_present: Object.keys(request.fetch_args).length > 0,
  }
}
