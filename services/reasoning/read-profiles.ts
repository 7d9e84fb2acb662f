import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { profileNames } from './profile-names.ts'

const holidaySchema = z.strictObject({
  name: z.string(),
  also: z.string().optional(),
  month: z.int().min(1).max(12).optional(),
  day: z.int().min(1).max(31).optional(),
  weekday: z.int().min(0).max(6).optional(),
  nth: z.int().optional(),
  easter: z.int().optional(),
})
export type Holiday = z.output<typeof holidaySchema>

const ruleSchema = z.strictObject({
  name: z.string(),
  when: z.strictObject({
    finding: z.enum(['season', 'trend', 'change', 'anomaly', 'gap', 'unit-root']),
    period_days: z.tuple([z.number(), z.number()]).optional(),
    direction: z.enum(['up', 'down']).optional(),
    kind: z.enum(['level', 'spread', 'pace']).optional(),
    months: z.array(z.int().min(1).max(12)).optional(),
    holiday: z.boolean().optional(),
  }),
  say: z.string(),
})
export type Rule = z.output<typeof ruleSchema>

const profileSchema = z.strictObject({ description: z.string(), rules: z.array(ruleSchema) })

/** What a profile looks for. */
export interface Profiles {
  readonly rules: Readonly<Record<string, readonly Rule[]>>
  readonly holidays: readonly Holiday[]
}

const read = (name: string): unknown => parse(readFileSync(new URL(`./profiles/${name}.yaml`, import.meta.url), 'utf8'))

/** The rules beside this module. Throws a ZodError for a file that does not fit. */
export function readProfiles(): Profiles {
  const rules = Object.fromEntries(profileNames.map((name) => [name, profileSchema.parse(read(name)).rules]))
  return { rules, holidays: z.array(holidaySchema).parse(read('holidays')) }
}
