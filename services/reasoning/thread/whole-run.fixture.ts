import { gaussian, seeded } from '../analysis/numbers/random.ts'
import type { Series, Subject } from '../analysis/series/item.ts'
import type { Claim } from '../analysis/words/claim.ts'
import { analyse, type Before } from './analyse.ts'
import { type AnalysisName, analyses } from './job.ts'

export const DAY = 86_400_000
export const START = Date.UTC(2026, 0, 1)
export const series = (id: string, values: readonly number[]): Series => ({
  id,
  label: id,
  notes: [],
  v: Float64Array.from(values),
  t: Float64Array.from(values, (_, i) => START + i * DAY),
})
export const noisy = (seed: number, n: number, f: (i: number) => number) => {
  const next = gaussian(seeded(seed))
  return Array.from({ length: n }, (_, i) => f(i) + next())
}
export const subjectOf = (objective: string, ...list: Series[]): Subject => ({
  objective,
  hints: [],
  profile: 'operations',
  series: list,
  datasets: [],
})

/** All analyses one after the other, as a run does them; the text is that of a model where one is given. */
export function whole(subject: Subject, said?: string) {
  const known: Record<string, unknown> = {}
  const todo: readonly AnalysisName[] = analyses.filter((name) => name !== 'claims' && name !== 'validation')
  for (const name of todo) known[name] = analyse(name, subject, known as Before)
  const claims = analyse('claims', subject, known as Before) as { claims: Claim[]; text: string; summary: string; confidence: number }
  known.explanation = { claims: claims.claims, text: said ?? claims.text, source: said === undefined ? 'templates' : 'model' }
  const validation = analyse('validation', subject, known as Before) as {
    passed: boolean
    checks: { name: string; passed: boolean }[]
    explanation: { text: string; source: string; claims: Claim[] }
  }
  return { ...(known as Before), claims, validation }
}
