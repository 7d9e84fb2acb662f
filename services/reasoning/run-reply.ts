import { z } from 'zod'
import type { RunState } from '../../kernel/runs/run-state.ts'
import { outputSchema } from './result.ts'

/** States of a run as this family names them: what waits for its turn runs, what was cancelled has failed. */
export const runReplySchema = z
  .object({
    runId: z.string(),
    objective: z.string().describe('The question, its first line of 200 characters.'),
    status: z.enum(['running', 'completed', 'failed']),
    reason: z.string().optional().describe('Why it failed; `cancelled` where somebody ended it.'),
    createdAt: z.string(),
    steps: z.array(z.object({ step: z.string(), status: z.string(), reason: z.string().optional() })),
    result: outputSchema.optional().describe('Once it is completed.'),
  })
  .meta({
    id: 'ReasoningRun',
    description: 'A run, and what it found.',
    examples: [
      {
        runId: '0196f3a2-7c1e-7a55-b0a9-2f6b0d7f4c11',
        objective: 'When did visits step up?',
        status: 'running',
        createdAt: '2026-03-31T09:00:00.000Z',
        steps: [{ step: 'temporal', status: 'completed' }],
      },
    ],
  })
export type RunReply = z.output<typeof runReplySchema>

export function runReply(
  state: Pick<RunState, 'id' | 'title' | 'status' | 'reason' | 'error' | 'created_at' | 'steps'>,
): Omit<RunReply, 'result'> {
  const { id, created_at } = state
  const failed = state.status === 'failed' || state.status === 'cancelled'
  const status = failed ? 'failed' : state.status === 'completed' ? 'completed' : 'running'
  const reason = state.status === 'cancelled' ? 'cancelled' : (state.error?.message ?? state.reason ?? 'failed')
  return {
    runId: id,
    objective: state.title ?? '',
    status,
    ...(failed ? { reason } : {}),
    createdAt: created_at,
    steps: state.steps.map(stepReply),
  }
}

export function stepReply({ name, status, reason, error }: RunState['steps'][number]): RunReply['steps'][number] {
  const why = reason ?? error?.message
  return { step: name, status, ...(why ? { reason: why } : {}) }
}
