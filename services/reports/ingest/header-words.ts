import { distance } from 'fastest-levenshtein'
import { type FieldName, fieldNames } from '../stored/layout.ts'

/** How columns are called; in English, German and Spanish. */
const synonyms: Readonly<Record<FieldName, readonly string[]>> = {
  id: [
    ...[
      'employee id',
      'emp id',
      'employee number',
      'employee no',
      'emp no',
      'emp number',
      'employee',
      'staff id',
      'staff number',
      'staff no',
    ],
    ...[
      'personnel number',
      'personnel id',
      'worker id',
      'badge number',
      'id',
      'id number',
      'personalnummer',
      'mitarbeiternummer',
      'personal nr',
    ],
    ...['id de empleado', 'id empleado', 'numero de empleado', 'no de empleado', 'mitarbeiter id', 'mitarbeiter nr', 'personalnr'],
  ],
  name: [
    ...['name', 'employee name', 'full name', 'staff name', 'staff member', 'participant', 'participant name', 'mitarbeiter', 'nombre'],
    ...['nombre del empleado', 'nombre completo', 'nombre y apellidos', 'name des mitarbeiters', 'mitarbeitername'],
  ],
  position: [
    ...['position', 'position title', 'job title', 'job', 'title', 'role', 'job class', 'classification', 'occupation', 'job category'],
    ...['stelle', 'funktion', 'puesto', 'cargo', 'job position', 'job description', 'stellenbezeichnung', 'berufsbezeichnung', 'tatigkeit'],
  ],
  pool: [
    ...['cost pool', 'pool', 'pool name', 'staff pool', 'cost category', 'cost group', 'staff pool name', 'participant pool', 'kostenpool'],
    ...['kostengruppe', 'kostenstelle', 'grupo de costos', 'categoria de costos', 'fondo de costos'],
  ],
  salary: [
    ...['salary', 'salaries', 'gross salary', 'base salary', 'salary amount', 'annual salary', 'quarterly salary', 'wages', 'gross wages'],
    ...[
      'salaries and wages',
      'salary and wages',
      'gross pay',
      'base pay',
      'pay',
      'gehalt',
      'bruttogehalt',
      'lohn',
      'salario',
      'sueldo',
      'salary paid',
    ],
    ...['bruttolohn', 'grundgehalt', 'salario bruto', 'salario base', 'sueldo bruto', 'sueldo base'],
  ],
  benefits: [
    ...[
      'benefits',
      'benefit',
      'fringe benefits',
      'fringe',
      'fringes',
      'employee benefits',
      'benefit amount',
      'benefits amount',
      'benefit cost',
    ],
    ...['benefits cost', 'total benefits', 'sozialleistungen', 'nebenleistungen', 'lohnnebenkosten', 'beneficios', 'prestaciones'],
    ...['nebenkosten', 'personalnebenkosten', 'sozialabgaben', 'prestaciones sociales', 'cargas sociales'],
  ],
  share: [
    ...[
      'federal share',
      'federal',
      'fed share',
      'federal percent',
      'federal percentage',
      'federal funding',
      'federal portion',
      'federally funded',
    ],
    ...[
      'percent federal',
      'percentage federal',
      'federal funding percentage',
      'federal fund',
      'federal funds',
      'bundesanteil',
      'participacion federal',
    ],
    ...['porcentaje federal', 'cuota federal', 'federal share percent', 'federal rate'],
  ],
  period: [
    ...[
      'period',
      'quarter',
      'reporting period',
      'report period',
      'fiscal quarter',
      'qtr',
      'pay period',
      'cost period',
      'quartal',
      'zeitraum',
    ],
    ...['berichtszeitraum', 'periodo', 'trimestre', 'claim quarter', 'year quarter', 'periode'],
  ],
}

const exact = new Map(fieldNames.flatMap((field) => synonyms[field].map((words) => [words, field] as const)))
const names = [...exact]
/** What says enough to be found within a longer header. */
const telling = [...exact].filter(([words]) => words.length >= 6 || words.includes(' ')).sort((a, b) => b[0].length - a[0].length)

/** The words of a header without units, signs and accents: `fringe benefits` of `Fringe Benefits ($ thousands)`. */
export function headerWords(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/\([^)]*\)|\[[^\]]*\]/g, ' ')
    .replaceAll(/\bin (?:thousands?|millions?|cents|us dollars|dollars|usd|\$)(?: of (?:us )?dollars)?\b|\b(?:us dollars|usd)\b/g, ' ')
    .replaceAll('#', ' number ')
    .replaceAll('%', ' percent ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

type Hit = { readonly field: FieldName; readonly sure: number } | undefined
/** Sheets of one workbook have the same headers, and rows below them the same names. */
const known = new Map<string, Hit>()
const MOST_KNOWN = 5000

/** Which field a header names, and how surely: 0 to 1. */
export function fieldOfHeader(text: string): Hit {
  if (known.has(text)) return known.get(text)
  if (known.size >= MOST_KNOWN) known.clear()
  const hit = lookUp(text)
  known.set(text, hit)
  return hit
}

function lookUp(text: string): Hit {
  const words = headerWords(text)
  if (words === '' || words.length > 80) return undefined
  const whole =
    exact.get(words) ?? exact.get(words.replace(/ (?:percent|number)$/, '')) ?? exact.get(words.replace(/^(?:percent|the) /, ''))
  if (whole) return { field: whole, sure: 1 }
  const near = words.length >= 5 && words.length <= 40 && !/\d/.test(words) ? names.find(([name]) => isNear(words, name)) : undefined
  if (near) return { field: near[1], sure: 0.8 }
  const within = new Set(telling.filter(([part]) => ` ${words} `.includes(` ${part} `)).map(([, field]) => field))
  const [only] = within
  return only !== undefined && within.size === 1 ? { field: only, sure: 0.6 } : undefined
}

/** A letter more, less or other than it is written. */
const isNear = (words: string, name: string): boolean =>
  Math.abs(words.length - name.length) <= 2 && name.length >= 5 && distance(words, name) <= (name.length >= 9 ? 2 : 1)

const THOUSANDS =
  /\bthousands?\b|\b(?:in|x)\s*1[.,]?000\b|\$\s*'?000s?\b|\(\s*'?000s?\s*\)|\(\s*(?:\$\s*k|k\s*\$|k)\s*\)|\btsd\b|\bmiles\b|\bt(?:eur|usd)\b/i
const MILLIONS = /\bmillions?\b|\bmio\b|\bmillones\b/i
const CENTS = /\bcents\b/i

/** What amounts under a header are multiplied by to be dollars. */
export const factorOf = (header: string): number =>
  THOUSANDS.test(header) ? 1000 : MILLIONS.test(header) ? 1_000_000 : CENTS.test(header) ? 0.01 : 1

/** Whether numbers under a header of shares may be percent: 50 for 50 %. */
export const isPercentHeader = (header: string): boolean => /%|\bpercent|\bprozent|\bporcentaje|\bpct\b/i.test(header)
