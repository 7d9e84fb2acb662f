import { z } from 'zod'
import type { Subject } from '../analysis/series/item.ts'

/** A series or dataset of a run's input; its numbers stand in `numbers`, in the order of the items: times and values, or values alone. */
const itemSchema = z.object({
  kind: z.enum(['series', 'dataset']),
  id: z.string(),
  label: z.string(),
  n: z.int().nonnegative(),
  /** Whether its values differ; absent of a dataset, and of a run that was started before this was kept. */
  varies: z.boolean().optional(),
  notes: z.array(z.string()),
})

/** What a run is given: tidied, with all numbers as one text, so that it is kept and read in a moment whatever its size. */
export const inputSchema = z.object({
  objective: z.string(),
  taskId: z.string().nullable(),
  hints: z.array(z.string()),
  profile: z.string(),
  items: z.array(itemSchema),
  /** Doubles, little-endian, as base64. */
  numbers: z.string(),
})
export type RunInput = z.output<typeof inputSchema>

export const analyses = ['temporal', 'pattern', 'correlation', 'domain', 'claims', 'validation'] as const
export type AnalysisName = (typeof analyses)[number]

/** What a thread is asked to do: an analysis of the input, with what was found before it. */
export interface Job {
  readonly analysis: AnalysisName
  readonly input: RunInput
  readonly before: Readonly<Record<string, unknown>>
}

export function encodeNumbers(arrays: readonly Float64Array[]): string {
  return Buffer.concat(arrays.map((a) => Buffer.from(a.buffer, a.byteOffset, a.byteLength))).toString('base64')
}

export function subjectOf({ objective, hints, profile, items, numbers }: RunInput): Subject {
  const bytes = Buffer.from(numbers, 'base64')
  const all = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
  let from = 0
  const take = (n: number) => all.subarray(from, (from += n))
  const subject = { objective, hints, profile, series: [] as Subject['series'][number][], datasets: [] as Subject['datasets'][number][] }
  for (const { kind, id, label, n, notes } of items)
    if (kind === 'series') subject.series.push({ id, label, notes, t: take(n), v: take(n) })
    else subject.datasets.push({ id, label, notes, v: take(n) })
  return subject
}

/** The request again, with its numbers as they were taken: sorted, one value a moment. */
export function requestOf(input: RunInput) {
  const { objective, hints, profile, series, datasets } = subjectOf(input)
  return {
    objective,
    series: series.map(({ id, label, t, v }) => ({
      id,
      label,
      points: Array.from(t, (at, i) => ({ t: new Date(at).toISOString(), v: v[i]! })),
    })),
    datasets: datasets.map(({ id, label, v }) => ({ id, label, values: [...v] })),
    hints,
    outputProfile: profile,
    ...(input.taskId === null ? {} : { taskId: input.taskId }),
  }
}
