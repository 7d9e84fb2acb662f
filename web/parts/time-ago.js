import { element } from './element.js'
import { ago, dateAndTime } from './format.js'

const TICK_MS = 10_000

/** A moment as "3 minutes ago", which goes on being true while the page is open; its title tells the date. Empty for no date at all. */
export function timeAgo(date) {
  if (Number.isNaN(date.getTime())) return element('span')
  return element('time', { datetime: date.toISOString(), title: dateAndTime(date), data: { ago: '' } }, ago(date))
}

setInterval(() => {
  for (const node of document.querySelectorAll('time[data-ago]')) {
    const words = ago(new Date(node.dateTime))
    if (node.textContent !== words) node.textContent = words
  }
}, TICK_MS)
