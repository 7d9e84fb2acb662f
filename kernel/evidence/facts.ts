import { isFunctionWord, MONTHS, termOf } from '../text/terms.ts'
import { segmentWords } from '../text/words.ts'

/** A word, name or number of a text, in the forms by which it is compared. */
export interface Fact {
  readonly kind: 'word' | 'name' | 'number'
  /** Two facts are the same when they share a form. */
  readonly forms: readonly string[]
  /** As it was written. */
  readonly text: string
  /** A word like "not" stands right before it. */
  readonly negated: boolean
  /** A word whose capital may be that of the sentence alone. */
  readonly opens?: true
}

const TOKEN =
  /(\p{Nd}{1,3}(?:[ \u00a0\u202f]\p{Nd}{3})+(?!\p{Nd})|\p{Nd}+(?:[.,'’]\p{Nd}+)*)(\p{L}*)|([\p{L}\p{Co}][\p{L}\p{N}\p{M}\p{Co}]*)(?:['’](\p{L}{1,3})\b)?|([.;:!?()，。；！？]|,)/gu
const NOTES = /\[\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\]/g
const NUMBER_WORDS = new Map(
  `zero=0 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 thirteen=13 fourteen=14 fifteen=15 sixteen=16
  seventeen=17 eighteen=18 nineteen=19 twenty=20 thirty=30 forty=40 fifty=50 sixty=60 seventy=70 eighty=80 ninety=90 first=1 second=2 third=3 fourth=4
  fifth=5 sixth=6 seventh=7 eighth=8 ninth=9 tenth=10 twice=2 zwei=2 drei=3 vier=4 fünf=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 dos=2 tres=3 cuatro=4
  cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 deux=2 trois=3 quatre=4 cinq=5 sept=7 huit=8 neuf=9 dix=10`
    .split(/\s+/)
    .map((pair) => pair.split('=') as [string, string]),
)
const SCALES = new Map(
  `hundred=2 thousand=3 million=6 millions=6 billion=9 trillion=12 mio=6 mrd=9 tausend=3 millionen=6 milliarde=9 milliarden=9 mil=3 millón=6 millones=6
  mille=3 milliard=9 milliards=9`
    .split(/\s+/)
    .map((pair) => pair.split('=') as [string, string])
    .map(([word, zeros]) => [word, 10 ** Number(zeros)] as const),
)
const NEGATIONS = new Set(
  'not no never neither nor without none cannot nobody nothing hardly nicht kein keine keinen keiner nie niemals ohne nunca ni sin ne pas jamais sans не нет без никогда 不 没 没有 未 ない لا لم لن ليس'.split(
    ' ',
  ),
)
/** How far the word that a negation denies may stand behind it, in words. */
const REACH = 3
/** Words that speak of the answer itself. */
const FRAMING = new Set(
  'according document source passage text state mention following base provide information answer describe explain note indicate report say tell show also however therefore thus additionally furthermore moreover overall summary'
    .split(' ')
    .map(termOf),
)

/** What a text says, in its order: words that tell something, names, numbers. */
export function factsOf(text: string): Fact[] {
  const facts: Fact[] = []
  let deny = 0
  let opening = true
  const matches = [...segmentWords(text.replace(NOTES, ' ')).matchAll(TOKEN)]
  for (let i = 0; i < matches.length; i++) {
    const [all, digits, unit, word, ending, mark] = matches[i]!
    if (mark) {
      if (mark !== ',') deny = 0
      if (/[.!?。！？]/.test(mark)) opening = true
      continue
    }
    const lower = (word ?? '').toLowerCase()
    const negation = NEGATIONS.has(lower) || ending === 't'
    if (negation) deny = REACH + 1
    if (digits !== undefined) {
      const scale = scaleAfter(matches[i + 1])
      facts.push({ kind: 'number', forms: numberForms(digits, scale, all, text), text: all, negated: deny > 0 })
      if (scale !== 1) i++
      if (unit && unit.length > 1 && !/^(?:st|nd|rd|th)$/i.test(unit))
        facts.push({ kind: 'word', forms: [termOf(unit.toLowerCase())], text: unit, negated: false })
      deny = 0
    } else if (!negation) {
      const next = matches[i + 1]
      const fact = wordFact(word!, lower, { opening, next: next?.[3], scale: scaleAfter(next), negated: deny > 0 })
      if (fact) {
        facts.push(fact)
        if (fact.kind === 'number' && scaleAfter(next) !== 1) i++
        deny = 0
      } else if (deny > 0) deny--
    }
    opening = false
  }
  return facts
}

interface Surroundings {
  readonly opening: boolean
  readonly next: string | undefined
  readonly scale: number
  readonly negated: boolean
}

function wordFact(word: string, lower: string, { opening, next, scale, negated }: Surroundings): Fact | undefined {
  const value = NUMBER_WORDS.get(lower)
  if (value !== undefined) return { kind: 'number', forms: [String(Number(value) * scale)], text: word, negated }
  const capital = /^\p{Lu}/u.test(word)
  const month = capital ? MONTHS.indexOf(lower) : -1
  if (month >= 0 && !(opening && lower === 'may')) return { kind: 'name', forms: [lower, `month ${month + 1}`], text: word, negated }
  if (isFunctionWord(lower) || (capital && word.length === 1)) return undefined
  const term = termOf(lower)
  if (FRAMING.has(term)) return undefined
  const acronym = /^\p{Lu}[\p{Lu}\p{N}]+$/u.test(word)
  const named = capital && (!opening || acronym || (next !== undefined && /^\p{Lu}/u.test(next)))
  if (named || /\p{N}/u.test(word)) return { kind: 'name', forms: [term], text: word, negated }
  return { kind: 'word', forms: [term], text: word, negated, ...(capital ? { opens: true } : {}) }
}

/** The facts with those that open a sentence as names where they are known as such; the same array where none is. */
export function namesAmong(facts: readonly Fact[], names: ReadonlySet<string>): readonly Fact[] {
  const isName = ({ opens, text }: Fact) => opens !== undefined && names.has(text.toLowerCase())
  return facts.some(isName) ? facts.map((fact) => (isName(fact) ? { ...fact, kind: 'name' } : fact)) : facts
}

const scaleAfter = (next: RegExpExecArray | undefined): number => SCALES.get(next?.[3]?.toLowerCase() ?? '') ?? 1

/** The values that digits may stand for: "1,234" is a thousand to some and one point two to others. */
function numberForms(digits: string, scale: number, written: string, text: string): string[] {
  const ascii = digits.replace(/\p{Nd}/gu, digitOf).replace(/[ \u00a0\u202f'’]/g, '')
  const values = valuesOf(ascii)
  const forms = values.length ? values.map((value) => String(Number((value * scale).toPrecision(15)))) : [ascii]
  const month = values[0]
  // the month of 2026-03-12
  if (written.length === 2 && month !== undefined && month >= 1 && month <= 12 && text.includes(`-${written}-`))
    forms.push(`month ${month}`)
  return forms
}

function valuesOf(ascii: string): number[] {
  const separators = ascii.match(/[.,]/g) ?? []
  if (separators.length === 0) return [Number(ascii)]
  const kinds = new Set(separators)
  if (kinds.size === 2) {
    const decimal = separators.at(-1)!
    return [Number(ascii.replaceAll(decimal === '.' ? ',' : '.', '').replace(decimal, '.'))].filter(Number.isFinite)
  }
  const grouped = /^\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3}$/.test(ascii)
  if (separators.length > 1) return grouped ? [Number(ascii.replace(/[.,]/g, ''))] : []
  const decimal = Number(ascii.replace(',', '.'))
  return grouped ? [Number(ascii.replace(/[.,]/, '')), decimal] : [decimal]
}

/** The ASCII digit of a decimal digit of any script: they stand in runs of ten. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0)!
  if (code < 128) return digit
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String(code - zero)
}
