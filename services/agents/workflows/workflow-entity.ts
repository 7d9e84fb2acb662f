import { z } from 'zod'
import type { Workflow } from '../../../kernel/agents/define-workflow.ts'
import type { RunPorts } from '../../../kernel/runs/change-run.ts'
import { inputOf } from '../../../kernel/runs/read-runs.ts'
import type { RunEntity } from '../../../kernel/runs/run-entity.ts'

const progressSchema = z
  .object({ total: z.int(), processed: z.int(), succeeded: z.int(), failed: z.int(), skipped: z.int() })
  .describe('Counts of items; processed is the sum of the three behind it.')
export type WorkflowProgress = z.output<typeof progressSchema>

const failure = z.object({ code: z.string(), message: z.string() })
const time = z.string().nullable()
const facts = {
  runId: z.string(),
  status: z.enum(['running', 'waiting', 'completed', 'failed', 'cancelled']),
  progress: progressSchema,
  createdAt: z.string().describe('ISO 8601.'),
}
const begun = {
  runId: '0196f3a2-7c1e-7a55-b0a9-2f6b0d7f4c11',
  status: 'running',
  progress: { total: 2, processed: 0, succeeded: 0, failed: 0, skipped: 0 },
  createdAt: '2026-03-12T09:30:00.000Z',
} as const

export const startedSchema = z
  .object({ ...facts, message: z.string() })
  .meta({ id: 'WorkflowStarted', description: 'A run that was accepted.', examples: [{ ...begun, message: 'Tagging 2 posts.' }] })

/** A run that has begun, for the API's document. */
export const runExample = {
  ...begun,
  workflow: 'tap-tagging-suggestions',
  epoch: 1,
  steps: [],
  questions: [],
  startedAt: '2026-03-12T09:30:00.100Z',
  endedAt: null,
  reason: null,
  error: null,
}

/** A run without what it gave. */
export const workflowRunSchema = z
  .object({
    ...facts,
    workflow: z.string().describe('Id of the workflow.'),
    title: z.string().optional(),
    epoch: z.int().describe('From 1; grows with each retry.'),
    steps: z.array(
      z.object({
        name: z.string(),
        status: z.string(),
        total: z.int().nullable(),
        done: z.int(),
        failed: z.int(),
        skipped: z.int(),
        startedAt: time,
        endedAt: time,
        reason: z.string().nullable(),
        error: failure.nullable(),
      }),
    ),
    questions: z.array(z.object({ key: z.string(), step: z.string(), about: z.unknown() })).describe('What waits for approval.'),
    startedAt: time,
    endedAt: time,
    reason: z.string().nullable().describe('Why it failed or was canceled.'),
    error: failure.nullable(),
  })
  .meta({
    id: 'WorkflowRun',
    description: 'A run of a workflow.',
    examples: [runExample],
  })
export type WorkflowRun = z.output<typeof workflowRunSchema>

/** The run in the words of workflows. What its items are is asked of its input, where that is not at hand, as long as no worker has counted them. */
export async function showWorkflowRun(ports: RunPorts, flow: Workflow, entity: RunEntity, input?: unknown): Promise<WorkflowRun> {
  const { run_id, title, status, epoch, steps, questions, created_at, started_at, ended_at, reason, error } = entity
  return {
    runId: run_id,
    workflow: flow.id,
    ...(title === undefined ? {} : { title }),
    status: status === 'queued' ? 'running' : status,
    progress: await progressOf(ports, flow, entity, input),
    epoch,
    steps: steps.map(({ started_at, ended_at, items: _items, ...step }) => ({ ...step, startedAt: started_at, endedAt: ended_at })),
    questions: questions.map(({ key, step, about }) => ({ key, step, about })),
    createdAt: created_at,
    startedAt: started_at,
    endedAt: ended_at,
    reason,
    error,
  }
}

async function progressOf(
  ports: RunPorts,
  flow: Workflow,
  { run_id, status, steps }: RunEntity,
  input: unknown,
): Promise<WorkflowProgress> {
  const { counted } = flow
  const step = counted && steps.find(({ name }) => name === counted.step)
  if (!counted || !step) {
    const [succeeded, failed] = [status === 'completed' ? 1 : 0, status === 'failed' ? 1 : 0]
    return { total: 1, processed: succeeded + failed, succeeded, failed, skipped: 0 }
  }
  const total = step.total ?? counted.ids(input ?? (await inputOf(ports, flow.run, run_id))).length
  const { done: succeeded, failed, skipped } = step
  return { total, processed: succeeded + failed + skipped, succeeded, failed, skipped }
}
