import type { ToldError } from '../../../runtime/apart/told-error.ts'
import type { SearchReply, SearchRequest } from '../../search.ts'

/** Which index a thread searches, and whether it may write beside it. */
export interface ThreadOf {
  readonly dir: string
  readonly readonly: boolean
}

/** What is asked of an index, or of a build of one, by its name. */
export type Asked = { readonly index: string } & ({ readonly request: SearchRequest } | { readonly word: string })

export type ThreadAsk = { readonly number: number } & Asked

export type ThreadReply =
  | { readonly number: number; readonly reply: SearchReply | readonly string[] }
  | { readonly number: number; readonly error: ToldError }
