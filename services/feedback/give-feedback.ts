import type { Cause } from '../../kernel/broker/record-of.ts'
import type { Config } from '../../kernel/config/config.ts'
import { pickVariant } from '../../kernel/config/pick-variant.ts'
import { changeAndTell } from '../../kernel/outbox/outbox.ts'
import { ApiError } from '../../kernel/runtime/errors.ts'
import type { EdgeContext } from '../../kernel/service.ts'
import { changedKey, PROJECTED } from '../../kernel/views/project.ts'
import { untilSeen } from '../../kernel/views/until-seen.ts'
import { type Feedback, feedbackGiven } from '../../schemas/feedback.ts'
import { type ClaimTables, claimFeedback, type FeedbackClaim } from './claims.ts'
import { feedbackView } from './feedback-view.ts'
import { findFeedback } from './read-feedback.ts'
import { isTooLarge } from './record.ts'

const SHOWN_WITHIN_MS = 5_000

/**
 * Keeps the owner's rating, and its event with it; resolves when reads show it. `created` is true for the first rating of a response, of
 * several at once for one. ApiError forbidden where the response was rated by another owner.
 */
export async function giveFeedback(
  { ports: { database, clock, config } }: Pick<EdgeContext, 'ports'>,
  feedback: Feedback,
  { owner, ...cause }: Cause & { readonly owner: string },
): Promise<{ created: boolean }> {
  if (isTooLarge(feedback.response_payload)) throw new ApiError('payload_too_large', 'response_payload is larger than 160,000 bytes')
  const { response_id: responseId } = feedback
  const now = clock.now()
  const { at, first } = await changeAndTell<ClaimTables, FeedbackClaim>(database, { source: 'edge', cause, now }, async (trx, tell) => {
    const claim = await claimFeedback(trx, database.kind, { responseId, owner, now })
    tell(feedbackGiven.make({ feedback: withVariant(config, feedback), by: owner, at: new Date(claim.at).toISOString() }))
    return claim
  })
  await untilSeen(
    { database, channel: PROJECTED, key: changedKey(feedbackView.name, responseId) },
    () => findFeedback(database, undefined, responseId),
    (shown) => shown !== undefined && Date.parse(shown.updated_at) >= at,
    SHOWN_WITHIN_MS,
  )
  return { created: first }
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
