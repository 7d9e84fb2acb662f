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

export const plural = (count, word) => `${count} ${word}${count === 1 ? '' : 's'}`
