import type { Pair } from '../analysis/correlation/correlate.ts'
import { correlate } from '../analysis/correlation/correlate.ts'
import { analyseDomain, type Domain, namedIn } from '../analysis/domain/analyse-domain.ts'
import { analysePatterns, type Patterns } from '../analysis/pattern/analyse-patterns.ts'
import type { Subject } from '../analysis/series/item.ts'
import { analyseSeries, type TemporalItem } from '../analysis/temporal/analyse-series.ts'
import { horizonOf } from '../analysis/temporal/horizon.ts'
import { answer } from '../analysis/words/answer.ts'
import { checkText } from '../analysis/words/check-text.ts'
import type { Claim } from '../analysis/words/claim.ts'
import { claimsOf } from '../analysis/words/claims.ts'
import { confidenceOf } from '../analysis/words/confidence.ts'
import { textOf, worthTelling } from '../analysis/words/explain.ts'
import { asksExtremes, asksTypical } from '../analysis/words/intents.ts'
import { recompute } from '../analysis/words/recompute.ts'
import { readProfiles } from '../read-profiles.ts'
import { type AnalysisName, type Job, subjectOf } from './job.ts'

/** What the steps before have left; absent where one did not run. */
export interface Before {
  readonly temporal?: { readonly series: readonly TemporalItem[] }
  readonly pattern?: Patterns
  readonly correlation?: { readonly pairs: readonly Pair[] }
  readonly domain?: Domain
  readonly explanation?: { readonly text: string; readonly source: 'model' | 'templates'; readonly claims: readonly Claim[] }
}

type Analysis = (subject: Subject, before: Before) => unknown

const temporal: Analysis = ({ series, objective }) => {
  const ahead = horizonOf(objective)
  const found = series.filter(({ v }) => v.length >= 2)
  const skipped = series.filter(({ v }) => v.length === 1)
  return {
    series: found.map((one) => analyseSeries(one, ahead)),
    ...(skipped.length > 0
      ? { skipped: skipped.map(({ id, notes }) => ({ id, notes: [...notes, 'One point has no course in time.'] })) }
      : {}),
  }
}

const domain: Analysis = (subject, { temporal, correlation }) =>
  analyseDomain(subject, { temporal: temporal?.series ?? [], pairs: correlation?.pairs ?? [] }, readProfiles())

const NOTHING = 'There is no finding to be explained.'

/** Findings as sentences, and which of them answer the objective. */
const claims: Analysis = (subject, { domain, ...before }) => {
  const asked = namedIn(subject.objective, [...subject.series, ...subject.datasets]).map(({ id }) => id)
  const wanted = { pair: new Set(asked), typical: asksTypical(subject.objective), extremes: asksExtremes(subject) }
  const all = claimsOf({ ...before, drivers: domain?.drivers, total: domain?.total }, wanted)
  const { insights, summary, answered, sure } = answer(all, subject)
  const told = worthTelling([...insights, ...all])
  const text = told.length > 0 ? textOf(told) : NOTHING
  return { claims: told, text, insights, summary, answered, confidence: sure ?? confidenceOf(insights, answered) }
}

/** Every claim held against reply and data, every sentence of the text against the claims; a text that fails gives way to theirs. */
const validation: Analysis = (subject, before) => {
  const given = before.explanation
  const said = given?.claims ?? []
  const ids = [...subject.series, ...subject.datasets].map(({ id }) => id)
  const recomputed = said.map((claim) => ({ claim, problem: recompute(claim, before, subject) }))
  const sound = recomputed.filter(({ problem }) => problem === null).map(({ claim }) => claim)
  const sentences = given ? checkText(given.text, sound, ids) : []
  const failed = sentences.filter(({ problem }) => problem !== null)
  const empty = given !== undefined && said.length > 0 && sentences.length === 0
  const replaced = failed.length > 0 || empty
  const own = textOf(sound)
  const told = replaced ? checkText(own, sound, ids).filter(({ problem }) => problem !== null) : failed
  const problems = recomputed.filter(({ problem }) => problem !== null)
  return {
    passed: problems.length === 0 && told.length === 0,
    checks: [
      {
        name: 'claims',
        passed: problems.length === 0,
        detail:
          problems.length === 0
            ? `${said.length} findings were computed again and agree.`
            : problems.map(({ claim, problem }) => `${claim.id}: ${problem}`).join('; '),
      },
      {
        name: 'given text',
        passed: !replaced,
        detail: replaced
          ? `The text was replaced by one of the findings alone: ${
              empty
                ? 'it was empty'
                : failed
                    .slice(0, 5)
                    .map((s) => s.problem)
                    .join('; ')
            }.`
          : `${sentences.length} sentences say what was found and nothing else.`,
      },
      {
        name: 'text',
        passed: told.length === 0,
        detail:
          told.length === 0 ? 'Every number, sign, id and date of the explanation was computed.' : told.map((s) => s.problem).join('; '),
      },
    ],
    claims: recomputed.map(({ claim, problem }) => ({ id: claim.id, passed: problem === null, detail: problem ?? 'agrees' })),
    explanation: given && { text: replaced ? own : given.text, source: replaced ? 'templates' : given.source, claims: sound },
  }
}

const analysesByName: Readonly<Record<AnalysisName, Analysis>> = {
  temporal,
  pattern: (subject, { temporal }) => analysePatterns(subject, temporal?.series),
  correlation: ({ series }) => correlate(series),
  domain,
  claims,
  validation,
}

/** One analysis of a subject, with what was found before it: pure but for the files of rules. */
export const analyse = (name: AnalysisName, subject: Subject, before: Before): unknown => analysesByName[name](subject, before)

/** What a thread does. */
export const works = { analyse: ({ analysis, input, before }: Job): unknown => analyse(analysis, subjectOf(input), before as Before) }
export type AnalysisWorks = typeof works
