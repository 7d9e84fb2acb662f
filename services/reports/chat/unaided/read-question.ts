import { foldWords } from '../fold-words.ts'
import { namedGroups } from './named-groups.ts'
import type { Act, Known, Question } from './question.ts'
import * as w from './question-words.ts'

const FINDING =
  /(?:finding|befund|hallazgo|error|fehler|warning|warnung|advertencia|#)\s*(?:n(?:o|r|um|úm|umber|ummer|úmero)?\.?\s*)?#?F?(\d{1,6})\b|\bF(\d{1,6})\b/iu
const NTH =
  /\b(first|second|third|ersten?|zweiten?|dritten?|primer[oa]?|segund[oa]|tercer[oa]?) (?:finding|error|warning|befund|fehler|warnung|hallazgo|advertencia)/
const NTHS: Readonly<Record<string, string>> = { f: '1', e: '1', p: '1', z: '2', d: '3', t: '3' }
const ROW =
  /(?<!\p{L})(?:rows?|lines?|zeilen?|filas?|líneas?|lineas?|record|eintrag)\s*(?:n(?:o|r|um|úm|umber|ummer|úmero)?\.?\s*)?#?(\d{1,7})\b/iu
const CELL = /(?<!\p{L})(?:cell|zelle|celda)\s+[a-z]{1,3}(\d{1,7})\b/iu
const PERIOD = /\b(?:(\d{4})[\s-]*(?:Q|T)([1-4])|(?:Q|T)([1-4])(?:[\s/,-]*(?:of |de |von )?(\d{4}))?)\b/iu
const NTH_QUARTER =
  /\b(first|1st|1|second|2nd|2|third|3rd|3|fourth|4th|4|erste[ns]?|zweite[ns]?|dritte[ns]?|vierte[ns]?|primer|segundo|tercer|cuarto) (?:quarter|quartal|trimestre)(?: (?:of|de|del|von|in|im jahr)?\s*(\d{4}))?/
const QUARTERS: readonly (readonly [RegExp, number])[] = [
  [/^(?:fi|1|er|pr)/, 1],
  [/^(?:se|2|zw)/, 2],
  [/^(?:th|3|dr|te)/, 3],
  [/^(?:fo|4|vi|cu)/, 4],
]
const YEAR = /(?<![\p{N}$€.,-])((?:19|20)\d\d)(?![\p{N}.,]\d|[-\s]*Q)/u
const AMOUNT = String.raw`[$€]?\s*(\d[\d.,' ]*\d|\d)\s*(k\b|tausend|thousand|mil\b|%)?`
const ABOVE = new RegExp(
  String.raw`(?:more than|over|above|exceed\w*|at least|greater than|mehr als|über|más de|mas de|por encima de|>)\s*(?:US)?${AMOUNT}`,
  'iu',
)
const BELOW = new RegExp(
  String.raw`(?:less than|under|below|fewer than|weniger als|unter|menos de|por debajo de|<)\s*(?:US)?${AMOUNT}`,
  'iu',
)
const LIMIT =
  /\b(?:top|first|highest|lowest|los|las|die|the) (\d{1,2})\b|\b(\d{1,2}) (?:highest|lowest|best|most|top|biggest|largest|hochst|best|niedrigst|mas|mejor)/
const COUNTED: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  five: 5,
  ten: 10,
  zwei: 2,
  drei: 3,
  funf: 5,
  zehn: 10,
  dos: 2,
  tres: 3,
  cinco: 5,
  diez: 10,
}

/** What a question asks for, by its words. `known`: names that it may say. */
export function readQuestion(text: string, known: Known): Question {
  const raw = text.slice(0, 2000)
  const folded = foldWords(raw)
  const positions = namedGroups(folded, known.positions)
  const pools = namedGroups(folded, known.pools)
  const rest = folded
    .split(' ')
    .filter((word) => !positions.words.has(word) && !pools.words.has(word))
    .join(' ')
  const asked = slotsOf(raw, folded, rest, known)
  const strange = rest.split(' ').filter((word) => isStrange(word))
  const named = positions.names.length + pools.names.length > 0
  return { ...asked, act: actOf(asked, folded, rest, { named, strange }), positions: positions.names, pools: pools.names, strange }
}

type Slots = Omit<Question, 'act' | 'positions' | 'pools' | 'strange'>

function slotsOf(text: string, folded: string, rest: string, known: Known): Slots {
  const first = <T>(pairs: readonly (readonly [T, RegExp])[], where = folded): T | undefined => pairs.find(([, re]) => re.test(where))?.[0]
  const row = ROW.exec(text)?.[1] ?? CELL.exec(text)?.[1]
  const finding = findingOf(text, folded)
  const rule = first(w.ruleWords)
  const severity = (['warning', 'error', 'info'] as const).find((of) => w.findingWords[of].test(rest))
  const share = w.measureWords[0]![1].test(folded)
  const [above, below] = [amountOf(ABOVE, text, share), amountOf(BELOW, text, share)]
  const [isHighest, isLowest] = [w.highestWords.test(rest.replace(w.lowestWords, '')), w.lowestWords.test(rest)]
  const order = isLowest ? 'lowest' : isHighest ? 'highest' : undefined
  const statistic = w.medianWords.test(rest) ? 'median' : w.averageWords.test(rest) ? 'average' : undefined
  const by = first(w.groupedBy) ?? first(w.askedFor)
  const kind = (Object.keys(w.kindWords) as (keyof typeof w.kindWords)[]).find((of) => w.kindWords[of].test(rest))
  const lacking = w.missingWords.test(rest)
    ? (Object.keys(w.fieldWords) as (keyof typeof w.fieldWords)[]).find((field) => w.fieldWords[field].test(rest))
    : undefined
  const limit = limitOf(rest)
  return {
    text,
    ...(finding ? { finding } : {}),
    ...(row ? { row: Number(row) } : {}),
    ...(rule ? { rule } : {}),
    ...(severity ? { severity } : {}),
    ...optional('measure', first(w.measureWords, folded.replaceAll(w.costPools, ''))),
    ...optional('order', order),
    ...(isHighest && isLowest ? { isRange: true } : {}),
    ...optional('statistic', statistic),
    ...optional('kind', kind),
    ...optional('by', by),
    ...optional('missing', lacking ?? (rule === 'position_without_pool' && w.whoWords.test(rest) ? 'pool' : undefined)),
    ...optional('above', above),
    ...optional('below', below),
    ...optional('limit', limit),
    ...periodOf(text, folded, known),
  }
}

const optional = <K extends string, V>(key: K, value: V | undefined) => (value === undefined ? {} : ({ [key]: value } as { [k in K]: V }))

function findingOf(text: string, folded: string): string | undefined {
  const [, worded, byId] = FINDING.exec(text) ?? []
  if (worded ?? byId) return worded ?? byId
  const nth = NTH.exec(folded)?.[1]
  return nth === undefined ? undefined : /^se/.test(nth) ? '2' : NTHS[nth[0]!]
}

function limitOf(rest: string): number | undefined {
  const [, one, other] = LIMIT.exec(rest) ?? []
  const word = rest.split(' ').find((said) => Object.hasOwn(COUNTED, said))
  const n = Number(one ?? other ?? (word === undefined ? 0 : COUNTED[word]))
  return n > 0 && n <= 50 ? n : undefined
}

function amountOf(pattern: RegExp, text: string, share: boolean): number | undefined {
  const [, digits, unit] = pattern.exec(text) ?? []
  if (digits === undefined) return undefined
  const value = Number(
    digits
      .replaceAll(/[ ']/g, '')
      .replaceAll(/[.,](?=\d{3}(?:\D|$))/g, '')
      .replace(',', '.'),
  )
  if (!Number.isFinite(value)) return undefined
  if (unit === '%') return value / 100
  if (share && value > 1) return value / 100
  return unit ? value * 1000 : value
}

/** The quarter or year that is named, where it is not the report's own. */
function periodOf(text: string, folded: string, { period }: Known): Pick<Question, 'period' | 'year'> {
  const own = period.slice(0, 4)
  const [, year, quarter, quarterFirst, yearBehind] = PERIOD.exec(text) ?? []
  const n = quarter ?? quarterFirst
  if (n) {
    const named = `${year ?? yearBehind ?? own}-Q${n}`
    return named === period ? {} : { period: named }
  }
  const [, nth, of] = NTH_QUARTER.exec(folded) ?? []
  const number = nth && QUARTERS.find(([start]) => start.test(nth))?.[1]
  if (number) {
    const named = `${of ?? own}-Q${number}`
    return named === period ? {} : { period: named }
  }
  const only = YEAR.exec(text)?.[1]
  if (only) return { year: Number(only) }
  return /\b(?:this|whole|full|entire) year\b|dieses jahr|ganzes? jahr|(?:este|todo el) ano\b/.test(folded) ? { year: Number(own) } : {}
}

const vocabulary: readonly RegExp[] = [
  ...w.measureWords.map(([, re]) => re),
  ...[
    w.highestWords,
    w.lowestWords,
    w.averageWords,
    w.medianWords,
    w.countWords,
    w.listWords,
    w.missingWords,
    w.compareWords,
    w.quarterWords,
  ],
  ...[w.suspectWords, w.totalWords, w.summaryWords, w.submitWords, w.fixWords, w.meaningWords, w.fellWords],
  ...Object.values(w.kindWords),
  ...Object.values(w.findingWords),
  ...Object.values(w.fieldWords),
  ...w.ruleWords.map(([, re]) => re),
  /^(?:cell|zelle|celda|function|code|funcion|codigo|share|quarterly|period|zeitraum|trimestral|percent|prozent|porcentaje|ciento|over|add|up|earner|lessthan|first|second|third)$/,
]
const isStrange = (word: string): boolean =>
  !(
    word === '' ||
    /^\d+$/.test(word) ||
    /^q\d$/.test(word) ||
    w.isPlain(word) ||
    Object.hasOwn(COUNTED, word) ||
    vocabulary.some((re) => re.test(word))
  )

function actOf(
  asked: Slots,
  folded: string,
  rest: string,
  { named, strange }: { named: boolean; strange: readonly string[] },
): Act | undefined {
  const { rule, severity, finding, row, period, year, order, statistic, kind, by } = asked
  const wrong = severity !== undefined || w.findingWords.any.test(rest) || w.suspectWords.test(rest)
  const counted = w.countWords.test(rest)
  if (finding) return 'explain'
  if (row === undefined && !strange.length && w.fixFirstWords.test(folded)) return 'fix-first'
  // no rule's findings are an average
  if (rule === 'benefits_ratio' && statistic) return undefined
  if (row) return wrong || /\b(?:why|warum|wieso|por que)\b/.test(rest) ? 'flags' : 'row'
  if (w.helloWords.test(folded)) return 'hello'
  if (w.thanksWords.test(folded)) return 'thanks'
  if (w.helpWords.test(folded)) return 'help'
  if (
    rule &&
    !strange.length &&
    !w.listWords.test(rest.replace(/\ball\b/, '')) &&
    !counted &&
    w.meaningWords.test(folded) &&
    !w.kindWords.rows.test(rest)
  )
    return 'meaning'
  if (w.submitWords.test(rest)) return 'submit'
  if (asked.missing && asked.missing !== 'id' && rule !== 'position_without_pool' && rule !== 'malformed_value') return 'missing'
  if (rule === 'position_without_pool' && w.whoWords.test(rest)) return 'missing'
  if (rule && rule !== 'quarter_change') return counted ? 'count-findings' : 'findings'
  if (period || year) return 'quarters'
  if (rule === 'quarter_change') return 'findings'
  if ((order && w.whichQuarter.test(rest)) || (w.listWords.test(rest) && /\b(?:quarters|quartale|trimestres)\b/.test(rest)))
    return 'quarters'
  if (w.compareWords.test(rest)) return kind === 'employees' || w.whoWords.test(rest) ? 'changes' : 'compare'
  if (wrong && !order && !statistic) return counted ? 'count-findings' : strange.length && !severity ? 'flags' : 'findings'
  if (/\b(?:what|which|welches|que) (?:quarter|period|quartal|trimestre|file|district|year)\b/.test(folded)) return 'summary'
  if (statistic) return by && order ? 'ranked' : 'average'
  if (asked.above !== undefined || asked.below !== undefined) return 'beyond'
  if (asked.isRange) return 'average'
  if (order && (asked.measure || kind || named || by)) return by && kind !== 'employees' ? 'ranked' : 'extreme'
  if (counted && (kind || named)) return 'count'
  if (w.totalWords.test(rest.replaceAll(w.costPools, (found) => (found.startsWith('cost') ? '' : 'grupo'))) && kind !== 'rows')
    return strange.length > 0 && asked.measure !== undefined && asked.measure !== 'total' ? 'who' : 'totals'
  if (w.summaryWords.test(rest)) return 'summary'
  if (w.quarterWords.test(rest) && !asked.measure) return 'compare'
  if (kind && (w.listWords.test(rest) || /^(?:what|was|cual)\b/.test(folded)) && !asked.measure) return 'names'
  if (kind === 'pools' || (by && asked.measure)) return 'totals'
  return strange.length || asked.measure ? 'who' : undefined
}
