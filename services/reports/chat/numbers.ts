/** A figure of a text: what it may stand for ("1.234" is a thousand to some and one point two to others), and how it was written. */
export interface Figure {
  readonly text: string
  readonly values: readonly number[]
  readonly percent: boolean
  /** Digits behind the point, where the text says a rounded value; 0 where it says a whole one. */
  readonly decimals: number
}

const UNITS = new Map(
  `two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 thirteen=13 fourteen=14 fifteen=15 sixteen=16 seventeen=17
  eighteen=18 nineteen=19 twenty=20 thirty=30 forty=40 fifty=50 sixty=60 seventy=70 eighty=80 ninety=90 zwei=2 drei=3 vier=4 fünf=5 sechs=6 sieben=7
  acht=8 neun=9 zehn=10 zwölf=12 dreizehn=13 vierzehn=14 fünfzehn=15 sechzehn=16 siebzehn=17 achtzehn=18 neunzehn=19 zwanzig=20 dreißig=30 vierzig=40
  fünfzig=50 sechzig=60 siebzig=70 achtzig=80 neunzig=90 dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 doce=12 trece=13
  catorce=14 quince=15 veinte=20 treinta=30 cuarenta=40 cincuenta=50 sesenta=60 setenta=70 ochenta=80 noventa=90`
    .split(/\s+/)
    .map((pair) => pair.split('=') as [string, string])
    .map(([word, value]) => [word, Number(value)] as const),
)
const SCALES = new Map(
  `hundred=2 thousand=3 million=6 millions=6 billion=9 hundert=2 tausend=3 millionen=6 mio=6 mrd=9 milliarde=9 milliarden=9 cien=2 mil=3 millón=6
  millones=6 k=3 m=6 bn=9 mn=6`
    .split(/\s+/)
    .map((pair) => pair.split('=') as [string, string])
    .map(([word, zeros]) => [word, 10 ** Number(zeros)] as const),
)
/** Before "hundred" and "thousand" they count. */
const ONE = new Set(['a', 'one', 'ein', 'eine', 'un', 'una'])
/** What may stand right behind a figure and leaves it one: units, ordinals; anything else makes it part of a name. */
const SUFFIX = /^(?:%|e[+-]?\d{1,3}|st|nd|rd|th|er|te|ten|x|k|m|mn|bn|mio|usd|eur|pp|€|\$)$/i
const CURRENCY = /^(?:usd|eur|us\$|chf|gbp)$/i
const WORD = /[\p{L}\p{N}_$€£%][\p{L}\p{M}\p{N}_$€£%.,'’\-–/#]*/gu
const GROUPED = /(?<![\p{L}\p{N}.,])\p{Nd}{1,3}(?:[ \u00a0\u202f]\p{Nd}{3})+(?![\p{L}\p{N}])/gu
const DIGITS = /\p{Nd}+(?:[.,'’]\p{Nd}+)*/u
/** Numbers of a list's items, which count nothing. */
const MARKER = /^[ \t]*\p{Nd}{1,3}[.)](?=\s)/gmu

/** Every amount, count, percentage and row that a text names, in digits or in words. Words with digits in them (`E003`, `Q1`, `C7`) are none. */
export function figuresOf(text: string): Figure[] {
  const plain = text
    .replace(MARKER, (marker) => ' '.repeat(marker.length))
    .replace(GROUPED, (group) => group.replace(/[ \u00a0\u202f]/g, "'"))
  const words = [...plain.matchAll(WORD)].flatMap(({ 0: word }) => piecesOf(word))
  const figures: Figure[] = []
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    const spelled = spelledAt(words, i)
    if (spelled) {
      figures.push({
        text: words.slice(i, i + spelled.length).join(' '),
        values: [spelled.value],
        percent: isPercent(words[i + spelled.length]),
        decimals: 0,
      })
      i += spelled.length - 1
      continue
    }
    const figure = writtenFigure(word)
    if (!figure) continue
    const scale = SCALES.get((words[i + 1] ?? '').toLowerCase().replace(/\.$/, ''))
    const after = words[i + (scale ? 2 : 1)]
    if (scale) i++
    figures.push({ ...scaled(figure, scale ?? 1), percent: figure.percent || isPercent(after) })
  }
  return figures
}

/** Words at their ends freed of marks, ranges and compounds (`5-60`, `25-percent`) taken apart; names stay whole. */
function piecesOf(word: string): string[] {
  const bare = word.replace(/^_+|(?:[.,'’\-–/#_]|['’]\p{L}{1,2})+$/gu, '')
  const parts = bare.split(/[-–/]/)
  const isPlain = (part: string) => /^[$€£]?\p{Nd}[\p{Nd}.,'’]*%?$/u.test(part) || /^\p{Ll}{3,}$/u.test(part) || part === ''
  // a date, a range, or a compound such as 12-month; `2026-Q1` and `K-21-3` are names
  return parts.length > 1 && /^[$€£]?\p{Nd}/u.test(bare) && parts.every(isPlain) ? parts.filter(Boolean) : spelledParts(bare)
}

/** `twenty-one`, `sixty-row` */
const spelledParts = (word: string): string[] => (UNITS.has(word.split('-')[0]!.toLowerCase()) ? word.split('-') : [word])

const isPercent = (word: string | undefined): boolean =>
  /^(?:%|percent|prozent|percentage|pct)$/i.test(word ?? '') || /^por$/i.test(word ?? '')

function writtenFigure(word: string): (Omit<Figure, 'text'> & { text: string }) | undefined {
  const match = DIGITS.exec(word)
  if (!match) return undefined
  const before = word.slice(0, match.index)
  const after = word.slice(match.index + match[0].length).replace(/[.,]+$/, '')
  if (before && !/^[$€£#]$/.test(before) && !CURRENCY.test(before)) return undefined
  if (after && !SUFFIX.test(after)) return undefined
  const ascii = match[0].replace(/\p{Nd}/gu, asciiDigit).replace(/['’]/g, '')
  const values = valuesOf(ascii)
  if (values.length === 0) return undefined
  const decimals = /[.,](\d+)$/.exec(ascii)?.[1]?.length ?? 0
  const scale = /^e[+-]?\d/i.test(after) ? 10 ** Number(after.slice(1)) : SCALES.get(after.toLowerCase())
  return scaled({ text: word, values, percent: after === '%', decimals }, scale ?? 1)
}

const scaled = (figure: Figure, scale: number): Figure =>
  scale === 1 ? figure : { ...figure, values: figure.values.map((value) => Number((value * scale).toPrecision(15))), decimals: 0 }

/** A number in words from this place on, and how many words it takes; a scale alone ("thousands of rows") is none. */
function spelledAt(words: readonly string[], from: number): { value: number; length: number } | undefined {
  let value = 0
  let part = 0
  let length = 0
  for (const word of words.slice(from, from + 8)) {
    const lower = word.toLowerCase()
    const unit = UNITS.get(lower)
    const scale = SCALES.get(lower)
    if (unit !== undefined) part += unit
    // twenty-one
    else if (length > 0 && lower === 'one' && part >= 20 && part % 10 === 0) part += 1
    else if (length === 0 && ONE.has(lower) && (SCALES.get(words[from + 1]?.toLowerCase() ?? '') ?? 0) > 1 && words[from + 1]!.length > 2)
      part = 1
    else if (length > 0 && scale === 100) part *= 100
    else if (length > 0 && scale !== undefined && lower.length > 2) {
      value += part * scale
      part = 0
    } else if (!(length > 0 && /^(?:and|und|y)$/.test(lower))) break
    length++
  }
  while (length > 0 && /^(?:and|und|y)$/i.test(words[from + length - 1]!)) length--
  return length > 0 ? { value: value + part, length } : undefined
}

function valuesOf(ascii: string): number[] {
  const separators = ascii.match(/[.,]/g) ?? []
  if (separators.length === 0) return [Number(ascii)]
  if (new Set(separators).size === 2) {
    const decimal = separators.at(-1)!
    return [Number(ascii.replaceAll(decimal === '.' ? ',' : '.', '').replace(decimal, '.'))].filter(Number.isFinite)
  }
  const grouped = /^\d{1,3}(?:[.,]\d{3})+$/.test(ascii)
  if (separators.length > 1) return grouped ? [Number(ascii.replace(/[.,]/g, ''))] : ascii.split(/[.,]/).map(Number)
  const decimal = Number(ascii.replace(',', '.'))
  return grouped ? [Number(ascii.replace(/[.,]/, '')), decimal] : [decimal]
}

/** The ASCII digit of a decimal digit of any script: they stand in runs of ten. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0)!
  if (code < 128) return digit
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String(code - zero)
}
