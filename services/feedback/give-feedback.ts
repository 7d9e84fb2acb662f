import { ApiError } from '../../kernel/errors.ts'
import type { Cause, EdgeContext } from '../../kernel/service.ts'
import { type Feedback, feedbackGiven } from '../../schemas/feedback.ts'
import { claimFeedback, confirmClaim, releaseClaim } from './claims.ts'
import { isTooLarge } from './record.ts'
import { withVariant } from './with-variant.ts'

/** Puts a rating on the log; resolves when reads show it. `created` is true for the first rating of a response, of several at once for one. */
export async function giveFeedback(ctx: EdgeContext, feedback: Feedback, cause: Cause): Promise<{ created: boolean }> {
  if (isTooLarge(feedback.response_payload)) throw new ApiError('payload_too_large', 'response_payload is larger than 160,000 bytes')
  const { views, clock, config } = ctx.ports
  const claim = await claimFeedback(views, feedback.response_id, clock.now())
  try {
    const event = feedbackGiven.make({ feedback: withVariant(config, feedback), at: new Date(claim.at).toISOString() })
    const positions = await ctx.publish([event], cause)
    await confirmClaim(views, claim)
    await ctx.projected(positions)
  } catch (error) {
    await releaseClaim(views, claim).catch((err: unknown) => ctx.log.warn({ err }, 'a claim of feedback stays until it is void'))
    throw error
  }
  return { created: claim.first }
}
