import { element } from './element.js'
import { bytes, dateAndTime, duration, number, plural, timeOfDay } from './format.js'

const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1)

/** What an event says, in a sentence. */
const words = {
  'document.received': (d) => (d.process === false ? d.message || 'Accepted and kept' : 'Accepted and stored'),
  'document.stored': () => 'Its file was announced',
  'document.retry': (d) => `Retry from ${d.from}, asked for by ${d.actor}`,
  'document.cancel': (d) => `Cancellation asked for by ${d.actor}`,
  'document.delete': (d) => `Deletion asked for by ${d.actor}`,
  'document.progressed': (d) => `${capital(d.stage)}${progress(d)}`,
  'document.parsed': (d) => `Read: ${number(d.characters)} characters${d.pages ? ` on ${plural(d.pages, 'page')}` : ''}`,
  'document.chunked': (d) => `Cut into ${plural(d.count, 'passage')}`,
  'document.embedded': (d) => `Embedded with ${d.model}${d.cached ? `, ${number(d.cached)} known before` : ''}`,
  'document.indexed': (d) =>
    `Searchable: ${plural(d.chunks, 'passage')}, ${number(d.tokens)} tokens${d.removed ? `; ${d.removed} older ones removed` : ''}`,
  'document.failed': (d) => `Failed: ${d.error?.message ?? 'no reason was given'}`,
  'document.deleted': () => 'Deleted',
}

function progress({ done, total, unit }) {
  if (!total || !unit) return ' began'
  if (done === 0) return ' began'
  return unit === 'bytes' ? `: ${bytes(done)} of ${bytes(total)}` : `: ${number(done)} of ${number(total)} ${unit}`
}

const say = ({ event_type: type, details }) => words[type]?.(details) ?? type
const tone = (type) =>
  type === 'document.failed' ? 'bad' : type === 'document.indexed' ? 'good' : type === 'document.progressed' ? 'step' : 'plain'

/** Runs of steps of the same stage become one entry. */
function grouped(items) {
  const groups = []
  for (const [i, item] of items.entries()) {
    const entry = { ...item, since: i === 0 ? undefined : Date.parse(item.timestamp) - Date.parse(items[i - 1].timestamp) }
    const last = groups.at(-1)
    const joins =
      item.event_type === 'document.progressed' && last?.[0].event_type === item.event_type && last[0].details.stage === item.details.stage
    if (joins) last.push(entry)
    else groups.push([entry])
  }
  return groups
}

/** Every event of the upload, oldest first, with the time since the one before. What the reader has opened stays open. */
export function drawTimeline(list, items) {
  const opened = new Set([...list.querySelectorAll('details[open]')].map((d) => d.dataset.at))
  list.replaceChildren(
    ...grouped(items).map((group) => {
      const head = group.at(-1)
      const li = element(
        'li',
        { data: { tone: tone(head.event_type) } },
        line(
          head,
          group.reduce((sum, g) => sum + (g.since ?? 0), 0),
          group[0].since === undefined,
        ),
      )
      if (group.length > 1)
        li.append(
          element(
            'details',
            { data: { at: group[0].timestamp }, open: opened.has(group[0].timestamp) },
            element('summary', {}, plural(group.length, 'step')),
            element('ol', {}, ...group.map((entry) => element('li', {}, line(entry, entry.since, entry.since === undefined)))),
          ),
        )
      return li
    }),
  )
}

function line(entry, since, first) {
  const at = new Date(entry.timestamp)
  return element(
    'div',
    { className: 'event' },
    element('span', { className: 'said' }, say(entry)),
    element(
      'span',
      { className: 'when numbers', title: entry.event_type },
      element('time', { datetime: at.toISOString() }, first ? dateAndTime(at) : timeOfDay(at)),
      !first && element('span', {}, `+${duration(since)}`),
    ),
  )
}
