const units = ['B', 'kB', 'MB', 'GB']

/** 1 kB is 1000 bytes. */
export function bytes(count) {
  let value = count
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${unit && value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const absolute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** "3 minutes ago"; the date itself when it is more than a month ago. */
export function ago(date, now = Date.now()) {
  const seconds = Math.round((date.getTime() - now) / 1000)
  if (Math.abs(seconds) < 10) return 'just now'
  for (const [unit, size, limit] of [
    ['second', 1, 60],
    ['minute', 60, 3600],
    ['hour', 3600, 86_400],
    ['day', 86_400, 86_400 * 31],
  ])
    if (Math.abs(seconds) < limit) return relative.format(Math.round(seconds / size), unit)
  return absolute.format(date)
}

export const dateAndTime = (date) => absolute.format(date)

export const seconds = (value) => (value < 1 ? `${Math.round(value * 1000)} ms` : `${value.toFixed(1)} s`)

/** "320 ms", "4.2 s", "3 min 5 s", "2 h 4 min". */
export function duration(ms) {
  // rounded first: no minute has 60 seconds
  const whole = Math.round(ms / 1000)
  if (whole < 60) return seconds(Math.max(0, ms) / 1000)
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes} min ${whole % 60} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 })
export const timeOfDay = (date) => clock.format(date)

const grouped = new Intl.NumberFormat('en-GB')
export const number = (value) => grouped.format(value)

const compacted = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 })
/** "12.4K" from ten thousand on. */
export const compact = (value) => (value < 10_000 ? number(value) : compacted.format(value))

export const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1)

/** A message that other words follow: with a capital unless it begins with the name of a field, and with its full stop. */
export const sentence = (text) => (/^[a-z]+ /.test(text) ? capital(text) : text).replace(/[\p{L}\p{N})\]"'`’”]$/u, '$&.')

export const plural = (count, word) => `${number(count)} ${word}${count === 1 ? '' : 's'}`
