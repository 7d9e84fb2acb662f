import { type FoundRows, type Measure, queryRows, type ShownRow } from '../query-rows.ts'
import { listFindings } from '../tools.ts'
import { type Listed, some } from './tell-findings-asked.ts'
import { count, declined, ofWords, placeWords, rowWords, type Telling, valueWords, whoWords } from './telling.ts'

const SHOWN = 10

/** The rows that a question is narrowed down to, or undefined where it names somebody who is not there. */
async function rowsAsked(telling: Telling, asked: object): Promise<FoundRows | undefined> {
  const { lookUp, question } = telling
  const { positions, pools, strange, mentions, text, measure } = question
  const named = mentions ?? (strange.length > 0 ? text : undefined)
  const narrowed = { positions: some(positions), pools: some(pools), mentions: named, measure, ...asked }
  const found = (await lookUp(queryRows, withoutAbsent(narrowed))) as FoundRows
  return found.rows === 0 && named !== undefined ? undefined : found
}

const withoutAbsent = (of: object) => Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined))

/** An employee by name or id. */
export async function tellWho(telling: Telling): Promise<string> {
  const { question, words } = telling
  if (question.strange.length === 0 && question.mentions === undefined) return declined(telling)
  const found = await rowsAsked(telling, { limit: SHOWN })
  if (!found) return declined(telling)
  const lines = found.shown.map((row) => rowWords(row, telling))
  const { measure } = question
  const totals = measure === 'total' || measure === 'federal'
  if (totals && found.shown.length === 1) {
    const value = found.shown[0]![measure]
    lines.push(`${capital(words.measure[measure])}: ${value === null ? words.nothingThere : valueWords(measure, value, telling.language)}.`)
  }
  return [...lines, ...(found.rows > lines.length && !totals ? [words.more(count(found.rows, telling))] : [])].join('\n')
}

/** The row of a number, with nothing said of findings. */
export async function tellExtreme(telling: Telling): Promise<string> {
  const { question, words, language } = telling
  const { order = 'highest', limit = 3 } = question
  const measure: Measure = question.measure ?? 'salary'
  const found = await rowsAsked(telling, { measure, order, limit: Math.max(limit, 1) })
  if (!found) return declined(telling)
  if (found.values === 0) return declined(telling, words.missing({ field: words.measure[measure], n: count(found.rows, telling) }))
  const rows = found.shown.map((one) => one.row)
  const { findings } = (await telling.lookUp(listFindings, { rows, severity: 'error', limit: 50, language })) as Listed
  // an amount that is an error itself is no honest extreme without saying so
  const flags = (row: ShownRow) => findings.filter((f) => f.sheet === row.sheet && f.row === row.row).map((f) => ` – ${f.title}`)
  const lines = found.shown.map(
    (row, i) =>
      `${i + 1}. ${valueWords(measure, row[measure]!, language)} – ${whoWords(row)} (${placeWords(row, words)})${[...new Set(flags(row))].join('')}`,
  )
  return [words[order]({ what: words.measure[measure], of: ofWords(question) }), '', ...lines].join('\n')
}

export async function tellAverage(telling: Telling): Promise<string> {
  const { question, words, language } = telling
  const { by } = question
  const measure: Measure = question.measure ?? 'salary'
  const found = await rowsAsked(telling, { measure, limit: 0, ...(by ? { by } : {}) })
  if (!found) return declined(telling)
  const say = (value: number | null) => (value === null ? '–' : valueWords(measure, value, language))
  if (by) {
    const lines = found.groups.map((g) =>
      words.averageOf({ name: g.name, average: say(g.average), median: say(g.median), n: count(g.values, telling) }),
    )
    return [words.averages({ what: words.measure[measure], period: found.period }), '', ...lines].join('\n')
  }
  const about = { what: words.measure[measure], of: ofWords(question) }
  return [
    words.average({ ...about, average: say(found.average), median: say(found.median), n: count(found.values, telling) }),
    words.range({ lowest: say(found.lowest), highest: say(found.highest) }),
  ].join(' ')
}

/** Groups in the order of what they cost, or of what is paid in them on average. */
export async function tellRanked(telling: Telling): Promise<string> {
  const { question, words, language, known } = telling
  const measure: Measure = question.measure ?? 'total'
  const byAverage = question.statistic !== undefined || measure === 'salary' || measure === 'benefits' || measure === 'share'
  if (question.strange.length > 0) return declined(telling)
  if (byAverage) {
    const found = await rowsAsked(telling, { measure, limit: 0, by: question.by })
    const sign = question.order === 'lowest' ? 1 : -1
    const groups = (found?.groups ?? []).filter((g) => g.average !== null).toSorted((a, b) => sign * (a.average! - b.average!))
    const say = (value: number | null) => (value === null ? '–' : valueWords(measure, value, language))
    const lines = groups.map((g) =>
      words.averageOf({ name: g.name, average: say(g.average), median: say(g.median), n: count(g.values, telling) }),
    )
    return [words.averages({ what: words.measure[measure], period: known.period }), '', ...lines].join('\n')
  }
  const found = await rowsAsked(telling, { measure, limit: 0, by: question.by })
  const sign = question.order === 'lowest' ? 1 : -1
  const groups = (found?.groups ?? []).filter((g) => g.sum !== null).toSorted((a, b) => sign * (a.sum! - b.sum!))
  const lines = groups.map((g) => words.sumOf({ name: g.name, sum: valueWords(measure, g.sum!, language), n: count(g.values, telling) }))
  return [words.sums({ what: words.measure[measure], period: known.period }), '', ...lines].join('\n')
}

/** Rows above or below an amount. */
export async function tellBeyond(telling: Telling): Promise<string> {
  const { question, words, language } = telling
  const measure: Measure = question.measure ?? 'salary'
  const { above, below } = question
  const found = await rowsAsked(telling, { measure, above, below, order: above === undefined ? 'lowest' : 'highest', limit: SHOWN })
  if (!found) return declined(telling)
  const say = (value: number | undefined) => (value === undefined ? '' : valueWords(measure, value, language))
  const head = words.beyond({
    what: words.measure[measure],
    above: say(above),
    below: say(below),
    of: ofWords(question),
    n: count(found.rows, telling),
  })
  const lines = found.shown.map((row) => `- ${valueWords(measure, row[measure]!, language)} – ${whoWords(row)} (${placeWords(row, words)})`)
  return [head, '', ...lines, ...(found.rows > lines.length ? ['', words.more(count(found.rows, telling))] : [])].join('\n').trim()
}

/** How many employees, rows, positions, pools or sheets there are. */
export async function tellCount(telling: Telling): Promise<string> {
  const { question, words } = telling
  const { kind = 'employees', by } = question
  const narrowed = question.positions.length + question.pools.length > 0
  const asked = kind === 'positions' || kind === 'pools' || kind === 'sheets' ? GROUPS[kind] : undefined
  if (asked && !narrowed && !by) return tellNames(telling)
  const found = await rowsAsked(telling, { limit: 0, ...(by ? { by } : {}) })
  if (!found) return declined(telling)
  const groups = found.groups.map((g) =>
    words.nameOf({ name: g.name, rows: count(g.rows, telling), employees: count(g.employees, telling) }),
  )
  if (kind === 'rows') return [words.rows(count(found.rows, telling)), ...groups].join('\n')
  const about = { of: ofWords(question), employees: count(found.employees, telling), rows: count(found.rows, telling) }
  return [words.employees(about), ...groups].join('\n')
}

const GROUPS = { positions: 'position', pools: 'pool', sheets: 'sheet' } as const

/** Which positions, pools, sheets or employees there are. */
export async function tellNames(telling: Telling): Promise<string> {
  const { question, words } = telling
  const { kind = 'employees' } = question
  if (kind === 'positions' || kind === 'pools' || kind === 'sheets') {
    const found = await rowsAsked(telling, { limit: 0, by: GROUPS[kind] })
    if (!found) return declined(telling)
    const lines = found.groups.map((g) =>
      words.nameOf({ name: g.name, rows: count(g.rows, telling), employees: count(g.employees, telling) }),
    )
    return [words.namesOf({ kind: words.kinds[kind], n: count(found.named, telling) }), '', ...lines].join('\n')
  }
  const found = await rowsAsked(telling, { limit: SHOWN })
  if (!found) return declined(telling)
  const about = { of: ofWords(question), employees: count(found.employees, telling), rows: count(found.rows, telling) }
  const lines = found.shown.map((row) => `- ${whoWords(row)} (${placeWords(row, words)})`)
  return [words.employees(about), '', ...lines, ...(found.rows > lines.length ? ['', words.more(count(found.rows, telling))] : [])].join(
    '\n',
  )
}

const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
