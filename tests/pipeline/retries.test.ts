import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { CODE_OF, createFaults, type Faults, type FaultyStage } from '../support/faults.ts'
import { entityOf, sendText } from '../support/http-client.ts'
import { type PipelineStack, pipelineStack } from '../support/pipeline-stack.ts'
import {
  announcements,
  atEach,
  command,
  endOf,
  everywhere,
  historyOf,
  idOf,
  type Point,
  pointsOf,
  retry,
  STAGES,
  sendHeld,
  shown,
  textOf,
} from '../support/races-actions.ts'

/** The stack's consumers try twice, so that a fault of two calls ends the pass and one more would not. */
const UNTIL_GIVEN_UP = 2
const before: Point[] = pointsOf(STAGES, ['before-handle'])
const REPLACE = { replace_existing: 'true' }

let faults: Faults
let stack: PipelineStack
beforeAll(async () => {
  faults = createFaults()
  stack = await pipelineStack(undefined, faults.wrap)
})
afterAll(() => stack?.dispose())

const stageOf = (point: { consumer: string }) => point.consumer as FaultyStage
const ran = (name: string) => Object.fromEntries(STAGES.map(({ consumer }) => [consumer, stack.runs(consumer, idOf(name))]))

/** An upload that has failed at the stage. */
async function failedAt(stage: FaultyStage, name: string): Promise<string> {
  faults.fail(stage, name, UNTIL_GIVEN_UP)
  const { id } = await sendText(stack.url, name, textOf(name))
  await expect.poll(() => endOf(stack, id), { timeout: 60_000 }).toBe(`error ${CODE_OF[stage]}`)
  return id
}

test('a retry begins at the stage that failed: nothing before it runs again, and the failure stays on record', async () => {
  const outcomes = await atEach(before, async (point) => {
    const name = `retried ${point.consumer}.txt`
    const id = await failedAt(stageOf(point), name)
    await stack.quiet()
    const [runsBefore, callsBefore] = [ran(name), faults.embedderCalls(name)]
    const code = await retry(stack, id)
    await stack.quiet()
    const { status, attempt, errors } = await entityOf(stack.url, id)
    const after = ran(name)
    const seen = await shown(stack, name, name)
    return {
      code,
      status,
      attempt,
      errors: errors.map((e) => `${e.code} at ${e.stage}`),
      history: await historyOf(stack, id),
      ranAgain: STAGES.map(({ consumer }) => consumer).filter((c) => after[c] !== runsBefore[c]),
      embeddedAgain: faults.embedderCalls(name) > callsBefore,
      shows: seen.whole && seen.owners.join() === id,
      told: (await announcements(stack)).get(id),
    }
  })
  const events = ['received', 'parsed', 'chunked', 'embedded', 'indexed']
  const expected = (point: Point) => {
    const at = STAGES.findIndex((s) => s.consumer === point.consumer)
    return {
      code: 202,
      status: 'complete',
      attempt: 2,
      errors: [`${CODE_OF[stageOf(point)]} at ${point.stage}`],
      history: [...events.slice(0, at + 1), 'failed', 'retry', ...events.slice(at + 1)],
      ranAgain: STAGES.slice(at).map((s) => s.consumer),
      embeddedAgain: at <= 2,
      shows: true,
      told: ['failed', 'completed'],
    }
  }
  expect(outcomes).toEqual(everywhere(before, expected))
})

test('of two retries at once one goes on, and what is not in error is not tried again', async () => {
  const outcomes = await atEach(before, async (point) => {
    const name = `twice retried ${point.consumer}.txt`
    const id = await failedAt(stageOf(point), name)
    const codes = await Promise.all([retry(stack, id), retry(stack, id)])
    await stack.quiet()
    return {
      codes: codes.sort(),
      end: await endOf(stack, id),
      once: (await historyOf(stack, id)).filter((type) => type === 'retry' || type === 'indexed'),
      afterwards: await retry(stack, id),
    }
  })
  expect(outcomes).toEqual(everywhere(before, { codes: [202, 409], end: 'complete', once: ['retry', 'indexed'], afterwards: 409 }))
})

test('an upload whose name a newer one has taken is not tried again', async () => {
  const outcomes = await atEach(before, async (point) => {
    const name = `overtaken ${point.consumer}.txt`
    const id = await failedAt(stageOf(point), name)
    const { upload: newer, held } = await sendHeld(stack, point, name, textOf('newer'))
    const whileHeld = await retry(stack, id)
    held.release()
    await stack.quiet()
    const seen = await shown(stack, name, 'newer')
    return { codes: [whileHeld, await retry(stack, id)], end: await endOf(stack, id), shows: seen.whole && seen.owners.join() === newer.id }
  })
  const expected = (point: Point) => ({ codes: [409, 409], end: `error ${CODE_OF[stageOf(point)]}`, shows: true })
  expect(outcomes).toEqual(everywhere(before, expected))
})

test('a retry that a replacement overtakes ends as cancelled and writes nothing', async () => {
  const points = pointsOf(STAGES).map((point) => ({ ...point, topic: 'document.retry' }))
  const outcomes = await atEach(points, async (point) => {
    const name = `overtaken retry ${point.label}.txt`
    const id = await failedAt(stageOf(point), name)
    const held = stack.gates.hold({ ...point, documentId: idOf(name) })
    const code = await retry(stack, id)
    await held.reached
    const newer = await sendText(stack.url, name, textOf('newer'), REPLACE)
    await expect.poll(() => endOf(stack, newer.id), { timeout: 60_000 }).toBe('complete')
    held.release()
    await stack.quiet()
    const seen = await shown(stack, name, 'newer')
    return {
      code,
      end: await endOf(stack, id),
      shows: seen.whole && seen.owners.join() === newer.id,
      told: (await announcements(stack)).get(newer.id),
    }
  })
  // Behind its last boundary the older pass may have become searchable before the newer one took its place.
  const ends = (point: Point) =>
    outcomes[point.label]?.end === 'complete' && point.boundary !== 'before-handle' ? 'complete' : 'error cancelled'
  expect(outcomes).toEqual(everywhere(points, (point) => ({ code: 202, end: ends(point), shows: true, told: ['completed'] })))
  expect(outcomes['parse after-handle']?.end).toBe('error cancelled')
  expect(outcomes['index after-handle']?.end).toBe('complete')
})

const bulkSchema = z.object({ retried: z.array(z.string()) })

test('many are retried by error code and by stage, and no others', async () => {
  const ids = Object.fromEntries(
    await Promise.all((['parse', 'chunk', 'embed', 'index'] as const).map(async (s) => [s, await failedAt(s, `bulk ${s}.txt`)] as const)),
  )
  const bulk = async (body: unknown) => {
    const { retried } = bulkSchema.parse((await command(stack, 'POST', 'retry', body)).body)
    await stack.quiet()
    return retried.filter((id) => Object.values(ids).includes(id)).map((id) => Object.entries(ids).find(([, known]) => known === id)?.[0])
  }
  expect(await bulk({ error_code: 'indexing_failed' })).toEqual(['index'])
  expect(await bulk({ stage: 'embedding' })).toEqual(['embed'])
  expect(await bulk({ error_code: 'storage_failed', stage: 'chunking' })).toEqual(['chunk'])
  expect(await endOf(stack, ids.parse ?? '')).toBe('error storage_failed')
  expect(await bulk({ error_code: 'storage_failed' })).toEqual(['parse'])
  expect(await Promise.all(Object.values(ids).map((id) => endOf(stack, id)))).toEqual(Array(4).fill('complete'))
})

test('a failed replacement leaves the document that is there, and its name is not free', async () => {
  const name = 'kept.txt'
  const older = await sendText(stack.url, name, textOf('older'))
  await stack.quiet()
  faults.fail('embed', name, UNTIL_GIVEN_UP)
  const newer = await sendText(stack.url, name, textOf(name), REPLACE)
  await stack.quiet()
  expect(await endOf(stack, newer.id)).toBe('error embedding_failed')
  const third = await sendText(stack.url, name, textOf('third'))
  expect([third.code, third.text.includes(older.id)]).toEqual([409, true])
  expect((await shown(stack, name, 'older')).owners).toEqual([older.id])
})
