import type { Config } from '../config/config.ts'
import type { SearchIndex } from '../search/search.ts'
import type { Caller } from './caller.ts'
import { type LimitedSearch, limitedSearch } from './limited-search.ts'
import { limitsOf } from './limits.ts'

/** The one way from a caller to what the indexes hold. The configuration is read at each call, so that a changed rule holds at once. */
export const readAs =
  ({ search, config }: { readonly search: SearchIndex; readonly config: Config }) =>
  (caller: Pick<Caller, 'claims' | 'keyName'>): LimitedSearch =>
    limitedSearch(search, limitsOf(caller, config))
