import type { Config, ConfigSchema } from '../../kernel/config/config.ts'
import { effectiveConfig } from '../../kernel/config/live-config.ts'
import { type Overrides, type SettingFault, settingValue, withOverrides } from '../../kernel/config/settings.ts'
import { ApiError } from '../../kernel/runtime/errors.ts'
import type { Logger } from '../../kernel/runtime/log.ts'
import type { SettingValue } from '../../schemas/settings.ts'
import { typeName, type Wanted } from './read-input.ts'

export interface Change {
  readonly key: string
  readonly from: SettingValue | null
  readonly to: SettingValue | null
  readonly from_type: string
  readonly to_type: string
}

export interface Plan {
  /** Keys whose value becomes another one. */
  readonly changes: readonly Change[]
  /** What is set afterwards. */
  readonly overrides: Overrides
  readonly config: Config
}

/** What would change. ApiError invalid_request naming the key whose value is out of its range. */
export function planChanges(
  { schema, file, log }: { schema: ConfigSchema; file: Config; log: Logger },
  present: Overrides,
  wanted: Wanted,
): Plan {
  const before = effectiveConfig(schema, file, present, log)
  const overrides = { ...present }
  for (const [{ key }, value] of wanted) {
    if (value === null) delete overrides[key]
    else overrides[key] = value
  }
  const after = withOverrides(schema, file, overrides)
  if ('faults' in after) throw refusal(after.faults)
  const changes = [...wanted.keys()].flatMap((setting) => {
    const [from, to] = [settingValue(before, setting), settingValue(after.config, setting)]
    if (JSON.stringify(from) === JSON.stringify(to)) return []
    return [{ key: setting.key, from, to, from_type: typeName(from), to_type: typeName(to) }]
  })
  return { changes, overrides, config: after.config }
}

function refusal(faults: readonly SettingFault[]): ApiError {
  const [first] = faults
  return new ApiError('invalid_request', `${first?.key}: ${first?.message}`, { details: { key: first?.key, faults } })
}
