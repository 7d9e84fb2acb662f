import type { Config } from '../../kernel/config/config.ts'
import { pickVariant } from '../../kernel/config/pick-variant.ts'
import type { Cause } from '../../kernel/consume/publish.ts'
import { ApiError } from '../../kernel/runtime/errors.ts'
import type { EdgeContext } from '../../kernel/service.ts'
import { type Feedback, feedbackGiven } from '../../schemas/feedback.ts'
import { claimFeedback, confirmClaim, releaseClaim } from './claims.ts'
import { isTooLarge } from './record.ts'

/**
 * Puts the owner's rating on the log; resolves when reads show it. `created` is true for the first rating of a response, of several at
 * once for one. ApiError forbidden where the response was rated by another owner.
 */
export async function giveFeedback(
  ctx: EdgeContext,
  feedback: Feedback,
  { owner, ...cause }: Cause & { readonly owner: string },
): Promise<{ created: boolean }> {
  if (isTooLarge(feedback.response_payload)) throw new ApiError('payload_too_large', 'response_payload is larger than 160,000 bytes')
  const { database, clock, config } = ctx.ports
  const claim = await claimFeedback(database, { responseId: feedback.response_id, owner, now: clock.now() })
  try {
    const event = feedbackGiven.make({ feedback: withVariant(config, feedback), by: owner, at: new Date(claim.at).toISOString() })
    const positions = await ctx.publish([event], cause)
    await confirmClaim(database, claim)
    await ctx.projected(positions)
  } catch (error) {
    await releaseClaim(database, claim).catch((err: unknown) => ctx.log.warn({ err }, 'a claim of feedback stays until it is void'))
    throw error
  }
  return { created: claim.first }
}

/**
 * The rating with the variant of its user, where the client names an experiment of config.yaml and no variant: it is the one that the
 * answer was given under, because it follows from the same names.
 */
export function withVariant(config: Pick<Config, 'experiments'>, feedback: Feedback): Feedback {
  const { experiment_name, variant_name, user_id, session_id } = feedback
  if (variant_name !== undefined || !experiment_name || !Object.hasOwn(config.experiments, experiment_name)) return feedback
  return { ...feedback, variant_name: pickVariant(config, { experiment_name, user_id, session_id }).name }
}
