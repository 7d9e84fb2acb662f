import { parseKept } from '../../../kernel/blobs/once.ts'
import type { RunPorts } from '../../../kernel/runs/change-run.ts'
import { onceOf } from '../../../kernel/runs/workers/step-store.ts'
import { MOST_MODEL_TURNS } from './run-turn.ts'
import { modelStepSchema, type TurnStep, toolStepSchema } from './turn-result.ts'

/** What a turn that came to no answer had been given until then, in the order of `TurnResult.steps`. */
export async function keptSteps(ports: RunPorts, runId: string): Promise<TurnStep[]> {
  const store = onceOf(ports, runId)
  const steps: TurnStep[] = []
  for (let n = 0; n < MOST_MODEL_TURNS; n++) {
    const key = `model/${n}`
    const said = await store.read(key)
    if (said === undefined) break
    const model = parseKept(modelStepSchema, said, key)
    steps.push({ key, model })
    for (const [i, { name }] of model.toolCalls.entries()) {
      const key = `tool/${n}/${i}`
      const gave = await store.read(key)
      if (gave !== undefined) steps.push({ key, name, tool: parseKept(toolStepSchema, gave, key) })
    }
  }
  return steps
}
