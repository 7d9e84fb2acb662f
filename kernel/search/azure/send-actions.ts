import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { ApiError } from '../../runtime/errors.ts'
import type { Action } from './chunk-action.ts'
import { indexPath, type Patience, type Rest, WRITING } from './rest.ts'
import { failureOf, isPassing } from './service-failure.ts'

/** Of the service: 1,000 actions and 16 MB a request. Half of the bytes, so that one request is not long under way. */
const MAX_ACTIONS = 1_000
const MAX_BYTES = 8 * 1024 * 1024
const FIRST_PAUSE_MS = 200

const resultSchema = z.object({
  value: z.array(z.object({ key: z.string(), status: z.boolean(), statusCode: z.number(), errorMessage: z.string().nullish() })),
})

/** Splits what is to be sent into batches that the service takes. */
function* batchesOf(actions: readonly Action[]): Generator<readonly Action[]> {
  let batch: Action[] = []
  let bytes = 0
  for (const action of actions) {
    if (batch.length && (batch.length === MAX_ACTIONS || bytes + action.bytes > MAX_BYTES)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(action)
    bytes += action.bytes + 1
  }
  if (batch.length) yield batch
}

/** Whether more would make a second request of these. */
export const isFull = (actions: readonly Action[], bytes: number): boolean => actions.length >= MAX_ACTIONS || bytes >= MAX_BYTES

/** A single action may pass: 409 two writers of one key, 422 the index is not ready, 429 and 5xx busy. */
const mayPass = (status: number): boolean => status === 409 || status === 422 || isPassing(status)

/** Sends one batch; gives the actions that failed in a way that may pass. */
async function sendOnce(rest: Rest, index: string, batch: readonly Action[], patience: Patience): Promise<readonly Action[]> {
  const request = {
    method: 'POST',
    path: `${indexPath(index)}/docs/search.index`,
    body: `{"value":[${batch.map((a) => a.json).join(',')}]}`,
  } as const
  const reply = await rest.ask(request, patience)
  if (reply.status === 413 && batch.length > 1) {
    const half = Math.ceil(batch.length / 2)
    return [...(await sendOnce(rest, index, batch.slice(0, half), patience)), ...(await sendOnce(rest, index, batch.slice(half), patience))]
  }
  if (reply.status !== 200 && reply.status !== 207) throw failureOf(reply, index)
  const { value } = resultSchema.parse(JSON.parse(reply.text))
  const failed = new Map(value.filter((r) => !r.status && r.statusCode !== 404).map((r) => [r.key, r]))
  for (const { key, statusCode, errorMessage } of failed.values())
    if (!mayPass(statusCode))
      throw new ApiError(
        'invalid_request',
        `the search service refuses chunk ${key}: ${(errorMessage ?? String(statusCode)).slice(0, 300)}`,
      )
  return batch.filter((a) => failed.has(a.key))
}

/**
 * Sends actions until the service has acknowledged every one; what failed in part is sent again alone. ApiError invalid_request for what
 * the service will never take, unavailable when it stays busy.
 */
export async function sendActions(rest: Rest, index: string, actions: readonly Action[], patience: Patience = WRITING): Promise<void> {
  for (const batch of batchesOf(actions)) {
    let left: readonly Action[] = batch
    for (let attempt = 0; left.length > 0; attempt++) {
      if (attempt === patience.tries)
        throw new ApiError('unavailable', `the search service did not take ${left.length} chunks`, { headers: { 'retry-after': '10' } })
      if (attempt > 0) await pause(FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random() / 2))
      left = await sendOnce(rest, index, left, patience)
    }
  }
}
