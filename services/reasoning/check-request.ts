import { ApiError } from '../../kernel/runtime/errors.ts'
import { nearestName } from '../../kernel/text/nearest-name.ts'
import { isConstant } from './analysis/numbers/moments.ts'
import { parseTime } from './analysis/series/parse-time.ts'
import { tidy } from './analysis/series/tidy.ts'
import { profileNames } from './profile-names.ts'
import { bounds } from './request.ts'
import { encodeNumbers, type RunInput } from './thread/job.ts'

/** What is wrong with a field, by its path (`series.0.points.3.v`). */
interface Issue {
  readonly path: string
  readonly code: string
  readonly expected: string
  readonly received: string
  readonly message: string
}

type Told = Issue[]

export interface Most {
  readonly series: number
  readonly points: number
}

/**
 * A body as a run takes it: sorted, one value a moment. ApiError `invalid_request` (400) without objective or data, `payload_too_large`
 * beyond the limits, `validation_failed` (422) with the path of each field that does not fit.
 */
export function checkRequest(body: unknown, most: Most): RunInput {
  if (!isObject(body))
    throw new ApiError('invalid_request', 'body: send a JSON object with objective and series or datasets', { details: { field: 'body' } })
  const told: Told = []
  const objective = objectiveOf(body.objective, told)
  const series = listOf(body.series, 'series', told)
  const datasets = listOf(body.datasets, 'datasets', told)
  if (told.length === 0 && series.length + datasets.length === 0)
    throw new ApiError('invalid_request', 'series: give at least one of series and datasets', { details: { field: 'series' } })
  refuseTooMuch(series, datasets, most)
  const ids = new Map<string, string>()
  const items: RunInput['items'][number][] = []
  const arrays: Float64Array[] = []
  for (const [i, given] of series.entries()) {
    const path = `series.${i}`
    const named = namesOf(given, path, ids, told)
    const points = isObject(given) ? pointsOf(given.points, `${path}.points`, told) : undefined
    if (!named || !points || told.length > 0) continue
    const { t, v, notes } = tidy(points.t, points.v)
    if (v.length === 0) notes.push('It has no points and was left out.')
    items.push({ kind: 'series', ...named, n: v.length, varies: !isConstant(v), notes })
    arrays.push(t, v)
  }
  for (const [i, given] of datasets.entries()) {
    const path = `datasets.${i}`
    const named = namesOf(given, path, ids, told)
    const v = isObject(given) ? valuesOf(given.values, `${path}.values`, told) : undefined
    if (!named || !v || told.length > 0) continue
    items.push({ kind: 'dataset', ...named, n: v.length, notes: v.length === 0 ? ['It has no values and was left out.'] : [] })
    arrays.push(v)
  }
  const hints = hintsOf(body.hints, told)
  const profile = profileOf(body.outputProfile, told)
  const taskId = textOf(body.taskId, 'taskId', bounds.taskId, told)
  const [first] = told
  if (first) throw new ApiError('validation_failed', `${first.path}: ${first.message}`, { details: { issues: told } })
  return { objective, taskId: taskId ?? null, hints, profile, items, numbers: encodeNumbers(arrays) }
}

const isObject = (x: unknown): x is Record<string, unknown> => typeof x === 'object' && x !== null && !Array.isArray(x)
const kindOf = (x: unknown): string => (x === undefined ? 'nothing' : x === null ? 'null' : Array.isArray(x) ? 'array' : typeof x)

function tell(told: Told, path: string, expected: string, received: unknown, message: string, code = 'invalid_type'): undefined {
  if (told.length < bounds.issues) told.push({ path, code, expected, received: kindOf(received), message })
  return undefined
}

function objectiveOf(given: unknown, told: Told): string {
  if (given === undefined || given === null || (typeof given === 'string' && given.trim() === ''))
    throw new ApiError('invalid_request', 'objective: say in words what you want to know', { details: { field: 'objective' } })
  return textOf(given, 'objective', bounds.objective, told) ?? ''
}

function textOf(given: unknown, path: string, most: number, told: Told): string | undefined {
  if (given === undefined || given === null) return undefined
  if (typeof given !== 'string') return tell(told, path, 'string', given, 'this has to be a text')
  return given.length <= most
    ? given
    : tell(told, path, `at most ${most} characters`, given, `this has more than ${most} characters`, 'too_big')
}

function listOf(given: unknown, path: string, told: Told): readonly unknown[] {
  if (given === undefined || given === null) return []
  if (Array.isArray(given)) return given
  tell(told, path, 'array', given, 'this has to be a list')
  return []
}

function refuseTooMuch(series: readonly unknown[], datasets: readonly unknown[], most: Most): void {
  const refuse = (field: string, limit: number, received: number, what: string) => {
    if (received > limit)
      throw new ApiError('payload_too_large', `${field}: ${received} ${what} are over the limit of ${limit}; send them in several runs`, {
        details: { field, limit, received },
      })
  }
  refuse('series', most.series, series.length, 'series')
  refuse('datasets', most.series, datasets.length, 'datasets')
  const lengthOf = (given: unknown, key: string) => (isObject(given) && Array.isArray(given[key]) ? given[key].length : 0)
  const inSeries = series.reduce<number>((s, g) => s + lengthOf(g, 'points'), 0)
  const inSets = datasets.reduce<number>((s, g) => s + lengthOf(g, 'values'), 0)
  refuse(inSets > inSeries ? 'datasets' : 'series', most.points, inSeries + inSets, 'points')
}

/** The id and label of an item; an id that another one has is at fault where it comes again. */
function namesOf(given: unknown, path: string, ids: Map<string, string>, told: Told): { id: string; label: string } | undefined {
  if (!isObject(given)) return tell(told, path, 'object', given, 'this has to be an object with an id')
  const id = textOf(given.id, `${path}.id`, bounds.id, told)
  const label = textOf(given.label, `${path}.label`, bounds.label, told)
  if ((given.id ?? '') === '') return tell(told, `${path}.id`, 'string', given.id, 'give it an id')
  if (id === undefined) return undefined
  if (/[\u0000-\u001f\u007f]/.test(id)) return tell(told, `${path}.id`, 'string', id, 'an id has no control characters', 'invalid_string')
  const before = ids.get(id)
  if (before !== undefined)
    return tell(
      told,
      `${path}.id`,
      'unique',
      id,
      `this id is that of ${before} already; ids are unique over series and datasets`,
      'not_unique',
    )
  ids.set(id, path)
  return { id, label: label ?? id }
}

function pointsOf(given: unknown, path: string, told: Told): { t: Float64Array; v: Float64Array } | undefined {
  if (!Array.isArray(given)) return tell(told, path, 'array', given, 'this has to be a list of {t, v}')
  const t = new Float64Array(given.length)
  const v = new Float64Array(given.length)
  for (let i = 0; i < given.length && told.length < bounds.issues; i++) {
    const point: unknown = given[i]
    if (!isObject(point)) {
      tell(told, `${path}.${i}`, 'object', point, 'this has to be an object of t and v')
      continue
    }
    const at = typeof point.t === 'string' ? parseTime(point.t) : Number.NaN
    if (Number.isNaN(at))
      tell(told, `${path}.${i}.t`, 'ISO 8601 time', point.t, 'this has to be a time such as 2026-03-01T00:00:00Z', 'invalid_string')
    t[i] = at
    v[i] = numberOf(point.v, `${path}.${i}.v`, told)
  }
  return { t, v }
}

function valuesOf(given: unknown, path: string, told: Told): Float64Array | undefined {
  if (!Array.isArray(given)) return tell(told, path, 'array', given, 'this has to be a list of numbers')
  const v = new Float64Array(given.length)
  for (let i = 0; i < given.length && told.length < bounds.issues; i++) v[i] = numberOf(given[i], `${path}.${i}`, told)
  return v
}

function numberOf(given: unknown, path: string, told: Told): number {
  if (typeof given !== 'number' || !Number.isFinite(given)) tell(told, path, 'number', given, 'this has to be a number')
  else if (Math.abs(given) > bounds.size)
    tell(told, path, `at most ${bounds.size}`, given, `numbers lie between -${bounds.size} and ${bounds.size}`, 'too_big')
  else return given
  return Number.NaN
}

function hintsOf(given: unknown, told: Told): string[] {
  const list = listOf(given, 'hints', told)
  if (list.length > bounds.hints)
    tell(told, 'hints', `at most ${bounds.hints}`, given, `there are more than ${bounds.hints} hints`, 'too_big')
  return list.slice(0, bounds.hints).map((hint, i) => textOf(hint ?? 0, `hints.${i}`, bounds.hint, told) ?? '')
}

function profileOf(given: unknown, told: Told): string {
  if (given === undefined || given === null) return 'default'
  const name = profileNames.find((n) => n === given)
  if (name) return name
  const near = typeof given === 'string' ? nearestName(given.slice(0, 64), profileNames) : undefined
  tell(
    told,
    'outputProfile',
    profileNames.join(' | '),
    given,
    near ? `this profile is not known; did you mean ${near}?` : `known profiles: ${profileNames.join(', ')}`,
    'invalid_enum_value',
  )
  return 'default'
}
