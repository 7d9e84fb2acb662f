import { z } from 'zod'
import { deadLetterChanged, type deadLettered } from '../../schemas/dead-letter.ts'
import type { PayloadOf } from '../../schemas/event.ts'
import { nameId } from '../runtime/ids.ts'

/** Headers of a record that was sent to its consumer again: which dead letter it is of, for whom, and which redrive this is. */
const OF = 'ce_redriveof'
const FOR = 'ce_redrivefor'
const NUMBER = 'ce_redrive'

/** A record's way back to the consumer that gave it up. */
export interface Redrive {
  /** Of the dead letter. */
  readonly id: string
  readonly consumer: string
  /** From 1. */
  readonly redrive: number
}

const headersSchema = z.object({
  [OF]: z.uuid(),
  [FOR]: z.string().min(1),
  [NUMBER]: z.coerce.number().int().positive(),
})

/** What a record's headers say of its redrive; undefined for one that was not sent again. */
export function redriveOf(headers: Readonly<Record<string, string>>): Redrive | undefined {
  if (headers[OF] === undefined) return undefined
  const read = headersSchema.safeParse(headers)
  return read.success ? { id: read.data[OF], consumer: read.data[FOR], redrive: read.data[NUMBER] } : undefined
}

/** The headers of a record that is sent again: all others, its id and cause among them, stay what they were. */
export const redriveHeaders = (headers: Readonly<Record<string, string>>, { id, consumer, redrive }: Redrive): Record<string, string> => ({
  ...headers,
  [OF]: id,
  [FOR]: consumer,
  [NUMBER]: String(redrive),
})

/** The id of a dead letter: the place of its record and who gave it up, over all redrives. */
export const deadLetterIdOf = ({
  consumer,
  topic,
  partition,
  offset,
  headers,
}: Pick<PayloadOf<typeof deadLettered>, 'consumer' | 'topic' | 'partition' | 'offset' | 'headers'>): string =>
  redriveOf(headers)?.id ?? nameId('dead-letter', consumer, topic, partition, offset)

type Changed = PayloadOf<typeof deadLetterChanged>

/** A change of a dead letter; the same change told twice has one id. */
export const changeOf = (changed: Changed) => ({
  ...deadLetterChanged.make(changed),
  id: nameId('dead-letter-changed', changed.id, changed.change, changed.redrive),
})
