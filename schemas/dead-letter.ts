import { z } from 'zod'
import { defineEvent } from './event.ts'

/**
 * Why a record was given up. terminal: no further try would help. exhausted: its tries were used up. poison: the process ended each time
 * that it was handled. schema: it could not be read.
 */
export const deadLetterKinds = ['terminal', 'exhausted', 'poison', 'schema'] as const
export type DeadLetterKind = (typeof deadLetterKinds)[number]

export const deadLettered = defineEvent({
  name: 'dead.letter',
  description: 'A record that a consumer gave up on, with everything that a redrive needs.',
  schema: z.object({
    consumer: z.string(),
    topic: z.string(),
    partition: z.int().nonnegative(),
    offset: z.string(),
    key: z.string(),
    headers: z.record(z.string(), z.string()),
    /** The record's value; base64 when it is not valid UTF-8; empty when it is too long and must be read at its offset. */
    value: z.string(),
    encoding: z.enum(['utf8', 'base64', 'by-offset']),
    /** What is shorter here than in the record, because a dead letter is a record too and has a limit; whole at its offset. */
    cut: z.array(z.enum(['key', 'headers', 'value', 'message'])).optional(),
    error: z.object({ code: z.string(), message: z.string(), kind: z.enum(deadLetterKinds) }),
    attempts: z.int().nonnegative(),
    at: z.iso.datetime(),
  }),
  key: (p) => p.key,
})

export const deadLetterChanges = ['redriven', 'resolved', 'discarded'] as const

export const deadLetterChanged = defineEvent({
  name: 'dead.letter.changed',
  description: 'What became of a dead letter: it was sent to its consumer again, was handled then or overtaken, or was discarded.',
  schema: z.object({
    /** Of the dead letter; the same over its redrives. */
    id: z.uuid(),
    change: z.enum(deadLetterChanges),
    /** redriven: which redrive this is, from 1. resolved: after which one. discarded: how often it had been redriven before. */
    redrive: z.int().nonnegative(),
    /** Who did it; absent for what the platform found by itself. */
    actor: z.string().optional(),
    reason: z.string().optional(),
    at: z.iso.datetime(),
  }),
  key: (p) => p.id,
})
