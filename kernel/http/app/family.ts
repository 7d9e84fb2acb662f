import type { ConsolePage } from '../reply/pages.ts'
import type { Access } from './app.ts'
import type { Change } from './changes.ts'

/** The rule of a route; `by-request` where one path serves an open page and protected data. */
export type RouteAccess = Access | 'by-request'

/** What callers of a family's paths are asked for. */
export interface FamilyAccess {
  /**
   * Prefixes of paths and what each asks for. The longest that fits counts. It is the rule of paths that no route serves (who may learn
   * that a path does not exist), and of every route that `exceptions` does not name. A page of the console is open by itself.
   */
  readonly prefixes: Readonly<Record<string, Access>>
  /** Routes (`GET /path/:id`) that ask for something else, and why. */
  readonly exceptions?: readonly { readonly why: string; readonly access: RouteAccess; readonly routes: readonly string[] }[]
  /** What each route changes that is no reading one. A route that is left out changes what is everyone's. */
  readonly changes?: Readonly<Partial<Record<Change, readonly string[]>>>
  /** Names of the query whose values are secrets of the page: taken out of every address before anything reads or logs it. */
  readonly secretQuery?: readonly string[]
}

/** What the edge's frame derives its tables from. */
export interface Family {
  readonly name: string
  readonly access?: FamilyAccess
  /** Under which the API's document shows the routes of the family's prefixes. */
  readonly tag?: { readonly name: string; readonly description: string }
  readonly pages?: readonly ConsolePage[]
}
