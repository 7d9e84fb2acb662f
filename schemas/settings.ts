import { z } from 'zod'
import { defineEvent } from './event.ts'

export const settingValueSchema = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])

/** A value of the configuration that may be set at run time. */
export type SettingValue = z.output<typeof settingValueSchema>

export const settingsChanged = defineEvent({
  name: 'settings.changed',
  description: 'Settings were changed. The event records who changed what.',
  schema: z.object({
    version: z.int().positive().describe('Number of the change. Later changes have higher numbers.'),
    changes: z
      .array(
        z.object({
          key: z.string().min(1).describe('Dotted path of config.yaml.'),
          from: settingValueSchema.nullable().describe('Value before the change. Null means none.'),
          to: settingValueSchema.nullable().describe('Value after the change. Null means none.'),
          is_set: z.boolean().describe('Whether the value overrides the file. Absent in old records.').optional(),
        }),
      )
      .min(1)
      .describe('The changed settings.'),
    actor: z.string().describe('Caller that made the change.'),
    at: z.iso.datetime().describe('Time of the change.'),
  }),
  key: () => 'settings',
})
