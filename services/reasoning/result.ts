import { z } from 'zod'
import { claimKinds } from './analysis/words/claim.ts'

const claim = z.object({
  id: z.string(),
  kind: z.enum(claimKinds),
  about: z.array(z.string()).describe('Ids of series and datasets.'),
  text: z.string(),
  direction: z.enum(['up', 'down']).nullable(),
  t: z.string().nullable(),
  effect: z.number(),
  certainty: z.number().describe('0 to 1.'),
  references: z
    .array(z.object({ path: z.string(), value: z.number() }))
    .describe('The numbers that it says, by their place in this reply.'),
})

const executedStep = z.object({
  step: z.string(),
  status: z.enum(['completed', 'skipped', 'failed']),
  startedAt: z.string(),
  durationMs: z.number(),
  reason: z.string().optional(),
})
export type ExecutedStep = z.output<typeof executedStep>

const series = z.looseObject({
  id: z.string(),
  trend: z.looseObject({ direction: z.enum(['up', 'down', 'flat']), slope_per_day: z.number(), p_value: z.number() }),
  seasonality: z.object({ period: z.number().describe('Samples.'), strength: z.number() }).nullable(),
  changePoints: z.array(
    z.looseObject({ t: z.string(), index: z.int(), before_mean: z.number(), after_mean: z.number(), confidence: z.number() }),
  ),
  anomalies: z.array(
    z.looseObject({
      t: z.string(),
      v: z.number(),
      score: z.number().describe('Robust deviations from what was expected; negative below it.'),
    }),
  ),
  gaps: z.array(z.object({ from: z.string(), to: z.string(), missing: z.int() })),
  stationarity: z.looseObject({}).nullable(),
  notes: z.array(z.string()),
})

const pair = z.looseObject({
  ...{ a: z.string(), b: z.string(), n: z.int(), pearson: z.number(), spearman: z.number() },
  best_lag: z.int().describe('Samples; positive: b follows a. 0 where no lag stands out.'),
  ...{ p_value: z.number(), q_value: z.number() },
})

const example = {
  taskId: 'visits-march',
  objective: 'When did visits step up?',
  explanation: { text: 'The mean of "visits" goes from 120 up to 180 at 2026-03-12.', source: 'templates', claims: [] },
  result: {
    summary: 'The mean of "visits" goes from 120 up to 180 at 2026-03-12.',
    keyInsights: [],
    confidence: 0.97,
    missing: [],
    skipped: [],
  },
  executedSteps: [{ step: 'temporal', status: 'completed', startedAt: '2026-03-31T09:00:00.000Z', durationMs: 12 }],
  timing: { startedAt: '2026-03-31T09:00:00.000Z', completedAt: '2026-03-31T09:00:00.200Z', totalMs: 200 },
}

/** The full output: each section is there when its step ran. */
export const outputSchema = z
  .object({
    taskId: z.string().nullable(),
    objective: z.string(),
    temporal: z.looseObject({ series: z.array(series) }).optional(),
    pattern: z.looseObject({ items: z.array(z.looseObject({ id: z.string() })) }).optional(),
    correlation: z.looseObject({ pairs: z.array(pair) }).optional(),
    domain: z.looseObject({ profile: z.string() }).optional(),
    explanation: z.object({ text: z.string(), source: z.enum(['model', 'templates']), claims: z.array(claim) }).optional(),
    validation: z
      .looseObject({ passed: z.boolean(), checks: z.array(z.object({ name: z.string(), passed: z.boolean(), detail: z.string() })) })
      .optional(),
    result: z.object({
      summary: z.string(),
      keyInsights: z.array(claim),
      confidence: z.number().describe('0 to 1: how sure the summary is.'),
      missing: z
        .array(z.object({ step: z.string(), status: z.string(), reason: z.string() }))
        .describe('Steps that were skipped or failed.'),
      skipped: z.array(z.object({ id: z.string(), notes: z.array(z.string()) })).describe('Items that were left out.'),
    }),
    executedSteps: z.array(executedStep),
    timing: z.object({ startedAt: z.string(), completedAt: z.string(), totalMs: z.number() }),
  })
  .meta({ id: 'ReasoningOutput', description: 'What was found, step by step, and what it says to the objective.', examples: [example] })
export type Output = z.output<typeof outputSchema>

/** The same as the job layer reads it: it was made here, and is not looked through again each time that it is shown. */
export const keptOutputSchema = z.custom<Output>((value) => typeof value === 'object' && value !== null && 'executedSteps' in value)
