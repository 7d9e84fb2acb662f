import type { Agent } from '../../../kernel/agents/define-agent.ts'
import type { RunPorts } from '../../../kernel/runs/change-run.ts'
import { inputOf, showRun } from '../../../kernel/runs/read-runs.ts'
import type { RunState } from '../../../kernel/runs/run-state.ts'
import type { AgentRun } from '../turns/agent-run.ts'
import { keptSteps } from '../turns/kept-steps.ts'
import { turnResultSchema } from '../turns/turn-result.ts'
import { agentRunSchema } from './agent-schemas.ts'
import { turnSummary } from './turn-summary.ts'

/** A turn with what it came to, and the version of the prompt that it was told. */
export async function shownTurn(ports: RunPorts, run: AgentRun, state: RunState, agent: Pick<Agent, 'id'>) {
  const { result } = state.status === 'completed' ? ((await showRun(ports, run, state)) as { result?: unknown }) : {}
  const steps = ['failed', 'cancelled'].includes(state.status) ? await keptSteps(ports, state.id) : undefined
  const { prompt } = await inputOf(ports, run, state.id)
  return agentRunSchema.parse({
    ...turnSummary(state, agent),
    ...(prompt === undefined ? {} : { prompt }),
    ...(steps === undefined ? {} : { steps }),
    ...(result === undefined ? {} : { result: turnResultSchema.parse(result) }),
  })
}
