const ISO = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?)?)?(Z|[+-]\d\d(?::?\d\d)?)?$/i

/** Whole milliseconds of an ISO 8601 time, as replies write it; UTC where it names no zone. NaN for anything else, for days that there are not too. */
export function parseTime(text: string): number {
  const plain = plainTime(text)
  if (!Number.isNaN(plain)) return plain
  const found = ISO.exec(text)
  if (!found) return Number.NaN
  const [, year, month = '1', day = '1', hour = '0', minute = '0', second = '0', fraction = '0', zone = 'Z'] = found
  const [y, mo, d, h, mi, s] = [Number(year), Number(month), Number(day), Number(hour), Number(minute), Number(second)]
  if (mo < 1 || mo > 12 || d < 1 || d > daysOf(y, mo) || h > 24 || mi > 59 || s > 60 || (h === 24 && (mi > 0 || s > 0))) return Number.NaN
  const offset = offsetOf(zone)
  const date = new Date(Date.UTC(2000, mo - 1, d, h, mi, s))
  // Date.UTC takes the years 0 to 99 for those of the twentieth century.
  const leap = Date.UTC(2000, 0, 1)
  const inYear = date.getTime() - leap
  const shift = mo > 2 && daysOf(y, 2) === 28 ? 86_400_000 : 0
  return new Date(leap).setUTCFullYear(y) + inYear - shift + Number(fraction.padEnd(3, '0').slice(0, 3)) - offset
}

const daysOf = (year: number, month: number): number =>
  month === 2 ? (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31

function offsetOf(zone: string): number {
  if (zone === 'Z' || zone === 'z') return 0
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.replace(':', '').slice(3) || 0)]
  return hours > 23 || minutes > 59 ? Number.NaN : (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000
}

/** Of `2026-03-01T00:00:00Z`, with thousandths or without, as programs write it: a tenth of the time. NaN for all else. */
function plainTime(text: string): number {
  const fraction = text.length === 24
  if ((!fraction && text.length !== 20) || text[10] !== 'T' || text[4] !== '-' || text[7] !== '-' || text[13] !== ':' || text[16] !== ':')
    return Number.NaN
  if (!text.endsWith('Z') || (fraction && text[19] !== '.')) return Number.NaN
  const [year, month, day] = [digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10)]
  const [hour, minute, second, ms] = [digits(text, 11, 13), digits(text, 14, 16), digits(text, 17, 19), fraction ? digits(text, 20, 23) : 0]
  // The last days of a month, early years and other rare ones are looked at closely.
  const common = year > 99 && month >= 1 && month <= 12 && day >= 1 && day <= 28 && hour <= 23 && minute <= 59 && second <= 59
  return common ? Date.UTC(year, month - 1, day, hour, minute, second, ms) : Number.NaN
}

function digits(text: string, from: number, to: number): number {
  let value = 0
  for (let i = from; i < to; i++) {
    const digit = text.charCodeAt(i) - 48
    if (digit < 0 || digit > 9) return Number.NaN
    value = value * 10 + digit
  }
  return value
}
