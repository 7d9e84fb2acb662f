import type { RunState } from '../../kernel/runs/run-state.ts'
import type { ExecutedStep, Output } from './result.ts'
import type { RunInput } from './thread/job.ts'

export const partNames = ['temporal', 'pattern', 'correlation', 'domain', 'explanation', 'validation'] as const

/** What the steps left, as far as they ran. */
export interface Parts {
  readonly temporal?: NonNullable<Output['temporal']>
  readonly pattern?: NonNullable<Output['pattern']>
  readonly correlation?: NonNullable<Output['correlation']>
  readonly domain?: NonNullable<Output['domain']>
  readonly explanation?: {
    readonly insights: Output['result']['keyInsights']
    readonly summary: string
    readonly answered: boolean
    readonly note?: string | undefined
    readonly confidence: number
  }
  readonly validation?: NonNullable<Output['validation']> & { readonly explanation: NonNullable<Output['explanation']> }
}

/** The full output of a run from what its steps made. `now`: when its last step ends. */
export function assemble(input: RunInput, { explanation, validation, ...sections }: Parts, state: RunState, now: string): Output {
  const executedSteps = state.steps.map((step) => executed(step, now))
  const missing = executedSteps.flatMap(({ step, status, reason }) =>
    status === 'completed' ? [] : [{ step, status, reason: reason ?? '' }],
  )
  const startedAt = state.started_at ?? state.created_at
  const { explanation: text, ...checks } = validation ?? {}
  const failed = executedSteps.filter(({ status }) => status === 'failed').map(({ step }) => step)
  const told = explanation?.summary ?? 'The findings stand in the sections above; no summary could be made of them.'
  return {
    taskId: input.taskId,
    objective: input.objective,
    ...sections,
    ...(text ? { explanation: text } : {}),
    ...(validation ? { validation: checks as NonNullable<Output['validation']> } : {}),
    result: {
      summary: failed.length > 0 ? `${told} These steps failed and are missing: ${failed.join(', ')}.` : told,
      keyInsights: explanation?.insights ?? [],
      confidence: explanation?.confidence ?? 0,
      missing,
      skipped: input.items.filter(({ n }) => n === 0).map(({ id, notes }) => ({ id, notes })),
    },
    executedSteps,
    timing: { startedAt, completedAt: now, totalMs: Date.parse(now) - Date.parse(startedAt) },
  }
}

function executed({ name, status, started_at, ended_at, reason, error }: RunState['steps'][number], now: string): ExecutedStep {
  const startedAt = started_at ?? ended_at ?? now
  const durationMs = Math.max(0, Date.parse(ended_at ?? now) - Date.parse(startedAt))
  const why = reason ?? error?.message
  const told = status === 'skipped' ? 'skipped' : status === 'failed' ? 'failed' : 'completed'
  return { step: name, status: told, startedAt, durationMs, ...(why ? { reason: why } : {}) }
}
