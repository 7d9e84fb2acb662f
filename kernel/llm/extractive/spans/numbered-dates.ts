import type { Passage } from '../../llm.ts'

const MONTHS = [
  'jan(?:uary|uar)?|janvier|enero',
  'feb(?:ruary|ruar)?|février|febrero',
  'mar(?:ch)?|märz|mars|marzo',
  'apr(?:il)?|avril|abril',
  'may|mai|mayo',
  'june?|juni|juin|junio',
  'july?|juli|juillet|julio',
  'aug(?:ust)?|août|agosto',
  'sep(?:t|tember)?|septembre|septiembre',
  'oct(?:ober)?|oktober|octobre|octubre',
  'nov(?:ember)?|novembre|noviembre',
  'dec(?:ember)?|dezember|décembre|diciembre',
]
const YEAR = '((?:1[5-9]|20)\\d\\d)(?!\\d)'
const DAY = '(?<!\\d)(\\d{1,2})(?:st|nd|rd|th|er)?'
const TIME = '(\\d{1,2})[:.](\\d\\d)(?: ?([ap])\\.?m\\b\\.?)?(?: ?Uhr| ?h\\b)?'

interface Said {
  readonly year: string
  readonly month: string
  readonly day?: string
  /** "18:30" */
  readonly time?: string
}

/** Of each month how it is said with its year, and with a day, and with a time of that day: the surest first. */
const SAID = MONTHS.map((name) => {
  const day = `(?:${DAY}\\.? (?:of |de )?(?:${name})|(?<![\\p{L}\\d])(?:${name}) ${DAY})\\.?,? (?:de |of )?${YEAR}`
  return {
    timed: new RegExp(`(?:${TIME},? (?:on |of |am |le |el )(?:the )?)${day}|${day}(?:,| at| um| à| a las)? ${TIME}`, 'giu'),
    day: new RegExp(day, 'giu'),
    month: new RegExp(`(?<!\\d\\.? )(?<![\\p{L}\\d])(?:${name})\\.?,? (?:de |of )?${YEAR}`, 'giu'),
  }
})

const two = (number: string | number): string => String(number).padStart(2, '0')

function timeOf(hour: string, minute: string, half: string | undefined): string {
  const of12 = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour)
  return `${two(of12)}:${minute}`
}

/** The ways in which tables and logs write what was said: with the year first, as Europeans do, as Americans do. */
function written({ year, month, day, time }: Said): string[] {
  if (!day) return [`${year}-${month}`]
  const [d, m] = [Number(day), Number(month)]
  const dates = [
    `${year}-${month}-${two(day)}`,
    `${two(d)}.${month}.${year}`,
    `${d}.${m}.${year}`,
    `${month}/${two(d)}/${year}`,
    `${m}/${d}/${year}`,
  ]
  return time ? dates.flatMap((date) => [`${date} ${time}`, `${date}T${time}`]) : dates
}

/** Calls `write` for every date of the question, the longest ways to say one first. */
function rewritten(question: string, write: (found: string, said: Said) => string): string {
  let text = question
  for (const [i, { timed, day, month }] of SAID.entries()) {
    const number = two(i + 1)
    text = text.replace(timed, (found: string, ...g: string[]) => {
      const [h1, m1, half1, d1, d2, y1, d3, d4, y2, h2, m2, half2] = g
      const time = h1 ? timeOf(h1, m1!, half1) : timeOf(h2!, m2!, half2)
      return write(found, { year: (y1 ?? y2)!, month: number, day: (d1 ?? d2 ?? d3 ?? d4)!, time })
    })
    text = text.replace(day, (found: string, d1: string, d2: string, year: string) => write(found, { year, month: number, day: d1 ?? d2 }))
    text = text.replace(month, (found: string, year: string) => write(found, { year, month: number }))
  }
  return text
}

/** How the question's dates may be written in numbers, for the search: "1985-07" for "July 1985", in the order of the year's months. */
export function numberedDates(question: string): string[] {
  const found: string[] = []
  rewritten(question, (text, { time: _time, ...said }) => {
    found.push(...written(said))
    return text
  })
  return [...new Set(found)]
}

/**
 * The question with its dates as the passages have them: "1985-07" for "July 1985" where a cell or line begins with that and has no more of
 * a date. Each date is looked for once, and blanks around it are bounded: a question may repeat it, and a passage be blank.
 */
export function withNumberedDates(question: string, passages: readonly Passage[]): string {
  const known = new Map<string, string>()
  return rewritten(question, (found, said) => {
    const goesOn = said.time ? '(?::\\d\\d(?:\\.\\d+)?)?(?:Z|[+-]\\d\\d:?\\d\\d)?' : said.day ? '(?:[ T]00:00(?::00)?)?' : ''
    const stands = (date: string) => {
      const cell = new RegExp(`(?:^|[|:;,\\t\\n])\\s{0,50}${date.replaceAll('.', '\\.')}${goesOn}\\s{0,50}(?:$|[|;,\\t\\n])`)
      return passages.some(({ text }) => text.includes(date) && cell.test(text))
    }
    const meant = known.get(found) ?? written(said).find(stands) ?? found
    known.set(found, meant)
    return meant
  })
}
