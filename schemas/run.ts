import { z } from 'zod'
import { defineEvent, type EventType } from './event.ts'

/** Every kind of run, a word each (`annex`), from which its topics and schemas follow. Each has topics of its own, so that no family waits behind another. */
export const runKinds: readonly string[] = ['agent', 'reasoning', 'rebuild', 'redrive', 'qrg', 'report', 'tagging', 'replay', 'annex']

export const runStatuses = ['queued', 'running', 'waiting', 'completed', 'failed', 'cancelled'] as const
export const stepStatuses = ['pending', 'planning', 'running', 'completed', 'failed', 'skipped', 'cancelled'] as const

const stepWorkSchema = z.object({
  run_id: z.uuid().describe('ID of the run.'),
  epoch: z.int().positive().describe('Number of the attempt of the run, from 1. Work of older attempts is skipped.'),
  step: z.string().min(1).describe('Name of the step.'),
  item: z.int().min(-1).describe('Number of the item, from 0. -1 plans the step.'),
  caller: z.string().describe('Caller that started the run, for fair scheduling.').optional(),
})

/** Command to work on an item of a step, keyed by run and item so that the items of a run are worked on side by side. */
export const stepWork = <Kind extends string>(kind: Kind) =>
  defineEvent({
    name: `${kind}.step` as const,
    description: `Command to process an item of a step of a run (${kind}).`,
    schema: stepWorkSchema,
    key: (p) => `${p.run_id}/${p.step}/${p.item}`,
  })
export type StepWork = z.output<typeof stepWorkSchema>
export type StepWorkEvent = EventType<string, typeof stepWorkSchema>

export const runDue = defineEvent({
  name: 'run.due',
  description: 'Internal command of the run engine: an action of a run is due.',
  schema: z.object({
    run_id: z.uuid().describe('ID of the run.'),
    what: z
      .enum(['deadline', 'purge', 'cancel', 'next', 'given-up'])
      .describe(
        '`deadline`, `purge`: its time is over. `cancel`: a newer run replaces it. `next`: another run may start. `given-up`: a record was given up.',
      ),
    epoch: z.int().positive().describe('Number of the attempt of the run.'),
    step: z.string().describe('Name of the step.').optional(),
    item: z.int().describe('Number of the item.').optional(),
    message: z.string().describe('Message for people.').optional(),
  }),
  key: (p) => p.run_id,
})

export const runEnded = defineEvent({
  name: 'run.ended',
  description: 'A run ended. There is one event per attempt of the run.',
  schema: z.object({
    run_id: z.uuid().describe('ID of the run.'),
    kind: z.string().describe('Kind of the run.'),
    status: z.enum(['completed', 'failed', 'cancelled']).describe('Outcome.'),
    epoch: z.int().positive().describe('Number of the attempt of the run, from 1.'),
    reason: z.string().nullable().describe('Why the run failed or was canceled.'),
    steps: z
      .array(
        z.object({
          name: z.string().describe('Name of the step.'),
          status: z.enum(stepStatuses).describe('Status of the step.'),
          total: z.int().nullable().describe('Number of items. Null if the step was not planned.'),
          failed: z.int().describe('Number of failed items.'),
        }),
      )
      .describe('Steps of the run.'),
    created_at: z.iso.datetime().describe('Time of creation.'),
    started_at: z.iso.datetime().nullable().describe('Start time. Null if it did not start.'),
    ended_at: z.iso.datetime().describe('End time.'),
  }),
  key: (p) => p.run_id,
})

/** The topics of the kinds, beside those that topics.yaml names. */
export const runTopics = runKinds.map(stepTopic)

export function stepTopic(kind: string) {
  return {
    name: stepWork(kind).name,
    key: 'run_id, step and item',
    partitions: 6,
    cleanup: 'delete' as const,
    // The store says what is to be done; a record tells a worker, and is of no use after the longest deadline.
    retention_ms: 604_800_000,
    visibility: 'internal' as const,
    /** The service that works on the kind is named by the catalogue of services. */
    owner: 'runs',
    description: `Commands to process the steps of runs of the kind ${kind}.`,
  }
}

/** The events of the job layer and of every kind. */
export const runEvents = [...runKinds.map(stepWork), runDue, runEnded]
