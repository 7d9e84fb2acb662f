import { z } from 'zod'
import type { RunPorts } from '../../../kernel/runs/change-run.ts'
import { itemsOf } from '../../../kernel/runs/read-items.ts'
import { inputOf, showRun } from '../../../kernel/runs/read-runs.ts'
import { hasEnded, type RunState } from '../../../kernel/runs/run-state.ts'
import { guideExample, guideSchema } from './guide.ts'
import { GENERATE, guidesRun } from './guide-run.ts'
import type { GuideJob } from './start-guides.ts'

const names = { requestId: z.string(), sessionId: z.string().nullable() }
const named = { requestId: 'fire-guides', sessionId: '0196f3a2-7c1e-7a55-b0a9-2f6b0d7f4c11' }
/** Annexes of one plan. */
const MOST_LINES = 1000

export const statusEntry = z
  .object({
    ...names,
    status: z.enum(['PROCESSING', 'SUCCESS', 'ERROR', 'CANCELLED']),
    progress: z.object({ total: z.int(), done: z.int() }).describe('Annexes of the plan, and how many are over.'),
    message: z.string().optional(),
  })
  .meta({
    id: 'GuidesStatus',
    description: 'How far a job of quick reference guides is.',
    examples: [{ ...named, status: 'PROCESSING', progress: { total: 16, done: 7 } }],
  })
export type StatusEntry = z.output<typeof statusEntry>

const line = z.string().describe('`[<step>:<annex name>] <reason>`')
export const guidesReply = z
  .object({
    ...names,
    status: z.string().describe('accepted, success, error; of status and result: PROCESSING, SUCCESS, ERROR, CANCELLED.'),
    message: z.string().optional(),
    data: z.object({ root: z.array(guideSchema) }).optional(),
    errors: z.array(line).optional().describe('Annexes without a guide, and why.'),
  })
  .meta({
    id: 'GuidesReply',
    description: 'A job of quick reference guides: that it was accepted, its guides, or why there are none.',
    examples: [{ ...named, status: 'SUCCESS', data: { root: [guideExample] }, errors: [] }],
  })
export type GuidesReply = z.output<typeof guidesReply>

const STATUS = { completed: 'SUCCESS', failed: 'ERROR', cancelled: 'CANCELLED' } as const
export const statusOf = ({ status }: Pick<RunState, 'status'>): StatusEntry['status'] =>
  status === 'completed' || status === 'failed' || status === 'cancelled' ? STATUS[status] : 'PROCESSING'

export function entryOf({ requestId, sessionId, state }: GuideJob): StatusEntry {
  const step = state.steps.find(({ name }) => name === GENERATE)
  const progress = { total: step?.total ?? 0, done: (step?.done ?? 0) + (step?.failed ?? 0) }
  const status = statusOf(state)
  return { requestId, sessionId, status, progress, ...(status === 'ERROR' ? { message: whyNot(state) } : {}) }
}

export const acceptedReply = ({ requestId, sessionId }: GuideJob): GuidesReply => ({
  ...{ requestId, sessionId, status: 'accepted' },
  message: 'The guides are being made; ask for them with k12-qrg-generation-status and k12-qrg-generation-result.',
})

/** The body of a job: its guides, why there are none, or that it is not over. */
export async function resultReply(ports: RunPorts, { requestId, sessionId, state }: GuideJob): Promise<GuidesReply> {
  const status = statusOf(state)
  const known = { requestId, sessionId, status }
  if (!hasEnded(state)) return { ...known, message: 'The guides are still being made; ask again.' }
  if (status === 'CANCELLED') return { ...known, message: 'The job was cancelled; no guides were made.' }
  const errors = await errorLines(ports, state)
  if (status === 'ERROR') return { ...known, message: whyNot(state), errors }
  const { result } = (await showRun(ports, guidesRun, state)) as { result?: GuidesReply['data'] }
  return { ...known, ...(result ? { data: result } : {}), errors }
}

function whyNot({ error, reason }: RunState): string {
  if (!error) return reason ?? 'The job failed.'
  return error.code === 'no_guides' ? error.message : `${error.code}: ${error.message}`
}

/** A line for each annex that has no guide. */
async function errorLines(ports: RunPorts, { id, steps }: RunState): Promise<string[]> {
  if (!steps.some(({ name, failed }) => name === GENERATE && failed > 0)) return []
  const { items } = await itemsOf(ports, id, { step: GENERATE, status: 'failed' }, { skip: 0, top: MOST_LINES })
  const { annexes } = await inputOf(ports, guidesRun, id)
  return items.map(({ item, error }) => `[${GENERATE}:${annexes[item]?.name ?? item}] ${error?.message ?? 'It failed.'}`)
}
