import { z } from 'zod'
import { runStatuses, stepStatuses } from '../../schemas/run.ts'
import { isOver, type RunState } from './run-state.ts'

export const progressSchema = z.object({ done: z.number(), total: z.number(), unit: z.string().optional() })

const errorSchema = z.object({ code: z.string(), message: z.string() })

const begun = { started_at: '2026-03-12T09:30:01.000Z', ended_at: null, reason: null, error: null }
/** A run that is under way, for the API's document. */
export const runExample = {
  ...{ run_id: '0196f3a2-7c1e-7a55-b0a9-2f6b0d7f4c11', kind: 'draft', status: 'running', epoch: 1, progress: 0.25 },
  steps: [{ name: 'write', status: 'running', total: 4, done: 1, failed: 0, skipped: 0, ...begun, items: [] }],
  ...{ questions: [], created_at: '2026-03-12T09:30:00.000Z', deadline_at: '2026-03-12T09:45:00.000Z', ...begun },
} as const

/** A run as people see it. */
export const runEntitySchema = z
  .object({
    run_id: z.uuid(),
    kind: z.string(),
    title: z.string().optional().describe('What it is about, in one line.'),
    status: z.enum(runStatuses),
    epoch: z.int().describe('From 1; grows with each retry.'),
    progress: z.number().describe('0 to 1, by the steps that are over and their items.'),
    steps: z.array(
      z.object({
        name: z.string(),
        status: z.enum(stepStatuses),
        total: z.int().nullable().describe('Items; null until it is known.'),
        done: z.int(),
        failed: z.int(),
        skipped: z.int().describe('Items that there was nothing to do for.'),
        started_at: z.string().nullable(),
        ended_at: z.string().nullable(),
        reason: z.string().nullable().describe('Why it was skipped.'),
        error: errorSchema.nullable().describe('The first failure.'),
        items: z.array(progressSchema.extend({ item: z.int() })).describe('Of items under way that tell of themselves.'),
      }),
    ),
    questions: z
      .array(
        z.object({
          ...{ key: z.string(), step: z.string(), about: z.unknown() },
          answer: z.record(z.string(), z.unknown()).optional().describe('JSON Schema of the answer.'),
        }),
      )
      .describe('What a person has to decide first.'),
    created_at: z.string(),
    started_at: z.string().nullable(),
    ended_at: z.string().nullable(),
    deadline_at: z.string().nullable(),
    reason: z.string().nullable().describe('Why it failed or was canceled.'),
    error: errorSchema.nullable(),
    result: z.unknown().optional().describe('Once it is completed.'),
  })
  .meta({ id: 'Run', description: 'A job, its steps and how far they are.', examples: [runExample] })
export type RunEntity = Readonly<z.output<typeof runEntitySchema>>

/** Progress of items under way, by step. */
export type ItemProgress = ReadonlyMap<string, RunEntity['steps'][number]['items']>

export function entityOf(state: RunState, progress: ItemProgress): RunEntity {
  const { id, kind, title, status, epoch, created_at, started_at, ended_at, deadline_at, reason, error } = state
  const steps = state.steps.map(({ name, status, total, done, failed, skipped, started_at, ended_at, reason, error }) => ({
    name,
    status,
    total,
    done,
    failed,
    skipped,
    started_at,
    ended_at,
    reason,
    error,
    items: progress.get(name) ?? [],
  }))
  const questions = state.questions.map(({ item: _item, ...question }) => question)
  const facts = {
    run_id: id,
    kind,
    ...(title === undefined ? {} : { title }),
    status,
    epoch,
    progress: Math.round(shareOf(state) * 1000) / 1000,
    steps,
    questions,
  }
  return { ...facts, created_at, started_at, ended_at, deadline_at, reason, error }
}

const shareOf = ({ steps }: RunState): number =>
  steps.reduce((sum, step) => sum + (isOver(step) ? 1 : step.total ? (step.done + step.failed + step.skipped) / step.total : 0), 0) /
  steps.length
