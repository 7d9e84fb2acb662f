import { countTokens } from '../../../kernel/llm/count-tokens.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { Finding } from '../stored/finding.ts'
import type { ReadPorts } from '../stored/read-reports.ts'
import type { Report } from '../stored/report.ts'
import type { Totals } from '../stored/totals.ts'
import type { AnswerEvents, Answered } from './answer-with-model.ts'
import { languageOf, type Phrases, phrasesOf } from './phrases.ts'
import { compareQuarters, explainFinding, listFindings, type ReviewTool, recomputeTotals, reportSummary } from './tools.ts'

/** What a question without a model means. */
export type Intent =
  | { readonly kind: 'summary' | 'compare' | 'totals' | 'help' }
  | { readonly kind: 'list'; readonly severity?: 'error' | 'warning' | 'info' }
  | { readonly kind: 'explain'; readonly finding: string }

const NUMBERED = /(?:finding|befund|hallazgo|error|fehler|warning|warnung|#)\s*(?:n(?:o|r|um|úm)?\.?\s*)?F?(\d{1,6})\b|\bF(\d{1,6})\b/iu

/** Questions of single rows, extremes and averages: sums would answer them wrongly. */
const ABOUT_ONE =
  /\b(?:highest|lowest|(?:best|least|most|highest)[- ]paid|earns?|earned|(?:biggest|largest|smallest) (?:salary|benefits?|pay)|average|median|who|whose)\b|höchste|niedrigste|bestbezahlt|verdien|durchschnitt|\bwer\b|\bwessen\b|más alt[oa]|más baj[oa]|mejor pagad|\bgana\b|promedio|quién/iu

/** Questions of one row, column, cell or employee, of how many people, and of mere numbers: no standard answer says that. */
const BEYOND =
  /(?<!\p{L})(?:rows?|lines?|cells?|zeilen?|zellen?|filas?|líneas?|celdas?)\s*(?:n(?:o|r|úm)?\.?\s*)?[a-z]{0,3}\d|(?<!\p{L})(?:column|spalte|columna)\s|(?<![\p{L}\d])\p{L}{1,3}-\d|\bsums? of \d|(?<!\p{L})(?:wie viele|cuánt[oa]s)(?!\p{L})(?!\s+(?:fehler|warnung|befund|hinweis|error|advertencia|hallazgo|nota))/iu

/** Which quarter the report is of: its summary says that, a comparison does not. */
const WHICH_QUARTER =
  /\b(?:what|which) (?:quarter|period) (?:is|does) (?:this|it|the report)\b|\bwelches quartal ist (?:das|dies)|\bqué trimestre es (?:este|esto|el informe)(?!\p{L})/iu

/** Which of the standard questions a text asks, in English, German or Spanish. */
export function intentOf(question: string): Intent {
  const text = question.slice(0, 4000)
  const [, worded, byId] = NUMBERED.exec(text) ?? []
  if (worded ?? byId) return { kind: 'explain', finding: (worded ?? byId)! }
  if (BEYOND.test(text)) return { kind: 'help' }
  if (WHICH_QUARTER.test(text)) return { kind: 'summary' }
  if (/compar|vergleich|quarter|quartal|trimestre|\bbefore\b|anterior/iu.test(text)) return { kind: 'compare' }
  if (/\btotal|\bsums?\b|\bsummen?\b|pool|kostenstelle|grupo|\badd (?:it )?up\b|how much|wie viel(?!\p{L})|cuánto(?!\p{L})/iu.test(text))
    return { kind: ABOUT_ONE.test(text) ? 'help' : 'totals' }
  if (/summar|overview|zusammen|überblick|resum|was steht|what(?:'s| is) in/iu.test(text)) return { kind: 'summary' }
  if (/warning|warnung|advertencia/iu.test(text)) return { kind: 'list', severity: 'warning' }
  if (/error|fehler|mistake/iu.test(text)) return { kind: 'list', severity: 'error' }
  if (/\bnotes?\b|hinweis|\bnotas?\b|outlier|ausreißer/iu.test(text)) return { kind: 'list', severity: 'info' }
  if (/finding|befund|hallazgo|problem|\blist|wrong|falsch/iu.test(text)) return { kind: 'list' }
  return { kind: 'help' }
}

/** What totals are told by, and of which groups alone; of all where none is named. */
export interface Grouping {
  readonly by: 'pool' | 'position' | 'sheet'
  readonly names: readonly string[]
}

export type Groups = Pick<Totals, 'by_pool' | 'by_position'>

/** Which sums a question is about: of the groups that it names, else by what it says. */
export function groupingOf(question: string, totals: Groups | undefined): Grouping {
  const text = ` ${question
    .slice(0, 4000)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')}`
  for (const by of ['pool', 'position'] as const) {
    const names = (totals?.[`by_${by}`] ?? []).map(({ name }) => name)
    const named = names.filter((name) => {
      const words = name
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()
      return words.length >= 3 && !name.startsWith('(') && text.includes(` ${words}`)
    })
    if (named.length > 0) return { by, names: named }
  }
  if (/\b(?:positions?|stellen?|puestos?|job titles?)\b/iu.test(question)) return { by: 'position', names: [] }
  return { by: /\b(?:sheets?|blatt|blätter|hojas?)\b/iu.test(question) ? 'sheet' : 'pool', names: [] }
}

const SHOWN = 10

/** Answers the standard questions from the report itself, where there is no model. */
export async function answerUnaided(ports: ReadPorts, report: Report, question: string, events: AnswerEvents): Promise<Answered> {
  const run: LookUp = (tool, input) => told(ports, report, tool, input, events)
  const text = await wordsOnReport(run, question, report.summary?.totals)
  // sentence by sentence, as a model's answer comes
  events.delta(text)
  return { promptTokens: Math.max(1, countTokens(question)), completionTokens: Math.max(1, countTokens(text)), held: false }
}

const languageTag = { en: 'en-US', de: 'de-DE', es: 'es-US' } as const

/** Calls one of the review's tools for the report that is spoken of. */
export type LookUp = (tool: ReviewTool, input: object) => Promise<unknown>

/** What the report says to a question, by what `lookUp` gives; `intent`: what the question means, where that is known better. */
export async function wordsOnReport(
  lookUp: LookUp,
  question: string,
  groups: Groups | undefined,
  intent: Intent = intentOf(question),
): Promise<string> {
  const language = languageOf(question)
  const [phrases, tag, grouping] = [phrasesOf(language), languageTag[language], groupingOf(question, groups)]
  const run = async <Result>(tool: ReviewTool, input: object) => (await lookUp(tool, input)) as Result
  try {
    switch (intent.kind) {
      case 'help':
        return phrases.help
      case 'summary':
        return summaryWords(await run(reportSummary, {}), phrases, tag)
      case 'totals':
        return totalsWords(await run(recomputeTotals, { by: grouping.by }), grouping, phrases, tag)
      case 'compare':
        return comparisonWords(await run(compareQuarters, {}), phrases, tag)
      case 'list':
        return listWords(
          await run(listFindings, { ...(intent.severity ? { severity: intent.severity } : {}), limit: SHOWN }),
          phrases,
          intent,
        )
      case 'explain':
        return explainWords(await run(explainFinding, { finding: intent.finding }), phrases)
    }
  } catch (error) {
    if (error instanceof ApiError && error.code !== 'internal') return phrases.failed(error.message)
    throw error
  }
}

let calls = 0
async function told(ports: ReadPorts, report: Report, tool: ReviewTool, input: object, events: AnswerEvents): Promise<object> {
  const about = { toolCallId: `call-${++calls}`, toolName: tool.name }
  events.toolStart({ ...about, displayName: tool.displayName })
  try {
    const result = await tool.run(ports, report, input as never)
    events.toolResult({ ...about, success: true, summary: tool.displayName })
    return result
  } catch (error) {
    events.toolResult({ ...about, success: false, summary: error instanceof ApiError ? error.message : tool.displayName })
    throw error
  }
}

const money = (amount: number, tag: string) => amount.toLocaleString(tag, { style: 'currency', currency: 'USD' })
const count = (n: number, tag: string) => n.toLocaleString(tag)

interface Amounts {
  readonly salary: number
  readonly benefits: number
  readonly total: number
}

function summaryWords(
  found: {
    file: string
    district: string
    period: string
    totals: Amounts & { rows: number }
    findings: Record<'error' | 'warning' | 'info' | 'all', number>
  },
  phrases: Phrases,
  tag: string,
): string {
  const { totals, findings } = found
  const amounts = { salary: money(totals.salary, tag), benefits: money(totals.benefits, tag), total: money(totals.total, tag) }
  const { error, warning, info } = findings
  return [
    phrases.summary({ ...found, rows: count(totals.rows, tag) }),
    phrases.amounts(amounts),
    findings.all ? phrases.found({ error: count(error, tag), warning: count(warning, tag), info: count(info, tag) }) : phrases.clean,
  ].join('\n\n')
}

function totalsWords(
  found: { period: string; groups: readonly (Amounts & { name: string })[] } & Amounts,
  { by, names }: Grouping,
  phrases: Phrases,
  tag: string,
): string {
  const line = ({ name, salary, benefits, total }: Amounts & { name: string }) =>
    phrases.group({ name, total: money(total, tag), salary: money(salary, tag), benefits: money(benefits, tag) })
  const asked = found.groups.filter(({ name }) => names.includes(name))
  const shown = asked.length > 0 ? asked : [...found.groups, { ...found, name: phrases.words.total }]
  return [phrases.totalsOf(found.period, by), '', ...shown.map(line)].join('\n')
}

type Change = { readonly now: number; readonly before: number; readonly percent: number | null }

function comparisonWords(
  found: { period: string; before: string | null; by_pool?: readonly { name: string; total: Change }[] } & Partial<
    Record<keyof Amounts, Change>
  >,
  phrases: Phrases,
  tag: string,
): string {
  if (found.before === null) return phrases.noBefore(found.period)
  const line = (what: string, { now, before, percent }: Change) =>
    phrases.changed({
      what,
      now: money(now, tag),
      before: money(before, tag),
      change: percent === null ? phrases.asNew : `${percent > 0 ? '+' : ''}${percent.toLocaleString(tag)} %`,
    })
  const rows = (['salary', 'benefits', 'total'] as const).flatMap((name) => (found[name] ? [line(phrases.words[name], found[name])] : []))
  return [
    phrases.against({ period: found.period, before: found.before }),
    '',
    ...rows,
    ...(found.by_pool ?? []).map(({ name, total }) => line(name, total)),
  ].join('\n')
}

type Numbered = Finding & { readonly n: number }
const ruleWords = (rule: string) => rule.replaceAll('_', ' ')
const listed = (finding: Numbered, phrases: Phrases) =>
  phrases.listed({
    n: String(finding.n),
    what: ruleWords(finding.rule),
    place: phrases.place(finding.sheet, finding.cell),
    message: finding.message,
  })

function listWords(found: { total: number; findings: readonly Numbered[] }, phrases: Phrases, { severity }: { severity?: string }): string {
  if (found.total === 0) return severity ? phrases.none : phrases.clean
  const lines = found.findings.map((finding) => listed(finding, phrases))
  return [...lines, ...(found.total > found.findings.length ? ['', phrases.more(String(found.total))] : [])].join('\n')
}

const explainWords = ({ finding }: { finding: Numbered }, phrases: Phrases): string =>
  [listed(finding, phrases), phrases.todo(finding.suggestion)].join('\n\n')
