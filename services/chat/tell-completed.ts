import type { Cause } from '../../kernel/broker/record-of.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import type { Logger } from '../../kernel/runtime/log.ts'
import type { EdgeContext } from '../../kernel/service.ts'
import { chatCompleted } from '../../schemas/chat.ts'
import type { ChatRequest } from './request.ts'
import type { ChatResponse } from './response.ts'

/** Tells `chat.completed` of a finished turn, before its answer is given. No answer waits for the log, nor fails with the store. */
export async function tellCompleted(
  ctx: Pick<EdgeContext, 'tell' | 'ports'>,
  request: ChatRequest,
  response: ChatResponse,
  cause: Cause,
  log: Logger,
): Promise<void> {
  try {
    const draft = chatCompleted.make({
      event: 'chat.completed',
      conversation_id: conversationOf(request) ?? response.response_id,
      message_count: response.history.length,
      total_tokens: response.tokens_used ?? 0,
      processing_time_ms: response.processing_time * 1000,
      timestamp: new Date(ctx.ports.clock.now()).toISOString(),
      webhook_id: null,
      response_id: response.response_id,
      model: response.response_metadata.model_used.alias,
      ...(response.response_metadata.cost ? { cost: response.response_metadata.cost } : {}),
      ...experimentOf(response),
    })
    await ctx.tell([draft], cause)
  } catch (error) {
    log.error({ err: error }, `chat.completed was not told: ${messageOf(error)}`)
  }
}

/** What a rating of this answer names, so that ratings and costs of a variant can be put together. */
function experimentOf({ ab_testing }: ChatResponse): { experiment_name?: string; variant_name?: string } {
  if (!ab_testing?.experiment_name) return {}
  return { experiment_name: ab_testing.experiment_name, variant_name: ab_testing.variant_name }
}

/** The session that the caller names, in ab_testing or in metadata. */
function conversationOf({ ab_testing, metadata }: ChatRequest): string | undefined {
  const { conversation_id } = metadata
  return ab_testing?.session_id || (typeof conversation_id === 'string' && conversation_id ? conversation_id : undefined)
}
