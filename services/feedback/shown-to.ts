import type { Caller } from '../../kernel/access/caller.ts'
import { isLimited } from '../../kernel/access/roles.ts'
import type { Config } from '../../kernel/config/config.ts'
import { callerName, ownerOf } from '../../kernel/http/identity/caller-name.ts'
import type { KeptFeedback } from './read-feedback.ts'
import type { FeedbackReply } from './record.ts'

/**
 * A record as a caller may see it. What was rated quotes documents that are not known here, and what others wrote may do so too: who is
 * limited sees neither, only its own words.
 */
export function shownTo(caller: Caller, config: Pick<Config, 'access'>): (kept: KeptFeedback) => FeedbackReply {
  if (!isLimited(caller, config)) return ({ record }) => record
  const own = ownerOf(callerName(caller))
  return ({ record: { response_payload: _quotes, feedback_text, ...record }, owner }) =>
    owner === own && feedback_text !== undefined ? { ...record, feedback_text } : record
}
