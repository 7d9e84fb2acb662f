import type { Agent } from '../../../kernel/agents/define-agent.ts'
import type { RunPorts } from '../../../kernel/runs/change-run.ts'
import { inputOf, showRun } from '../../../kernel/runs/read-runs.ts'
import type { RunState } from '../../../kernel/runs/run-state.ts'
import type { AgentRun } from '../turns/agent-run.ts'
import { turnResultSchema } from '../turns/turn-result.ts'
import { agentRunSchema } from './agent-schemas.ts'

/** A turn in the words of this family. */
export async function shownTurn(ports: RunPorts, run: AgentRun, state: RunState, agent: Pick<Agent, 'id'>) {
  const { result } = state.status === 'completed' ? ((await showRun(ports, run, state)) as { result?: unknown }) : {}
  const { prompt } = await inputOf(ports, run, state.id)
  const about = state.questions[0]?.about
  return agentRunSchema.parse({
    runId: state.id,
    agent: agent.id,
    title: state.title ?? '',
    status: state.status,
    createdAt: state.created_at,
    endedAt: state.ended_at,
    ...(prompt === undefined ? {} : { prompt }),
    ...(state.status === 'waiting' ? { waitingFor: about } : {}),
    ...(state.error ? { error: state.error } : {}),
    ...(result === undefined ? {} : { result: turnResultSchema.parse(result) }),
  })
}
