import { z } from 'zod'
import { defineEvent } from './event.ts'

export const settingValueSchema = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])

/** A value of the configuration that may be set at run time. */
export type SettingValue = z.output<typeof settingValueSchema>

export const settingsChanged = defineEvent({
  name: 'settings.changed',
  description: 'Settings were changed. They hold in every process; the event tells who changed what.',
  schema: z.object({
    /** Number of the change; the higher one is the later one. */
    version: z.int().positive(),
    changes: z
      .array(
        z.object({
          /** Dotted path of config.yaml. */
          key: z.string().min(1),
          /** null: there was none, or there is none any more. */
          from: settingValueSchema.nullable(),
          to: settingValueSchema.nullable(),
          /** Whether the value is set from now on; false: the file's holds again. Absent in records of before. */
          is_set: z.boolean().optional(),
        }),
      )
      .min(1),
    actor: z.string(),
    at: z.iso.datetime(),
  }),
  key: () => 'settings',
})
