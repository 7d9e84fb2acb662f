import type { Caller } from '../http/app.ts'
import type { Ports } from '../ports.ts'
import { type LimitedSearch, limitedSearch } from './limited-search.ts'
import { limitsOf } from './limits.ts'

/** The one way from a caller to what the indexes hold. The configuration is read at each call, so that a changed rule holds at once. */
export const readAs =
  ({ search, config }: Pick<Ports, 'search' | 'config'>) =>
  (caller: Pick<Caller, 'claims' | 'keyName'>): LimitedSearch =>
    limitedSearch(search, limitsOf(caller, config))
