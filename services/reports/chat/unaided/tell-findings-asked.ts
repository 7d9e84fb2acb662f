import type { Finding } from '../../stored/finding.ts'
import { ruleWords } from '../../tell/tell-findings.ts'
import { type FoundRows, queryRows } from '../query-rows.ts'
import { explainFinding, listFindings, reportSummary } from '../tools.ts'
import { count, declined, placeWords, rowWords, type Telling } from './telling.ts'

const SHOWN = 10
type Numbered = Omit<Finding, 'suggestion' | 'explanation'> & { readonly n: number }
export interface Listed {
  readonly total: number
  readonly findings: readonly Numbered[]
}

const line = (finding: Numbered, { phrases }: Telling): string =>
  phrases.listed({ n: String(finding.n), what: finding.title, place: phrases.place(finding.sheet, finding.cell), message: finding.message })

/** A list of findings, narrowed down as the question says. */
export async function tellList(telling: Telling): Promise<string> {
  const { lookUp, question, phrases, words, language } = telling
  const { severity, rule } = question
  const found = (await lookUp(listFindings, { ...(rule ? { rule } : severity ? { severity } : {}), limit: SHOWN, language })) as Listed
  const head = rule ? [words.findingsOf({ n: count(found.total, telling), what: ruleWords(rule, language).title }), ''] : []
  if (found.total === 0) return rule ? head[0]! : severity ? phrases.none : phrases.clean
  const lines = found.findings.map((finding) => line(finding, telling))
  return [...head, ...lines, ...(found.total > found.findings.length ? ['', phrases.more(count(found.total, telling))] : [])].join('\n')
}

/** How many findings there are. */
export async function tellCounts(telling: Telling): Promise<string> {
  const { lookUp, question, words } = telling
  if (question.rule) return tellList(telling)
  const { findings } = (await lookUp(reportSummary, {})) as { findings: Record<'error' | 'warning' | 'info', number> }
  const { error, warning, info } = findings
  return words.counts({ error: count(error, telling), warning: count(warning, telling), info: count(info, telling) })
}

/** Whether the report may go out. */
export async function tellWhetherToSubmit(telling: Telling): Promise<string> {
  const { findings } = (await telling.lookUp(reportSummary, {})) as { findings: Record<'error', number> }
  if (findings.error === 0) return telling.words.may
  const list = await tellList({ ...telling, question: { ...telling.question, severity: 'error' } })
  return `${telling.words.mayNot(count(findings.error, telling))}\n\n${list}`
}

export async function tellExplained({
  lookUp,
  question,
  phrases,
  language,
}: Telling & { readonly question: { readonly finding?: string } }): Promise<string> {
  const { finding } = (await lookUp(explainFinding, { finding: question.finding ?? '1', language })) as { finding: Finding & { n: number } }
  const listed = phrases.listed({
    ...{ n: String(finding.n), what: finding.title, message: finding.message },
    place: phrases.place(finding.sheet, finding.cell),
  })
  return [listed, finding.explanation, phrases.todo(finding.suggestion)].join('\n\n')
}

/** The gravest findings with what to do. */
export async function tellFirst(telling: Telling): Promise<string> {
  const { total, findings } = (await telling.lookUp(listFindings, { limit: 3, language: telling.language })) as Listed
  if (total === 0) return telling.phrases.clean
  const said: string[] = []
  for (const { n } of findings) said.push(await tellExplained({ ...telling, question: { ...telling.question, finding: String(n) } }))
  return [...said, ...(total > findings.length ? [telling.phrases.more(count(total, telling))] : [])].join('\n\n')
}

/** What a rule means, and where it was found. */
export async function tellMeaning(telling: Telling): Promise<string> {
  const rule = telling.question.rule!
  const { title, explanation } = ruleWords(rule, telling.language)
  return [`${title}: ${explanation}`, await tellList(telling)].join('\n\n')
}

/** A row, or the rows of an employee, with what was found there. */
export async function tellFlags(telling: Telling): Promise<string> {
  const { lookUp, question, words, language } = telling
  const { row, mentions, text } = question
  const asked = row === undefined ? { mentions: mentions ?? text } : { row }
  const { shown, rows } = (await lookUp(queryRows, { ...asked, limit: SHOWN })) as FoundRows
  if (row === undefined && rows === 0) return declined(telling)
  const places = row === undefined ? shown.map((one) => one.row) : [row]
  const { findings } = (await lookUp(listFindings, { rows: places, limit: 50, language })) as Listed
  const own = findings.filter((f) => shown.length === 0 || shown.some((one) => one.sheet === f.sheet && one.row === f.row))
  const said = (f: Numbered) =>
    question.toFix ? tellExplained({ ...telling, question: { ...question, finding: String(f.n) } }) : line(f, telling)
  const head = shown.length > 0 ? shown.map((one) => rowWords(one, telling)) : [words.noRow(String(row))]
  if (rows > shown.length) head.push(words.more(count(rows, telling)))
  return [head.join('\n'), own.length > 0 ? [words.flagged, '', ...(await Promise.all(own.map(said)))].join('\n') : words.notFlagged].join(
    '\n\n',
  )
}

/** Rows whose cell of a field says nothing. */
export async function tellMissing(telling: Telling): Promise<string> {
  const { lookUp, question, words } = telling
  const field = question.missing!
  const found = (await lookUp(queryRows, {
    missing: field,
    positions: some(question.positions),
    pools: some(question.pools),
    limit: SHOWN,
  })) as FoundRows
  const name = field === 'salary' || field === 'benefits' || field === 'share' ? words.measure[field] : words.fields[field]
  const head = words.missing({ field: name, n: count(found.rows, telling) })
  const lines = found.shown.map((row) => `- ${[row.id, row.name, placeWords(row, words)].filter(Boolean).join(', ')}`)
  return [
    head,
    ...(lines.length > 0 ? ['', ...lines] : []),
    ...(found.rows > lines.length ? ['', words.more(count(found.rows, telling))] : []),
  ].join('\n')
}

export const some = (names: readonly string[]) => (names.length > 0 ? [...names] : undefined)
