import type { RunPorts } from '../../../kernel/runs/change-run.ts'
import { type Starter, startRun } from '../../../kernel/runs/control.ts'
import { inputOf } from '../../../kernel/runs/read-runs.ts'
import type { RunState } from '../../../kernel/runs/run-state.ts'
import { onceOf } from '../../../kernel/runs/workers/step-store.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { newId } from '../../../kernel/runtime/ids.ts'
import type { AgentRun, TurnInput } from './agent-run.ts'
import type { TurnStep } from './turn-result.ts'

/**
 * A recorded turn once more, as a run of its own: what its first `from` steps gave (or those before the one with this key) is taken over,
 * what stands behind them is done anew, by what this caller may read now. It is not remembered in the turn's thread. ApiError
 * invalid_request for steps that there are not.
 */
export async function rerunTurn(
  ports: RunPorts,
  run: AgentRun,
  {
    state,
    steps,
    from,
    starter,
    caller,
    requestId,
  }: {
    state: RunState
    steps: readonly TurnStep[]
    from: number | string
    starter: Starter
    caller: TurnInput['caller']
    requestId: string
  },
): Promise<RunState> {
  const kept = typeof from === 'number' ? from : steps.findIndex(({ key }) => key === from)
  if (kept < 0 || kept > steps.length)
    throw new ApiError('invalid_request', `from: the turn has ${steps.length} steps: ${steps.map(({ key }) => key).join(', ') || 'none'}`, {
      details: { field: 'from' },
    })
  const { thread: _, ...input } = await inputOf(ports, run, state.id)
  const id = newId()
  const store = onceOf(ports, id)
  for (const { key, model, tool } of steps.slice(0, kept)) await store.keep(key, JSON.stringify(model ?? tool))
  return startRun(ports, run, { ...input, caller, requestId }, { starter, requestId, id })
}
