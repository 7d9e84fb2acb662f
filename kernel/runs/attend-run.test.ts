import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { runStack, starter } from '../../tests/runs/run-stack.ts'
import type { Llm } from '../llm/llm.ts'
import { ApiError } from '../runtime/errors.ts'
import { attendRun } from './attend-run.ts'
import { watchAttendance } from './attendance.ts'
import { llmOfStep } from './calls/keep-calls.ts'
import { callsOf } from './calls/read-calls.ts'
import { defineRun, defineStep } from './define-run.ts'
import { findRun } from './read-runs.ts'
import type { RunTables } from './tables.ts'

let stack: Awaited<ReturnType<typeof runStack>>
afterEach(() => stack?.dispose())

const step = defineStep<{ about: string }>({
  ...{ name: 'turn', needs: [], retry: { attempts: 1, baseMs: 1, capMs: 1 }, timeoutMs: 1_000, onFail: 'end' },
  handle: async () => 'never by itself',
})
const talk = defineRun({
  ...{ kind: 'talk', input: z.object({ about: z.string() }), result: z.string(), steps: [step] },
  ...{ deadlineMs: 60_000, keepMs: 60_000, title: ({ about }: { about: string }) => about },
})
const options = { starter, requestId: 'r', waitMs: 60_000 }
const attend = (about: string, more: Partial<typeof options> = {}) => attendRun(stack.ports, talk, { about }, { ...options, ...more })
const stateOf = (id: string) => findRun(stack.ports, 'talk', id, starter.subject)
const rows = () => stack.ports.database.tables<RunTables>()
const told = async (id: string) =>
  (await rows().selectFrom('run_timeline').select(['n', 'entry']).where('run_id', '=', id).orderBy('n').execute()).map(({ n, entry }) => [
    n,
    JSON.parse(entry).type,
  ])
const WHOLE = [
  [1, 'run.started'],
  [2, 'step.started'],
  [3, 'step.completed'],
  [4, 'run.completed'],
]
const llm = { provider: 'openai', complete: async () => ({ texts: ['fine'], finishReason: 'stop' }) } as unknown as Llm
const config = { llms: { models: {} }, embeddings: {} }

test('a run that ends at once is written once, as one that was found under way would be', async () => {
  stack = await runStack([], undefined, { llm, config } as never)
  const quick = await attend('quick')
  const place = { run: { id: quick.id, kind: 'talk', subject: starter.subject, epoch: 1 }, step: 'turn', item: 0, notes: quick.notes }
  const { signal } = new AbortController()
  const model = llmOfStep(stack.ports, { ...place, signal, uncounted: (wait) => wait, log: {} as never })
  await model.complete({ messages: [{ role: 'user', content: 'hello' }], model: 'm', n: 1, parameters: {}, signal })
  await quick.done('made at once')
  quick.left()
  const slow = await attend('slow')
  await slow.noted()
  expect(await stateOf(slow.id)).toMatchObject({ status: 'running', title: 'slow' })
  await slow.done('made in the end')
  slow.left()
  for (const { id } of [quick, slow]) {
    expect(await stateOf(id)).toMatchObject({ status: 'completed', changes: 4, steps: [{ done: 1, open: 0, status: 'completed' }] })
    expect(await told(id)).toEqual(WHOLE)
  }
  expect(await callsOf(stack.ports, quick.id, {}, { skip: 0, top: 10 })).toMatchObject({ total: 1, calls: [{ outcome: 'ok' }] })
  const claims = await stack.ports.database.tables<{ claims: { key: string; scope: string } }>().selectFrom('claims').selectAll().execute()
  expect(claims.filter(({ scope }) => scope === 'attended-runs').map(({ key }) => key)).toEqual([slow.id])
})

test('many that end together are all there; one that the store refuses takes none of them along', async () => {
  stack = await runStack([])
  const nobody = { ...starter, subject: null as never }
  const runs = await Promise.all(Array.from({ length: 100 }, (_, i) => attend(`${i}`, i === 50 ? { starter: nobody } : {})))
  const ends = await Promise.allSettled(runs.map((run, i) => run.done(`${i}`)))
  expect(ends.flatMap(({ status }, i) => (status === 'rejected' ? [i] : []))).toEqual([50])
  const kept = await rows().selectFrom('run_items').select(['run_id', 'value', 'status']).execute()
  const byRun = new Map(kept.map(({ run_id, value, status }) => [run_id, [status, value]]))
  expect(runs.map(({ id }) => byRun.get(id))).toEqual(runs.map((_, i) => (i === 50 ? undefined : ['done', JSON.stringify(`${i}`)])))
})

test('one that fails or is left is found with its reason', async () => {
  stack = await runStack([])
  const [failed, left] = await Promise.all([attend('fails'), attend('left')])
  await Promise.all([failed.failed({ code: 'upstream_failed', message: 'silent' }), left.cancelled('the caller left')])
  expect(await stateOf(failed.id)).toMatchObject({ status: 'failed', error: { code: 'upstream_failed' } })
  expect(await stateOf(left.id)).toMatchObject({ status: 'cancelled', reason: 'the caller left' })
})

test('one whose end the store did not take is ended by whoever looks, once its lease is over', async () => {
  let time = Date.now()
  stack = await runStack([], undefined, { clock: { now: () => time } } as never)
  const { database } = stack.ports
  const { transaction } = database
  const away = async () => Promise.reject(new ApiError('unavailable', 'the database does not answer'))
  const lost = await attend('lost')
  await lost.noted()
  const fine = await attend('fine')
  await fine.noted()
  Object.assign(database, { transaction: away })
  await expect(lost.failed({ code: 'upstream_failed', message: 'silent' })).rejects.toThrow('does not answer')
  Object.assign(database, { transaction })
  lost.left()
  const watch = watchAttendance(stack.ports, talk, pino({ level: 'silent' }))
  await watch.stop()
  expect(await stateOf(lost.id)).toMatchObject({ status: 'running' })
  time += 16_000
  await watchAttendance(stack.ports, talk, pino({ level: 'silent' })).stop()
  expect(await stateOf(lost.id)).toMatchObject({ status: 'failed', error: { code: 'interrupted' } })
  expect(await stateOf(fine.id)).toMatchObject({ status: 'running' })
})

test('a beginning that the store took too late is not written any more once the work was left', async () => {
  stack = await runStack([])
  const { database } = stack.ports
  const { transaction } = database
  const back = Promise.withResolvers<void>()
  const late: typeof transaction = async (work, options) => {
    await back.promise
    return transaction(work, options)
  }
  const away = async () => Promise.reject(new ApiError('unavailable', 'the database does not answer'))
  Object.assign(database, { transaction: away })
  const run = await attend('late')
  await expect(run.failed({ code: 'upstream_failed', message: 'silent' })).rejects.toThrow('does not answer')
  Object.assign(database, { transaction: late })
  const noted = run.noted()
  run.left()
  back.resolve()
  await noted
  Object.assign(database, { transaction })
  expect(await stateOf(run.id)).toBeUndefined()
})

test('one that is left while its beginning waits for the store is ended by whoever looks, too', async () => {
  let time = Date.now()
  stack = await runStack([], undefined, { clock: { now: () => time } } as never)
  const { database } = stack.ports
  const { transaction } = database
  const whileLeft: typeof transaction = async (work, options) => {
    run.left()
    return transaction(work, options)
  }
  Object.assign(database, { transaction: whileLeft })
  const run = await attend('left')
  await run.noted()
  Object.assign(database, { transaction })
  expect(await stateOf(run.id)).toMatchObject({ status: 'running' })
  time += 16_000
  await watchAttendance(stack.ports, talk, pino({ level: 'silent' })).stop()
  expect(await stateOf(run.id)).toMatchObject({ status: 'failed', error: { code: 'interrupted' } })
})
