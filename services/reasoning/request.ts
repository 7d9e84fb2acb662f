import { z } from 'zod'
import { profileNames } from './profile-names.ts'

export const bounds = { objective: 4000, id: 200, label: 500, taskId: 500, hints: 100, hint: 1000, size: 1e100, issues: 20 } as const
/** Of a body, in bytes; and keys of all its objects: two for each of the most points that the settings allow, and what stands around them. */
export const BODY_LIMIT = 16_000_000
export const MOST_KEYS = 2_010_000

const example = {
  objective: 'When did visits step up, and what went with it?',
  taskId: 'visits-march',
  series: [
    {
      id: 'visits',
      label: 'Visits a day',
      points: [
        { t: '2026-03-01T00:00:00Z', v: 120 },
        { t: '2026-03-02T00:00:00Z', v: 131 },
        { t: '2026-03-03T00:00:00Z', v: 127 },
      ],
    },
  ],
  hints: ['weekly cycle'],
  outputProfile: 'operations',
}

const id = z.string().min(1).max(bounds.id).describe('Unique among series and datasets.')
const label = z.string().max(bounds.label).optional().describe('For people; the id where it is left out.')

/** The request as the API's document shows it; check-request.ts holds bodies to it, because 100,000 points have to be read at once. */
export const requestSchema = z
  .object({
    objective: z.string().min(1).max(bounds.objective).describe('The question, in plain words: the result answers it first.'),
    series: z
      .array(
        z.object({
          id,
          label,
          points: z.array(z.object({ t: z.string().describe('ISO 8601, to the millisecond; UTC where it names no zone.'), v: z.number() })),
        }),
      )
      .optional(),
    datasets: z
      .array(z.object({ id, label, values: z.array(z.number()) }))
      .optional()
      .describe('Numbers without times.'),
    hints: z.array(z.string().max(bounds.hint)).max(bounds.hints).optional().describe('What is known: cycles, dates of events, holidays.'),
    outputProfile: z.enum(profileNames).default('default').describe('Whose rules are held against the findings.'),
    taskId: z.string().max(bounds.taskId).optional().describe('Comes back as it is.'),
  })
  .meta({
    id: 'ReasoningRequest',
    description: 'Series, numbers and a question. At least one of series and datasets.',
    examples: [example],
  })
