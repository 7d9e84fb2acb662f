import { afterAll, expect, it } from 'vitest'
import { encodeNumbers, type Job, type RunInput } from './job.ts'
import { analysts } from './threads.ts'

afterAll(() => analysts.close())

const input = (n: number): RunInput => ({
  ...{ objective: 'x', taskId: null, hints: [], profile: 'default' },
  items: [{ kind: 'series', id: 'a', label: 'a', n, notes: [] }],
  numbers: encodeNumbers([
    Float64Array.from({ length: n }, (_, i) => i * 86_400_000),
    Float64Array.from({ length: n }, (_, i) => (i * 7919) % 101),
  ]),
})
const job = (n: number): Job => ({ analysis: 'temporal', input: input(n), before: {} })
const WAIT = { timeout: 60_000 }

it('analyses beside this thread', WAIT, async () => {
  expect(await analysts.run('analyse', [job(50)])).toMatchObject({ series: [{ id: 'a', n: 50 }] })
})

it('ends the work that nobody wants any more, and goes on with the next', WAIT, async () => {
  const leaving = new AbortController()
  const begun = analysts.run('analyse', [job(60_000)], { signal: leaving.signal })
  leaving.abort(new Error('gone'))
  await expect(begun).rejects.toThrow('gone')
  expect(await analysts.run('analyse', [job(20)])).toMatchObject({ series: [{ n: 20 }] })
})

it('tells what fails, and works on', WAIT, async () => {
  const broken = { ...job(20), analysis: 'no-such-analysis' as Job['analysis'] }
  await expect(analysts.run('analyse', [broken])).rejects.toMatchObject({ code: 'internal', message: expect.stringContaining('no-such') })
  expect(await analysts.run('analyse', [job(20)])).toMatchObject({ series: [{ n: 20 }] })
})
