import { z } from 'zod'
import { defineEvent, type EventType } from './event.ts'

/** Every kind of run, a word each (`annex`), from which its topics and schemas follow. Each has topics of its own, so that no family waits behind another. */
export const runKinds: readonly string[] = ['agent', 'reasoning', 'rebuild', 'redrive', 'qrg', 'report', 'tagging', 'replay', 'annex']

export const runStatuses = ['queued', 'running', 'waiting', 'completed', 'failed', 'cancelled'] as const
export const stepStatuses = ['pending', 'planning', 'running', 'completed', 'failed', 'skipped', 'cancelled'] as const

const stepWorkSchema = z.object({
  run_id: z.uuid(),
  /** Grows with each retry of the run; work of an older one is not done any more. */
  epoch: z.int().positive(),
  step: z.string().min(1),
  /** From 0; -1: find out whether the step is skipped and how many items it has. */
  item: z.int().min(-1),
  /** Whose turn it takes: the subject that started the run. */
  caller: z.string().optional(),
})

/** Command to work on an item of a step, keyed by run and item so that the items of a run are worked on side by side. */
export const stepWork = <Kind extends string>(kind: Kind) =>
  defineEvent({
    name: `${kind}.step` as const,
    description: `Command to work on an item of a step of a run (${kind}).`,
    schema: stepWorkSchema,
    key: (p) => `${p.run_id}/${p.step}/${p.item}`,
  })
export type StepWork = z.output<typeof stepWorkSchema>
export type StepWorkEvent = EventType<string, typeof stepWorkSchema>

export const runDue = defineEvent({
  name: 'run.due',
  description: 'Command of the job layer to itself: what is due for a run at a time, or follows from the change of another.',
  schema: z.object({
    run_id: z.uuid(),
    /** deadline, purge: its time is over. cancel: a newer run takes its place. next: another may begin. given-up: a record that ends processes. */
    what: z.enum(['deadline', 'purge', 'cancel', 'next', 'given-up']),
    /** Of the run when this was decided. */
    epoch: z.int().positive(),
    step: z.string().optional(),
    item: z.int().optional(),
    message: z.string().optional(),
  }),
  key: (p) => p.run_id,
})

export const runEnded = defineEvent({
  name: 'run.ended',
  description: 'A run reached its end, well or badly; once more after each retry. For downstream systems and webhooks.',
  schema: z.object({
    run_id: z.uuid(),
    kind: z.string(),
    status: z.enum(['completed', 'failed', 'cancelled']),
    /** From 1; grows with each retry. */
    epoch: z.int().positive(),
    /** Why it failed or was cancelled. */
    reason: z.string().nullable(),
    steps: z.array(z.object({ name: z.string(), status: z.enum(stepStatuses), total: z.int().nullable(), failed: z.int() })),
    created_at: z.iso.datetime(),
    started_at: z.iso.datetime().nullable(),
    ended_at: z.iso.datetime(),
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
    description: `Work on the steps of runs of the kind ${kind}.`,
  }
}

/** The events of the job layer and of every kind. */
export const runEvents = [...runKinds.map(stepWork), runDue, runEnded]
