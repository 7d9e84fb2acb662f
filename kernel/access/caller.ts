/** Who called, once the credentials were checked. */
export interface Caller {
  /** Name of the subscription key, or undefined where none is configured. */
  readonly keyName?: string
  /** Subject of the token. */
  readonly subject?: string
  readonly roles: readonly string[]
  readonly claims: Readonly<Record<string, unknown>>
  /** Who answers for a change: actor headers on operator routes, else subject or key name, else "anonymous". */
  readonly actor: string
  /** When its token has to be verified again, in ms since the epoch; undefined without a token. */
  readonly goodUntil?: number
}
