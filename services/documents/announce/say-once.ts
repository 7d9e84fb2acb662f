import type { EventEnvelope } from '../../../kernel/broker/codec.ts'
import { claimsOf } from '../../../kernel/claims/claims.ts'
import { changeAndTell } from '../../../kernel/outbox/outbox.ts'
import type { Ports } from '../../../kernel/ports.ts'
import type { EventDraft } from '../../../schemas/event.ts'

const SCOPE = 'said'

/** What is to be said in public. It was said before where its first mark is there; whatever else would be the same again has the others. */
export interface Saying {
  readonly draft: EventDraft
  readonly marks: readonly string[]
}

/** Says what was not said before, once and for ever: the marks and the events hold together, so that a redelivery finds the one with the other. */
export async function sayOnce(
  { database, clock }: Pick<Ports, 'database' | 'clock'>,
  source: string,
  cause: EventEnvelope,
  sayings: readonly Saying[],
): Promise<void> {
  await changeAndTell(database, { source, cause, now: clock.now() }, async (trx, tell) => {
    const marks = claimsOf({ database, tables: trx, clock, scope: SCOPE, leaseMs: 0 })
    const fresh = await marks.mark(sayings.flatMap((saying) => saying.marks))
    tell(...sayings.filter((saying) => fresh.has(saying.marks[0] ?? '')).map(({ draft }) => draft))
  })
}
