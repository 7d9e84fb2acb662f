import { moneyIn, percentIn } from '../../stored/language.ts'
import type { NamedSums, Sums } from '../../stored/totals.ts'
import { foldWords } from '../fold-words.ts'
import { type FoundQuarters, listQuarters } from '../list-quarters.ts'
import { compareQuarters, recomputeTotals, reportSummary } from '../tools.ts'
import { fellWords, highestWords } from './question-words.ts'
import { count, declined, type Telling, valueWords } from './telling.ts'

export async function tellSummary(telling: Telling): Promise<string> {
  const found = (await telling.lookUp(reportSummary, {})) as {
    file: string
    district: string
    period: string
    totals: Sums
    findings: Record<'error' | 'warning' | 'info' | 'all', number>
  }
  const { phrases, language } = telling
  const { totals, findings } = found
  const money = (amount: number) => moneyIn(language, amount)
  const { error, warning, info, all } = findings
  return [
    phrases.summary({ ...found, rows: count(totals.rows, telling) }),
    phrases.amounts({ salary: money(totals.salary), benefits: money(totals.benefits), total: money(totals.total) }),
    all ? phrases.found({ error: count(error, telling), warning: count(warning, telling), info: count(info, telling) }) : phrases.clean,
  ].join('\n\n')
}

/** Sums of the groups that a question names, else by what it says: pool, position, sheet. */
export async function tellTotals(telling: Telling): Promise<string> {
  const { lookUp, question, phrases, words, language } = telling
  const { positions, pools, strange, measure } = question
  if (strange.length > 0) return declined(telling)
  const by =
    pools.length > 0
      ? 'pool'
      : positions.length > 0
        ? 'position'
        : (question.by ?? (question.kind === 'positions' ? 'position' : question.kind === 'sheets' ? 'sheet' : 'pool'))
  const found = (await lookUp(recomputeTotals, { by })) as Sums & { period: string; groups: readonly NamedSums[] }
  const names = [...pools, ...positions].map((name) => name.toLowerCase())
  const asked = found.groups.filter(({ name }) => names.includes(name.toLowerCase()))
  const money = (amount: number) => moneyIn(language, amount)
  const all = { ...found, name: phrases.words.total }
  const shown = asked.length > 0 ? asked : [...found.groups, all]
  if (measure === 'federal' || measure === 'share' || ((measure === 'salary' || measure === 'benefits') && asked.length === 0)) {
    const of = measure === 'share' ? 'federal' : measure
    const lines = shown.map((group) =>
      words.sumOf({ name: group.name, sum: valueWords(of, group[of], language), n: count(group.rows, telling) }),
    )
    return [words.sums({ what: words.measure[of], period: found.period }), '', ...lines].join('\n')
  }
  const line = ({ name, salary, benefits, total }: NamedSums) =>
    phrases.group({ name, total: money(total), salary: money(salary), benefits: money(benefits) })
  return [phrases.totalsOf(found.period, by), '', ...shown.map(line)].join('\n')
}

interface Change {
  readonly now: number
  readonly before: number
  readonly change: number
  readonly percent: number | null
}
type Amounts = 'salary' | 'benefits' | 'total'
type Compared = { period: string; before: string | null; by_pool?: readonly ({ name: string } & Record<Amounts, Change>)[] } & Partial<
  Record<Amounts, Change>
>

export async function tellComparison(telling: Telling): Promise<string> {
  const { lookUp, question, phrases, words, language } = telling
  const { pools, positions, strange, order, measure } = question
  if (strange.length > 0 || positions.length > 0) return declined(telling)
  const found = (await lookUp(compareQuarters, {})) as Compared
  if (found.before === null) return phrases.noBefore(found.period)
  const money = (amount: number) => moneyIn(language, amount)
  const by = ({ percent }: Change) => (percent === null ? phrases.asNew : `${percent > 0 ? '+' : ''}${percentIn(language, percent / 100)}`)
  const line = (what: string, of: Change) => phrases.changed({ what, now: money(of.now), before: money(of.before), change: by(of) })
  const head = [phrases.against({ period: found.period, before: found.before }), '']
  const named = (found.by_pool ?? []).filter(({ name }) => pools.some((pool) => pool.toLowerCase() === name.toLowerCase()))
  const amount: Amounts = measure === 'salary' || measure === 'benefits' ? measure : 'total'
  if (named.length > 0) return [...head, ...named.map((pool) => line(pool.name, pool[amount]))].join('\n')
  const folded = foldWords(question.text)
  const ranked =
    question.by === 'pool' && (order !== undefined || highestWords.test(folded) || fellWords.test(folded) || question.kind === 'pools')
  if (ranked && found.by_pool) {
    const sign = fellWords.test(folded) || order === 'lowest' ? 1 : -1
    const pool = found.by_pool.filter((of) => of[amount].change * sign < 0)
    const sorted = pool.toSorted((a, b) => sign * (a[amount].change - b[amount].change))
    const lines = sorted.map((of) => {
      const { now, before, change } = of[amount]
      return `- ${words.grew({ name: of.name, change: `${change > 0 ? '+' : ''}${money(change)}`, percent: by(of[amount]), now: money(now), before: money(before) })}`
    })
    return [...head, ...(lines.length > 0 ? lines : [words.noneGrew])].join('\n')
  }
  const rows = (['salary', 'benefits', 'total'] as const).flatMap((name) => (found[name] ? [line(phrases.words[name], found[name])] : []))
  return [...head, ...rows, ...(found.by_pool ?? []).map(({ name, total }) => line(name, total))].join('\n')
}

/** Amounts of another quarter, or of a year: a report is of one quarter, and those of the others are added up. */
export async function tellQuarters(telling: Telling): Promise<string> {
  const { lookUp, question, words, known, language } = telling
  const { year, period, positions, pools, strange } = question
  const found = (await lookUp(listQuarters, year === undefined ? {} : { year })) as FoundQuarters
  const quarters = period === undefined ? found.quarters : found.quarters.filter((one) => one.period === period)
  const asked = period ?? (year === undefined ? undefined : String(year))
  const own = known.period
  if (asked !== undefined && quarters.length === 0)
    return [words.otherPeriod({ asked, own }), words.noQuarter({ asked, known: found.known.join(', ') })].join(' ')
  const money = (amount: number) => moneyIn(language, amount)
  const isNarrow = positions.length + pools.length + strange.length > 0
  const order = question.order
  const sorted = order ? quarters.toSorted((a, b) => (order === 'highest' ? b.total - a.total : a.total - b.total)) : quarters
  const lines = sorted.map(({ period: of, total, salary, benefits }) =>
    words.quarterOf({ period: of, total: money(total), salary: money(salary), benefits: money(benefits) }),
  )
  return [
    ...(asked !== undefined && !own.startsWith(asked) ? [words.otherPeriod({ asked, own })] : []),
    ...(isNarrow ? [words.declined] : []),
    words.quarters,
    '',
    ...lines,
    ...(year !== undefined && found.sum
      ? ['', words.sumOfYear({ what: String(year), total: money(found.sum.total), n: count(quarters.length, telling) })]
      : []),
  ].join('\n')
}
