import type { Agent } from '../../../kernel/agents/define-agent.ts'
import type { RunState } from '../../../kernel/runs/run-state.ts'

/** A turn in the words of this family, as far as its state tells it. */
export const turnSummary = (state: RunState, agent: Pick<Agent, 'id'>) => ({
  runId: state.id,
  agent: agent.id,
  title: state.title ?? '',
  status: state.status,
  createdAt: state.created_at,
  endedAt: state.ended_at,
  ...(state.status === 'waiting' ? { waitingFor: state.questions[0]?.about } : {}),
  ...(state.error ? { error: state.error } : {}),
})
