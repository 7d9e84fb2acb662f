import { limitsOf } from '../../kernel/access/limits.ts'
import type { Config } from '../../kernel/config.ts'
import type { Caller } from '../../kernel/http/app.ts'
import type { FeedbackReply } from './record.ts'

/** A record as a caller may see it: what was rated quotes documents that are not known here, so that who is limited does not see it. */
export function shownTo(caller: Caller, config: Pick<Config, 'access'>): (record: FeedbackReply) => FeedbackReply {
  if (limitsOf(caller, config).conditions.length === 0) return (record) => record
  return ({ response_payload: _quotes, ...record }) => record
}
