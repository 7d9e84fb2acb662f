type Format = string | number

/** One section of a number format: what stands before and after the digits, and how these are written. */
interface Section {
  readonly before: string
  readonly after: string
  /** Undefined where it shows no digits. */
  readonly digits: { readonly grouped: boolean; readonly decimals: number; readonly percent: boolean } | undefined
}

/** Codes of the built-in formats that are read here (ECMA-376 part 1, 18.8.30 numFmt). */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  37: '#,##0 ;(#,##0)',
  38: '#,##0 ;[Red](#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;[Red](#,##0.00)',
}
/** A colour, a quoted text, an escaped sign, a sign's width, spaces that fill the cell, digits, or a sign that stands for itself. */
const TOKEN =
  /\[(?:Black|Blue|Cyan|Green|Magenta|Red|White|Yellow)\]|"([^"]*)"|\\(.)|(_.)|(\* )|((#,##0|0)(?:\.(0{1,6}))?(%?))|([ ()$€+?-])/giuy
const LARGEST = 1e15

const known = new Map<Format, readonly Section[] | undefined>()
/** Formats that are kept; a workbook has no more than a few hundred. */
const MOST_KNOWN = 1000

/**
 * A number by a format of digits, signs and texts alone, as accounts have them; undefined for other formats, and where binary fractions
 * make it a question how to round.
 */
export function plainNumber(value: number, format: Format): string | undefined {
  if (format === 0 || format === 'General') return general(value)
  let sections = known.get(format)
  if (!sections && !known.has(format)) {
    sections = sectionsOf(typeof format === 'number' ? BUILT_IN[format] : format)
    if (known.size < MOST_KNOWN) known.set(format, sections)
  }
  if (!sections) return undefined
  const own = value < 0 ? sections[1] : value > 0 ? sections[0] : sections[2]
  const section = own ?? sections[0]!
  if (!section.digits) return section.before.trim()
  const text = digitsOf(Math.abs(value), section.digits)
  // What rounds to nothing has a sign here and none there.
  if (text === undefined || (value !== 0 && !/[1-9]/.test(text))) return undefined
  return `${value < 0 && !own ? '-' : ''}${section.before}${text}${section.after}`.trim()
}

function general(value: number): string | undefined {
  const size = Math.abs(value)
  const text = Number.isInteger(value) ? String(value) : size >= 0.001 && size < 100_000 ? String(value) : ''
  // Eleven digits of a whole number stand in each cell, and nine signs of another.
  return Object.is(value, -0) || size >= 1e11 || text === '' || (!Number.isInteger(value) && text.length > 9) ? undefined : text
}

function sectionsOf(code: string | undefined): readonly Section[] | undefined {
  const parts =
    code
      ?.split(';')
      .slice(0, 3)
      .map((part, i) => sectionOf(part, i === 2)) ?? []
  return parts.length > 0 && parts.every((part) => part !== undefined) && parts[0]!.digits ? parts : undefined
}

function sectionOf(code: string, ofZero: boolean): Section | undefined {
  let [before, after, at]: [string, string, number] = ['', '', 0]
  let digits: Section['digits']
  let padded = false
  while (at < code.length) {
    TOKEN.lastIndex = at
    const match = TOKEN.exec(code)
    if (!match) return undefined
    const [whole, quoted, escaped, width, , number, pattern, decimals = '', percent, plain] = match
    at += whole.length
    if (number !== undefined) {
      if (digits) return undefined
      digits = { grouped: pattern !== '0', decimals: decimals.length, percent: percent === '%' }
      continue
    }
    // Stands for a digit where there are some.
    if (plain === '?' && !ofZero) return undefined
    padded ||= plain === '?'
    const text = quoted ?? escaped ?? (width === undefined ? (plain?.replace('?', ' ') ?? '') : ' ')
    if (digits) after += text
    else before += text
  }
  return code === '' || (padded && digits) ? undefined : { before, after, digits }
}

function digitsOf(size: number, { grouped, decimals, percent }: NonNullable<Section['digits']>): string | undefined {
  const scale = 10 ** decimals
  const scaled = size * scale * (percent ? 100 : 1)
  if (!(scaled < LARGEST) || Math.abs(scaled - Math.floor(scaled) - 0.5) < 1e-4) return undefined
  const text = (Math.round(scaled) / scale).toFixed(decimals)
  const whole = grouped ? text.replace(/\B(?=(?:\d{3})+(?:\.|$))(?<!\.\d*)/g, ',') : text
  return percent ? `${whole}%` : whole
}
