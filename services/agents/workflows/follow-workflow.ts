import type { Workflow } from '../../../kernel/agents/define-workflow.ts'
import type { SseEvent } from '../../../kernel/http/sse/sse.ts'
import type { RunPorts } from '../../../kernel/runs/change-run.ts'
import { followRun } from '../../../kernel/runs/read-runs.ts'
import type { RunState } from '../../../kernel/runs/run-state.ts'
import { showWorkflowRun } from './workflow-entity.ts'

/** `7`: behind the 7th entry of the timeline. `7.40`: behind it, with 40 items processed. Anything else was never sent. */
const EVENT_ID = /^(\d{1,9})(?:\.(\d{1,9}))?$/

export function eventIdOf(header: unknown): { readonly entry: number; readonly processed: number } {
  const [, entry = '0', processed = '0'] = EVENT_ID.exec(typeof header === 'string' ? header : '') ?? []
  return { entry: Number(entry), processed: Number(processed) }
}

/**
 * A run's changes as events, until it has ended: each entry of its timeline once, and between them its progress as it grows. Every event
 * has an id of its own, so that a stream goes on where it broke.
 */
export async function* followWorkflow(
  ports: RunPorts,
  flow: Workflow,
  state: RunState,
  last: { readonly entry: number; readonly processed: number },
  signal: AbortSignal,
): AsyncGenerator<SseEvent> {
  let { entry, processed } = last
  for await (const news of followRun(ports, state, last.entry, signal)) {
    const data = await showWorkflowRun(ports, flow, news.entity)
    if (news.id !== undefined) {
      entry = news.id
      processed = data.progress.processed
      yield { event: 'run', data, id: String(entry) }
    } else if (data.progress.processed > processed) {
      processed = data.progress.processed
      yield { event: 'run', data, id: `${entry}.${processed}` }
    }
  }
}
