import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { sendText } from '../support/http-client.ts'
import { ownDatabase } from '../support/own-database.ts'
import { type PipelineStack, pipelineStack } from '../support/pipeline-stack.ts'
import {
  announcements,
  atEach,
  blobsOf,
  cancel,
  endOf,
  entity,
  everywhere,
  historyOf,
  idOf,
  ownerNamedBy,
  pointsOf,
  remove,
  retry,
  STAGES,
  sendHeld,
  shown,
  textOf,
} from '../support/races-actions.ts'

const REPLACE = { replace_existing: 'true' }
const brokers = inject('kafkaBrokers')
const database = inject('databaseUrl')
if (!brokers || !database) console.log(`skipped: races on Kafka and PostgreSQL (${inject('skipped')})`)

describe.each([
  { on: 'embedded parts', external: false, points: pointsOf(STAGES) },
  { on: 'Kafka and PostgreSQL', external: true, points: pointsOf([STAGES[1], STAGES[3]], ['after-handle', 'after-publish']) },
])('one document at every boundary, on $on', ({ external, points }) => {
  describe.skipIf(external && (!brokers || !database))('', () => {
    let stack: PipelineStack
    beforeAll(async () => {
      stack = await pipelineStack(external ? { kafkaBrokers: brokers ?? '', databaseUrl: await ownDatabase(database ?? '') } : undefined)
    })
    afterAll(() => stack?.dispose())

    /** Whether a pass that is held there has made its chunks visible already. */
    const isLive = (point: { consumer: string; boundary: string }) => point.consumer === 'index' && point.boundary !== 'before-handle'
    /** Whether the pass goes on behind the gate: what follows may overtake the test. */
    const goesOn = (point: { consumer: string; boundary: string }) => point.consumer !== 'index' && point.boundary === 'after-publish'

    test('of two simultaneous uploads one is taken, and the other is told which', async () => {
      const outcomes = await atEach(points, async (point) => {
        const name = `twice ${point.label}.txt`
        const held = stack.gates.hold({ ...point, documentId: idOf(name) })
        const both = await Promise.all([sendText(stack.url, name, textOf('one')), sendText(stack.url, name, textOf('two'))])
        const winner = both.find((r) => r.code === 202)
        const loser = both.find((r) => r.code !== 202)
        await held.reached
        const third = await sendText(stack.url, name, textOf('three'))
        held.release()
        await stack.quiet()
        const seen = await shown(stack, name, both[0] === winner ? 'one' : 'two')
        return {
          codes: [...both.map((r) => r.code).sort(), third.code],
          namesWinner: loser !== undefined && [loser, third].every((r) => ownerNamedBy(r) === winner?.id),
          end: await endOf(stack, winner?.id ?? ''),
          showsWinner: seen.whole && seen.owners.join() === winner?.id,
        }
      })
      expect(outcomes).toEqual(everywhere(points, { codes: [202, 409, 409], namesWinner: true, end: 'complete', showsWinner: true }))
    })

    test('a replacement during the stage wins, and the replaced upload ends and leaves nothing', async () => {
      const outcomes = await atEach(points, async (point) => {
        const name = `replaced ${point.label}.txt`
        const { upload: older, held } = await sendHeld(stack, point, name, textOf('old'))
        const newer = await sendText(stack.url, name, textOf('new'), REPLACE)
        held.release()
        await stack.quiet()
        const seen = await shown(stack, name, 'new')
        return {
          ends: [await endOf(stack, older.id), await endOf(stack, newer.id)],
          showsNewer: seen.whole && seen.owners.join() === newer.id,
          olderFiles: (await blobsOf(stack, name)).filter((path) => path.includes(older.id) || path.includes(`${idOf(name)}/1/`)),
        }
      })
      expect(outcomes).toEqual(everywhere(points, { ends: ['complete', 'complete'], showsNewer: true, olderFiles: [] }))
    })

    test('a deletion during the stage leaves no chunk and no file, for ever', async () => {
      const outcomes = await atEach(points, async (point) => {
        const name = `deleted ${point.label}.txt`
        const { upload, held } = await sendHeld(stack, point, name, textOf('gone'))
        const code = await remove(stack, upload.id)
        const whileHeld = (await shown(stack, name, 'gone')).count
        held.release()
        await stack.quiet()
        const after = await shown(stack, name, 'gone')
        return { code, whileHeld, after: after.count, files: await blobsOf(stack, name), history: await historyOf(stack, upload.id) }
      })
      expect(outcomes).toEqual(everywhere(points, { code: 200, whileHeld: 0, after: 0, files: [], history: [] }))
    })

    test('a cancelled pass ends in one way that status, search, history and announcement agree on', async () => {
      const sent = await atEach(points, async (point) => {
        const name = `cancelled ${point.label}.txt`
        const older = await sendText(stack.url, name, textOf('old'))
        await stack.quiet()
        const { upload: newer, held } = await sendHeld(stack, point, name, textOf('new'), REPLACE)
        // A pass that is searchable already is only refused once its end is known, which the gate holds back.
        const code = cancel(stack, newer.id)
        if (isLive(point)) held.release()
        const answered = await code
        held.release()
        await stack.quiet()
        const won = answered === 200 ? 'old' : 'new'
        const seen = await shown(stack, name, won)
        return {
          code: answered,
          point,
          newer: newer.id,
          end: await endOf(stack, newer.id),
          shows: seen.whole && seen.owners.join() === (answered === 200 ? older.id : newer.id),
          older: await endOf(stack, older.id),
          ends: (await historyOf(stack, newer.id)).filter((type) => type === 'failed' || type === 'indexed'),
        }
      })
      const told = await announcements(stack)
      for (const { point, code, newer, ...outcome } of Object.values(sent)) {
        if (!goesOn(point)) expect([point.label, code]).toEqual([point.label, isLive(point) ? 409 : 200])
        const expected =
          code === 200
            ? { end: 'error cancelled', shows: true, older: 'complete', ends: ['failed'], told: ['failed'] }
            : { end: 'complete', shows: true, older: 'complete', ends: ['indexed'], told: ['completed'] }
        expect({ at: point.label, ...outcome, told: told.get(newer) }).toEqual({ at: point.label, ...expected })
      }
    })

    test('a retry after a cancellation goes on while the cancelled pass is still held, and wins', async () => {
      const some = points.filter((p) => !isLive(p) && !goesOn(p))
      const outcomes = await atEach(some, async (point) => {
        const name = `cancelled and retried ${point.label}.txt`
        const { upload, held } = await sendHeld(stack, point, name, textOf('text'))
        // A retry begins where the status says that the pass stood; an earlier stage's output would wait behind the held record.
        // A file that is read at once has told nothing of its reading.
        await expect
          .poll(async () => (await entity(stack, upload.id)).processing_stage)
          .toMatch(point.consumer === 'parse' ? /^(stored|parsing)$/ : new RegExp(`^${point.stage}$`))
        const codes = [await cancel(stack, upload.id), await retry(stack, upload.id)]
        const complete = await expect
          .poll(() => endOf(stack, upload.id), { timeout: 60_000 })
          .toBe('complete')
          .then(() => true)
        held.release()
        await stack.quiet()
        const seen = await shown(stack, name, 'text')
        return {
          codes,
          complete,
          end: await endOf(stack, upload.id),
          shows: seen.whole && seen.owners.join() === upload.id,
          ends: (await historyOf(stack, upload.id)).filter((type) => type === 'failed' || type === 'indexed'),
          told: (await announcements(stack)).get(upload.id),
        }
      })
      const expected = { codes: [200, 202], complete: true, end: 'complete', shows: true, ends: ['failed', 'indexed'] }
      expect(outcomes).toEqual(everywhere(some, { ...expected, told: ['failed', 'completed'] }))
    })

    test('a deleted document that is uploaded again during the stage is the new one alone', async () => {
      const outcomes = await atEach(points, async (point) => {
        const name = `again ${point.label}.txt`
        const { upload: older, held } = await sendHeld(stack, point, name, textOf('old'))
        const deleted = await remove(stack, older.id)
        const newer = await sendText(stack.url, name, textOf('new'))
        held.release()
        await stack.quiet()
        const seen = await shown(stack, name, 'new')
        return {
          codes: [deleted, newer.code],
          end: await endOf(stack, newer.id),
          showsNewer: seen.whole && seen.owners.join() === newer.id,
          olderFiles: (await blobsOf(stack, name)).filter((path) => path.includes(older.id) || path.includes(`${idOf(name)}/1/`)),
        }
      })
      expect(outcomes).toEqual(everywhere(points, { codes: [200, 202], end: 'complete', showsNewer: true, olderFiles: [] }))
    })

    test('a process that dies at the boundary leaves a pass that ends as if nothing had happened', async () => {
      const sent = await atEach(points, async (point) => {
        const name = `redelivered ${point.label}.txt`
        return { name, ...(await sendHeld(stack, point, name, textOf('same'))) }
      })
      await stack.crash()
      await stack.quiet()
      const told = await announcements(stack)
      const outcomes = await atEach(points, async (point) => {
        const { name, upload } = sent[point.label]!
        const seen = await shown(stack, name, 'same')
        return {
          end: await endOf(stack, upload.id),
          shows: seen.whole && seen.owners.join() === upload.id,
          history: await historyOf(stack, upload.id),
          told: told.get(upload.id),
          again: stack.runs(point.consumer, idOf(name)) >= (point.boundary === 'before-handle' ? 1 : 2),
        }
      })
      const history = ['received', 'parsed', 'chunked', 'embedded', 'indexed']
      expect(outcomes).toEqual(everywhere(points, { end: 'complete', shows: true, history, told: ['completed'], again: true }))
    })
  })
})
