import type { Config } from '../../../kernel/config/config.ts'
import { settingValue } from '../../../kernel/config/settings.ts'
import type { Section } from '../../../kernel/docs/sections.ts'

/** A setting of config.yaml in code font, by its dotted path. */
const KEY = /`([a-z_]+(?:\.[a-z_]+)+)`/g

/** Returns the section with the current values of the settings that its text names, as far as they are numbers or switches. */
export function withCurrentValues(section: Section, config: Config): Section {
  const keys = new Set([...section.text.matchAll(KEY)].flatMap(([, key]) => key ?? []))
  const values = [...keys].flatMap((key) => {
    const value = settingValue(config, { path: key.split('.') })
    return typeof value === 'number' || typeof value === 'boolean' ? [`\`${key}\` is \`${value}\``] : []
  })
  return values.length === 0 ? section : { ...section, text: `${section.text}\n\nOn this server, ${values.join(', ')}.` }
}
