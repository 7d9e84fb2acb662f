import type { Caller } from '../../kernel/access/caller.ts'
import { isLimited } from '../../kernel/access/roles.ts'
import type { Config } from '../../kernel/config/config.ts'
import { callerName, ownerOf } from '../../kernel/http/identity/caller-name.ts'
import type { FeedbackReply } from './record.ts'

/** Which ratings a caller reads, on every route of theirs. */
export interface Shown {
  /** Whose; undefined: everybody's. */
  readonly whose: string | undefined
  /** A record as the caller may see it. */
  readonly show: (record: FeedbackReply) => FeedbackReply
}

/**
 * Ratings tell who asked, in which session, and what was answered from documents that are not known here: who is limited reads its own
 * ones alone, without what was rated, which its limits may keep from it by now.
 */
export function shownTo(caller: Caller, config: Pick<Config, 'access'>): Shown {
  if (!isLimited(caller, config)) return { whose: undefined, show: (record) => record }
  return { whose: ownerOf(callerName(caller)), show: ({ response_payload: _quotes, ...record }) => record }
}
