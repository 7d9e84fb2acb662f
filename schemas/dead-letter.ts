import { z } from 'zod'
import { defineEvent } from './event.ts'

/** Why a record became a dead letter. */
export const deadLetterKinds = ['terminal', 'exhausted', 'poison', 'schema'] as const
export type DeadLetterKind = (typeof deadLetterKinds)[number]

/** Meaning and remedy of each kind, for docs/reference/errors.md. */
export const deadLetterKindDocs: Readonly<Record<DeadLetterKind, { readonly meaning: string; readonly remedy: string }>> = {
  terminal: {
    meaning: 'The error cannot be resolved by a retry, so the record was attempted once.',
    remedy: 'Fix the cause that the error names, then redrive.',
  },
  exhausted: { meaning: 'All delivery attempts failed.', remedy: 'Fix the dependency that failed, then redrive.' },
  poison: {
    meaning: 'The process ended each time it handled the record.',
    remedy: 'Find the crash in the process log. Redrive after an upgrade, or discard.',
  },
  schema: { meaning: 'The record could not be read.', remedy: 'Correct the producer. Discard the record.' },
}

export const deadLettered = defineEvent({
  name: 'dead.letter',
  description: 'A record whose delivery to a consumer failed for good, with all data for a redrive.',
  schema: z.object({
    consumer: z.string().describe('Consumer that failed.'),
    topic: z.string().describe('Topic of the record.'),
    partition: z.int().nonnegative().describe('Partition of the record.'),
    offset: z.string().describe('Offset of the record.'),
    key: z.string().describe('Key of the record.'),
    headers: z.record(z.string(), z.string()).describe('Headers of the record.'),
    value: z.string().describe('Value of the record in the given encoding. Empty if it is too long.'),
    encoding: z.enum(['utf8', 'base64', 'by-offset']).describe('Encoding of `value`. `by-offset`: read the value from the topic.'),
    cut: z
      .array(z.enum(['key', 'headers', 'value', 'message']))
      .describe('Parts that were shortened to the record limit.')
      .optional(),
    error: z
      .object({
        code: z.string().describe('Error code.'),
        message: z.string().describe('Message for people.'),
        kind: z.enum(deadLetterKinds).describe('Kind of the dead letter.'),
      })
      .describe('The error.'),
    attempts: z.int().nonnegative().describe('Number of delivery attempts.'),
    at: z.iso.datetime().describe('Time of the event.'),
  }),
  key: (p) => p.key,
})

export const deadLetterChanges = ['redriven', 'resolved', 'discarded'] as const

export const deadLetterChanged = defineEvent({
  name: 'dead.letter.changed',
  description: 'A dead letter was redriven, resolved or discarded.',
  schema: z.object({
    id: z.uuid().describe('ID of the dead letter. It is the same for all its redrives.'),
    change: z.enum(deadLetterChanges).describe('What happened.'),
    redrive: z.int().nonnegative().describe('Number of redrives so far. For `redriven`, it includes this one.'),
    actor: z.string().describe('Operator. Absent if Millrace resolved it.').optional(),
    reason: z.string().describe('Reason that the operator gave.').optional(),
    at: z.iso.datetime().describe('Time of the event.'),
  }),
  key: (p) => p.id,
})
