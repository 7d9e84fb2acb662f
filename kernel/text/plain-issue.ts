import { nearestName } from './nearest-name.ts'

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}
const shown = (kind: string): string => KINDS[kind] ?? kind

const OF: Readonly<Record<string, string>> = { characters: 'character', items: 'item', entries: 'entry', keys: 'key' }
/** "1 item", "3 items" of zod's "1 items", "3 items". */
const counted = (n: string, unit: string): string => `${n} ${n === '1' ? (OF[unit] ?? unit) : unit}`
const BOUNDS: Readonly<Record<string, string>> = { '>=': 'at least', '>': 'more than', '<=': 'at most', '<': 'less than' }

const FORMATS: Readonly<Record<string, string>> = {
  'ISO date': 'is no date; give one like 2026-02-28',
  'ISO datetime': 'is no time; give one like 2026-02-28T09:30:00Z',
  URL: 'is no address; give one like https://example.com/path',
  UUID: 'is no UUID; give one like 3f2b8c1e-6a52-4d0e-9a55-0c6f1f0a7b21',
}

/** Of several kinds none fits; which they are zod does not say. */
const OF_NO_KIND = 'Invalid input'

/** zod's words as a person would say them, with what would do; any other message as it is. */
export function plainIssue(message: string): string {
  const wrong = OF_KIND.exec(message)
  if (wrong) {
    const [, expected = '', received = ''] = wrong
    // a fraction is a number, and NaN is what a text that is none became
    if ((expected === 'int' && received === 'number') || received === 'NaN') return `has to be ${shown(expected)}`
    return received === 'undefined' ? `is missing; give ${shown(expected)}` : `has to be ${shown(expected)}, not ${shown(received)}`
  }
  const size = /^Too (?:small|big): expected \w+ to (be|have) (>=|>|<=|<)(-?[\d.e+]+)(?: (\w+))?$/.exec(message)
  if (size) {
    const [, verb, sign = '', n = '', unit] = size
    return `has to ${verb} ${BOUNDS[sign]} ${unit ? counted(n, unit) : n}`
  }
  const options = /^Invalid (?:option: expected one of|input: expected) (.+)$/.exec(message)?.[1]
  if (options) return options.includes('|') ? `has to be one of ${options.split('|').join(', ')}` : `has to be ${options}`
  if (message === OF_NO_KIND) return 'is nothing that is taken here'
  return FORMATS[/^Invalid (.+)$/.exec(message)?.[1] ?? ''] ?? message
}

/** What is wrong with a value, as zod tells it. Of one that may have several forms, `errors` has what keeps it from each. */
export interface Fault {
  readonly code?: string
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly errors?: readonly (readonly Fault[])[] | undefined
}

/**
 * Of a value that fits none of its forms, what is wrong in the form that it comes closest to: the one that is right furthest down. Where
 * it is none of them at all, which they are. Any other fault as it is.
 */
export function nearestFault(fault: Fault): Fault {
  const firsts = (fault.errors ?? []).flatMap(([first]) => (first ? [nearestFault(first)] : []))
  const [nearest] = firsts.toSorted((a, b) => b.path.length - a.path.length || rank(a) - rank(b))
  if (!nearest) return fault
  if (nearest.path.length > 0 || !isOfKind(nearest)) return { ...nearest, path: [...fault.path, ...nearest.path] }
  const kinds = [...new Set(firsts.map(({ message }) => shown(OF_KIND.exec(message)?.[1] ?? '')))]
  const received = shown(OF_KIND.exec(nearest.message)?.[2] ?? '')
  const message = received === 'undefined' ? `is missing; give ${kinds.join(' or ')}` : `has to be ${kinds.join(' or ')}, not ${received}`
  return { ...fault, message }
}

const OF_KIND = /^Invalid input: expected (\w+), received (\w+)$/
const isOfKind = ({ message }: Fault): boolean => OF_KIND.test(message)
/** A value of the right kind is closer than one of another kind. */
const rank = (fault: Fault): number => (isOfKind(fault) ? 1 : 0)

/**
 * As `plainIssue`, and of a name that is missing with the one beside its place that was probably meant for it. `given` is the whole that
 * was checked, `path` the issue's place in it.
 */
export function plainIssueWithin(message: string, path: readonly PropertyKey[], given: unknown): string {
  const under = (keys: readonly PropertyKey[]) =>
    keys.reduce<unknown>((at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined), given)
  const plain = message === OF_NO_KIND && under(path) === undefined ? 'is missing' : plainIssue(message)
  const missing = path.at(-1)
  if (typeof missing !== 'string' || !plain.startsWith('is missing')) return plain
  const beside = under(path.slice(0, -1))
  if (!isObject(beside)) return plain
  const near = Object.keys(beside).find((name) => nearestName(name, [missing]) !== undefined)
  return near === undefined ? plain : `${plain} (${near.slice(0, 64)} is there; did you mean ${missing}?)`
}

const isObject = (value: unknown): value is Record<PropertyKey, unknown> => typeof value === 'object' && value !== null
