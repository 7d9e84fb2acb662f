import { z } from 'zod'
import { runStatuses, stepStatuses } from '../../schemas/run.ts'

const errorSchema = z.object({ code: z.string(), message: z.string() })

/** Where a step of a run stands. Its items are rows of their own; here are their numbers. */
const stepStateSchema = z.object({
  name: z.string(),
  /** Steps that have to be over before this one begins. */
  after: z.array(z.string()),
  on_fail: z.enum(['end', 'go-on']),
  /** Whether a worker has to find out first if it is skipped, and how many items it has. */
  plans: z.boolean(),
  /** Items that it has whenever it begins, where the input alone says so. */
  counted: z.int().optional(),
  status: z.enum(stepStatuses),
  /** Items; null until it is known. */
  total: z.int().nullable(),
  /** Items that have a row. */
  issued: z.int(),
  /** Items with a row that are to be worked on once more. */
  redo: z.int(),
  /** Items under way. */
  open: z.int(),
  done: z.int(),
  failed: z.int(),
  /** Items that there was nothing to do for. */
  skipped: z.int().default(0),
  started_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  /** Why it was skipped. */
  reason: z.string().nullable(),
  /** The first failure. */
  error: errorSchema.nullable(),
})
export type StepState = z.output<typeof stepStateSchema>

/** A step of which nothing was done. */
export const freshStep = (step: Pick<StepState, 'name' | 'after' | 'on_fail' | 'plans' | 'counted'>): StepState => ({
  ...step,
  status: 'pending',
  total: null,
  issued: 0,
  redo: 0,
  open: 0,
  done: 0,
  failed: 0,
  skipped: 0,
  started_at: null,
  ended_at: null,
  reason: null,
  error: null,
})

/** Something that only a person can decide before an item goes on. */
const questionSchema = z.object({
  ...{ step: z.string(), item: z.int(), key: z.string(), about: z.unknown() },
  /** JSON Schema of the answer; absent where any will do. */
  answer: z.record(z.string(), z.unknown()).optional(),
})
export type Question = z.output<typeof questionSchema>

/** All that is known of a run but its input, its items and what they made. */
export const runStateSchema = z.object({
  id: z.string(),
  kind: z.string(),
  /** Who started it, and alone may see it. */
  subject: z.string(),
  actor: z.string(),
  /** What it is about, for people. */
  title: z.string().optional(),
  /** What one run at a time is about; null where that does not matter. */
  busy_key: z.string().nullable(),
  status: z.enum(runStatuses),
  /** From 1; grows with each retry, so that work of before is told from work of now. */
  epoch: z.int(),
  steps: z.array(stepStateSchema),
  questions: z.array(questionSchema),
  deadline_ms: z.number(),
  keep_ms: z.number(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  /** Of this epoch. */
  deadline_at: z.string().nullable(),
  /** Why it failed or was cancelled: a word such as `deadline`, or a step's name. */
  reason: z.string().nullable(),
  error: errorSchema.nullable(),
  /** Entries of the timeline so far. */
  changes: z.int(),
})
export type RunState = z.output<typeof runStateSchema>

type Accepted = 'id' | 'kind' | 'subject' | 'actor' | 'title' | 'busy_key' | 'steps' | 'deadline_ms' | 'keep_ms' | 'created_at'

/** A run that was accepted and has not begun. */
export const freshRun = (run: Pick<RunState, Accepted>): RunState => ({
  ...run,
  status: 'queued',
  epoch: 1,
  questions: [],
  started_at: null,
  ended_at: null,
  deadline_at: null,
  reason: null,
  error: null,
  changes: 0,
})

export const hasEnded = ({ status }: Pick<RunState, 'status'>): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled'

/** Whether what stands after this step may begin. */
export const isOver = ({ status }: Pick<StepState, 'status'>): boolean =>
  status === 'completed' || status === 'failed' || status === 'skipped' || status === 'cancelled'

/** One thing that happened to a run, as people are told. */
export const entrySchema = z.object({
  type: z.enum([
    'run.queued',
    'run.started',
    'run.waiting',
    'run.decided',
    'run.retried',
    'run.completed',
    'run.failed',
    'run.cancelled',
    'step.started',
    'step.completed',
    'step.failed',
    'step.skipped',
    'item.failed',
  ]),
  at: z.string(),
  step: z.string().optional(),
  item: z.int().optional(),
  reason: z.string().optional(),
  error: errorSchema.optional(),
})
export type Entry = z.output<typeof entrySchema>

/** It is kept as JSON, which is copied in a quarter of the time of a structured clone. */
export const copyOf = (run: RunState): RunState => JSON.parse(JSON.stringify(run))
