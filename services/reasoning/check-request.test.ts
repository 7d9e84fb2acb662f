import { describe, expect, it } from 'vitest'
import { ApiError } from '../../kernel/runtime/errors.ts'
import { checkRequest } from './check-request.ts'
import { subjectOf } from './thread/job.ts'

const most = { series: 100, points: 1000 }
const point = (t: string, v: unknown) => ({ t, v })
const good = { objective: 'x', series: [{ id: 'a', label: 'A', points: [point('2026-01-01', 1), point('2026-01-02', 2)] }] }

async function refused(body: unknown): Promise<{ status: number; paths: string[] }> {
  try {
    checkRequest(body, most)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const issues = (error.details.issues ?? [{ path: error.details.field }]) as { path: string }[]
    return { status: error.status, paths: issues.map(({ path }) => path) }
  }
  return { status: 200, paths: [] }
}
const withPoints = (...points: unknown[]) => ({ ...good, series: [{ id: 'a', points }] })

describe('what does not fit is told with its path', () => {
  it.each([
    ['nothing', undefined, 400, 'body'],
    ['a list', [], 400, 'body'],
    ['no objective', { ...good, objective: undefined }, 400, 'objective'],
    ['an empty objective', { ...good, objective: ' ' }, 400, 'objective'],
    ['an objective that is a number', { ...good, objective: 5 }, 422, 'objective'],
    ['neither series nor datasets', { objective: 'x' }, 400, 'series'],
    ['series that are none', { ...good, series: {} }, 422, 'series'],
    ['a series that is null', { ...good, series: [null] }, 422, 'series.0'],
    ['a series without an id', { ...good, series: [{ points: [] }] }, 422, 'series.0.id'],
    ['a series whose id is null', { ...good, series: [...good.series, { id: null, points: [] }] }, 422, 'series.1.id'],
    ['an id with a line break', { ...good, series: [{ id: 'a\nb', points: [] }] }, 422, 'series.0.id'],
    ['points that are none', { ...good, series: [{ id: 'a', points: 'no' }] }, 422, 'series.0.points'],
    ['a point that is a number', withPoints(5), 422, 'series.0.points.0'],
    ['a text for a number', withPoints(point('2026-01-01', '5')), 422, 'series.0.points.0.v'],
    ['null for a number', withPoints(point('2026-01-01', null)), 422, 'series.0.points.0.v'],
    ['a number beyond all bounds', withPoints(point('2026-01-01', 1e200)), 422, 'series.0.points.0.v'],
    ['a day that there is not', withPoints(point('2026-02-30', 5)), 422, 'series.0.points.0.t'],
    ['a number for a time', withPoints({ t: 5, v: 5 }), 422, 'series.0.points.0.t'],
    ['an id that comes twice', { ...good, datasets: [{ id: 'a', values: [1] }] }, 422, 'datasets.0.id'],
    ['values that are texts', { objective: 'x', datasets: [{ id: 'd', values: [1, 'b'] }] }, 422, 'datasets.0.values.1'],
    ['hints that are a number', { ...good, hints: 5 }, 422, 'hints'],
    ['a hint that is a number', { ...good, hints: ['x', 5] }, 422, 'hints.1'],
    ['an unknown profile', { ...good, outputProfile: 'opperations' }, 422, 'outputProfile'],
    ['a task that is a list', { ...good, taskId: [] }, 422, 'taskId'],
    ['too many series', { ...good, series: Array.from({ length: 101 }, (_, i) => ({ id: `${i}`, points: [] })) }, 413, 'series'],
    ['too many points', { objective: 'x', datasets: [{ id: 'd', values: new Array(1001).fill(1) }] }, 413, 'datasets'],
  ])('%s', async (_what, body, status, path) => {
    expect(await refused(body)).toEqual({ status, paths: [path] })
  })

  it('tells the first twenty faults, not all', async () => {
    expect((await refused(withPoints(...new Array(500).fill(5)))).paths).toHaveLength(20)
  })
})

describe('what fits', () => {
  const taken = async (...points: unknown[]) => {
    const input = checkRequest(withPoints(...points), most)
    const [series] = subjectOf(input).series
    return { t: [...series!.t].map((t) => new Date(t).toISOString()), v: [...series!.v], notes: series!.notes }
  }
  it('is sorted, and points of one time are averaged; both are told', async () => {
    const { t, v, notes } = await taken(point('2026-01-02', 4), point('2026-01-01', 1), point('2026-01-02', 6))
    expect([t, v]).toEqual([
      ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'],
      [1, 5],
    ])
    expect(notes).toEqual([expect.stringContaining('sorted'), expect.stringContaining('averaged')])
  })
  it('has times of any zone, and UTC where there is none', async () => {
    const times = ['2026-03-01T12:00:00+02:00', '2026-03-01T10:30:00', '2026-03-01 11:00', '2026-03-01T11:00:00.250Z']
    expect((await taken(...times.map((t) => point(t, 1)))).t).toEqual([
      '2026-03-01T10:00:00.000Z',
      '2026-03-01T10:30:00.000Z',
      '2026-03-01T11:00:00.000Z',
      '2026-03-01T11:00:00.250Z',
    ])
  })
  it('keeps an item without points, with a note', async () => {
    expect(await taken()).toEqual({ t: [], v: [], notes: ['It has no points and was left out.'] })
  })
})
