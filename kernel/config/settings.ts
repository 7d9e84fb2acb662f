import { z } from 'zod'
import { type SettingValue, settingValueSchema } from '../../schemas/settings.ts'
import { plainIssue } from '../text/plain-issue.ts'
import type { Config, ConfigSchema } from './config.ts'

/** A value of config.yaml that may be set at run time. */
export interface Setting {
  /** The dotted path. */
  readonly key: string
  readonly path: readonly string[]
  readonly type: 'number' | 'boolean' | 'string' | 'list'
  /** Of the value alone, present or not. */
  readonly schema: z.ZodType
}

/** Values that were set, by their key. They win over those of the file. */
export type Overrides = Readonly<Record<string, SettingValue>>

/** Every setting of a configuration: the leaves of its schema, with one branch for each alias that the file names. */
export const settingsOf = (schema: ConfigSchema, file: Config): Setting[] => leaves(schema, [], file)

/** `about`: what is said of the value around its default. */
function leaves(schema: z.core.$ZodType, path: readonly string[], present: unknown, about?: string): Setting[] {
  const { fileOnly, description = about } = z.globalRegistry.get(schema) ?? {}
  if (fileOnly === true) return []
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return leaves(schema.def.innerType, path, present, description)
  const under = (key: string, inner: z.core.$ZodType) => leaves(inner, [...path, key], property(present, key))
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape).flatMap(([key, inner]) => under(key, inner as z.core.$ZodType))
  if (schema instanceof z.ZodRecord) return Object.keys(present ?? {}).flatMap((key) => under(key, schema.def.valueType))
  if (!(schema instanceof z.ZodType)) return []
  return [{ key: path.join('.'), path, type: typeOf(schema), schema: description ? schema.describe(description) : schema }]
}

function typeOf(schema: z.ZodType): Setting['type'] {
  const { type } = z.toJSONSchema(schema)
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'array') return 'list'
  return type === 'boolean' ? 'boolean' : 'string'
}

const property = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined

/** What a configuration holds for a setting; null: nothing. */
export function settingValue(config: Config, { path }: Pick<Setting, 'path'>): SettingValue | null {
  const found = settingValueSchema.safeParse(path.reduce<unknown>(property, config))
  return found.success ? found.data : null
}

/** A fault of one setting. */
export interface SettingFault {
  readonly key: string
  readonly message: string
}

/** The file's configuration with the overrides in it, or what is wrong with them. Keys that are no settings of the file are left out. */
export function withOverrides(schema: ConfigSchema, file: Config, overrides: Overrides): { config: Config } | { faults: SettingFault[] } {
  const content = structuredClone(file) as Record<string, unknown>
  const settings = settingsOf(schema, file).filter(({ key }) => Object.hasOwn(overrides, key))
  for (const { key, path } of settings) put(content, path, overrides[key])
  const parsed = schema.safeParse(content)
  if (!parsed.success)
    return { faults: parsed.error.issues.map(({ path, message }) => ({ key: keyAt(path, settings), message: plainIssue(message) })) }
  const faults = crossFaults(parsed.data)
  return faults.length > 0 ? { faults } : { config: parsed.data }
}

function put(content: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [key = '', ...rest] = path
  if (rest.length === 0) content[key] = value
  else put((content[key] ??= {}) as Record<string, unknown>, rest, value)
}

/** The setting that an issue lies in: an element of a list is a part of its setting. */
function keyAt(path: readonly PropertyKey[], settings: readonly Setting[]): string {
  const dotted = path.map(String).join('.')
  return settings.find(({ key }) => dotted === key || dotted.startsWith(`${key}.`))?.key ?? dotted
}

const INDEX_NAME = /^[a-z0-9](?:[a-z0-9-]{0,126}[a-z0-9])?$/

/** What one value alone does not show. */
function crossFaults({ indexes }: Config): SettingFault[] {
  const faults: SettingFault[] = []
  if (!Object.hasOwn(indexes.aliases, indexes.default))
    faults.push({ key: 'indexes.default', message: `is one of the aliases ${Object.keys(indexes.aliases).join(', ')}` })
  for (const [alias, name] of Object.entries(indexes.aliases))
    if (!INDEX_NAME.test(name))
      faults.push({ key: `indexes.aliases.${alias}`, message: 'is up to 128 lower-case letters, digits and inner hyphens' })
  return faults
}
