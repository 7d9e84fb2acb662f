import type { Setting } from '../../kernel/config/settings.ts'
import { ApiError } from '../../kernel/runtime/errors.ts'
import { nearestName } from '../../kernel/text/nearest-name.ts'
import { type SettingValue, settingValueSchema } from '../../schemas/settings.ts'

/** What is wanted of each key; null: what the file says. */
export type Wanted = ReadonlyMap<Setting, SettingValue | null>

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i
const FLAGS: Readonly<Record<string, boolean>> = {
  true: true,
  on: true,
  yes: true,
  '1': true,
  false: false,
  off: false,
  no: false,
  '0': false,
}

/**
 * The body of POST /settings: dotted keys, or objects within each other as in config.yaml. Texts are read as the type of their
 * setting. ApiError invalid_request naming the key that is unknown or whose value is of another type.
 */
export function readInput(settings: readonly Setting[], body: unknown): Wanted {
  const known = new Map(settings.map((setting) => [setting.key, setting]))
  const given = [...flatten(body, '', known)]
  const unknown = given.map(([key]) => key).filter((key) => !known.has(key))
  if (unknown.length > 0) {
    const shown = unknown[0]!.slice(0, 200)
    const near = nearestName(shown, [...known.keys()])
    throw new ApiError('invalid_request', `${shown}: there is no such setting${near ? `; did you mean ${near}?` : ''}`, {
      details: { unknown: unknown.slice(0, 20).map((key) => key.slice(0, 200)), ...(near ? { did_you_mean: near } : {}) },
    })
  }
  return new Map(given.map(([key, value]) => [known.get(key)!, coerce(known.get(key)!, value)]))
}

function* flatten(value: unknown, path: string, known: ReadonlyMap<string, Setting>): Generator<[string, unknown]> {
  const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (path === '' && !isGroup) throw new ApiError('invalid_request', 'the body is an object or a form of settings')
  if (path === '' || (isGroup && !known.has(path) && [...known.keys()].some((key) => key.startsWith(`${path}.`))))
    for (const [key, inner] of Object.entries(value as object)) yield* flatten(inner, path === '' ? key : `${path}.${key}`, known)
  else yield [path, value]
}

function coerce(setting: Setting, value: unknown): SettingValue | null {
  if (value === null || value === '') return null
  const read = typeof value === 'string' ? fromText(setting.type, value) : settingValueSchema.safeParse(value).data
  if (read !== undefined && typeName(read) === setting.type) return read
  throw new ApiError('invalid_request', `${setting.key}: is no ${setting.type === 'list' ? 'list of texts' : setting.type}`, {
    details: { key: setting.key },
  })
}

function fromText(type: Setting['type'], text: string): SettingValue | undefined {
  const trimmed = text.trim()
  switch (type) {
    case 'number':
      return NUMBER.test(trimmed) ? Number(trimmed) : undefined
    case 'boolean':
      return Object.hasOwn(FLAGS, trimmed.toLowerCase()) ? FLAGS[trimmed.toLowerCase()] : undefined
    case 'list':
      return trimmed
        .split(/[,\n]/)
        .map((part) => part.trim())
        .filter(Boolean)
    case 'string':
      return trimmed
  }
}

/** The type of a value as the interface names it. */
export function typeName(value: SettingValue | null): Setting['type'] | 'null' {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  return typeof value as 'number' | 'boolean' | 'string'
}
