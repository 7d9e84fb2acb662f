import type { Candidate } from './candidates.ts'
import type { Match } from './match.ts'
import type { Question, Term } from './question/question.ts'
import { SENDER } from './spans/line-shapes.ts'
import { spansFor } from './spans/typed-spans.ts'
import { SAID_BY_TABLE } from './tables/table-labels.ts'
import { stemsOf } from './words/stems.ts'

/** What a word counts at least that a sentence says itself. */
export const SAID_ITSELF = 0.6

/** "Community work: 1,186 crore" says that so much was spent on it, and the header of a message that it was written and sent. */
export const saidByForm = ({ kind, text }: Candidate, { role, stem, word }: Term): boolean =>
  (SENDER.test(text) && WRITING.test(word)) || (kind === 'pair' && role === 'word' && SAID_BY_TABLE.has(stem) && LABELLED_FIGURE.test(text))
const WRITING = /^(?:wr(?:ite|ites|ote|itten|iter)|sen[dt]s?|sender|e-?mails?|mails?|mailed|messages?|letters?)$/
const LABELLED_FIGURE = /^\D{3,}: [^\p{L}\d]{0,3}\d[\d.,]*[^\p{L}\d]{0,2}(?:\p{L}{1,8}\.?)?$/u

/** "The boiler was ordered for 18,400 euros": an amount of money beside all that is asked about is what it cost. Indexes of the words for that. */
export function saidByMoney({ type, terms }: Question, { text, kind }: Candidate, matches: readonly Match[]): readonly number[] {
  if (type !== 'money' || kind !== 'sentence' || !spansFor('money', text, NOTHING)?.length) return []
  const costs = terms.flatMap(({ stem, role }, i) => (role !== 'name' && COST.has(stem) ? [i] : []))
  const others = matches.filter((_, i) => !costs.includes(i) && terms[i]!.role !== 'light')
  return others.length > 0 && others.every(({ own }) => own >= SAID_ITSELF) ? costs : []
}
const COST = new Set('cost price expenditure fee charge worth'.split(' ').map((word) => stemsOf(word)[0]!))
const NOTHING: ReadonlySet<string> = new Set()

/** Who writes "I" is the writer. */
export const saidByI = ({ text }: Candidate, { word }: Term): boolean =>
  WRITER.test(word) && /(?<![\p{L}.])(?:I|[Mm]y|[Mm]e)(?![\p{L}.])/u.test(text)
const WRITER = /^(?:writer|author|narrator|speaker|sender|applicant)s?$/

/** "The tumour is less than 2 cm in diameter" says how large it is, unless it tells another measure by its name. */
export function saidByMeasure({ type, text: asked }: Question, { text, kind }: Candidate, { word, role }: Term): boolean {
  const kindOf = MEASURES.find(({ words }) => words.test(word))
  if (type !== 'measure' || kind === 'heading' || role !== 'focus' || !kindOf || !HOW.test(asked)) return false
  return kindOf.unit.test(text) && !MEASURES.some(({ words, names }) => !words.test(word) && names.test(text))
}
const HOW = /^how [\p{L}]+ (?:is|are|was|were|does|do|did|can|could|may|must|should|will|would)\b/iu
const LONG = /\d\s?(?:km|m|cm|mm|miles?|feet|foot|ft|inch(?:es)?|yards?|met(?:re|er)s?|kilomet(?:re|er)s?)(?![\p{L}])/iu
const MEASURES: readonly { words: RegExp; names: RegExp; unit: RegExp }[] = [
  { words: /^(?:tall|high)$/, names: /\b(?:tall|high|height)\b/i, unit: LONG },
  { words: /^wide$/, names: /\b(?:wide|width|across)\b/i, unit: LONG },
  { words: /^deep$/, names: /\b(?:deep|depth)\b/i, unit: LONG },
  { words: /^thick$/, names: /\bthick(?:ness)?\b/i, unit: LONG },
  { words: /^(?:long|far)$/, names: /\b(?:long|length|far|distance|away)\b/i, unit: LONG },
  { words: /^heavy$/, names: /\b(?:heavy|weigh\w*)\b/i, unit: /\d\s?(?:kg|g|tons?|tonnes?|pounds?|lbs?|ounces?|kilos?)(?![\p{L}])/iu },
  {
    words: /^fast$/,
    names: /\b(?:fast|speed)\b/i,
    unit: /\d\s?(?:mph|km\/h|kn|knots|m\/s|rpm|[kmgt]?bps|[kmgt]?(?:bit|byte|b)s?\/s|[kmgt]\w{3}bits? per second|(?:miles|kilomet(?:re|er)s) (?:an|per) hour)/iu,
  },
  { words: /^(?:hot|cold|warm)$/, names: /\b(?:hot|cold|temperature)\b/i, unit: /\d\s?(?:°|degrees)/iu },
  {
    words: /^(?:large|big)$/,
    names: /\b(?:large|big|size|area)\b/i,
    unit: /\d\s?(?:km|m|cm|mm|miles?|feet|ft|inch(?:es)?|acres?|hectares?|square|[KMGT]B|bytes?|met(?:re|er)s?|[mb]illion)(?![\p{L}])/iu,
  },
]
