import { actorWords } from '../../parts/actor-words.js'
import { element } from '../../parts/element.js'
import { bytes, capital, dateAndTime, duration, number, plural, timeOfDay } from '../../parts/format.js'

/** What an event says, in a sentence. */
const words = {
  'document.received': (d) => (d.process === false ? d.message || 'Accepted and kept' : 'Accepted and stored'),
  'document.stored': () => 'Its file was announced',
  'document.retry': (d) => `Retry from ${d.from}, asked for by ${actorWords(d.actor)}`,
  'document.cancel': (d) => `Cancellation asked for by ${actorWords(d.actor)}`,
  'document.delete': (d) => `Deletion asked for by ${actorWords(d.actor)}`,
  'document.progressed': (d, unit) => `${capital(d.stage)}${progress(d, unit)}`,
  'document.parsed': (d, unit) => `Read: ${number(d.characters)} characters${d.pages ? ` on ${plural(d.pages, unit)}` : ''}`,
  'document.chunked': (d) => `Cut into ${plural(d.count, 'passage')}`,
  'document.embedded': (d) => `Embedded with ${d.model}${d.cached ? `, ${number(d.cached)} known before` : ''}`,
  'document.indexed': (d) =>
    `Searchable: ${plural(d.chunks, 'passage')}, ${number(d.tokens)} tokens${d.removed ? `; ${d.removed} older ones removed` : ''}`,
  'document.attached': (d) =>
    `${plural(d.attachments.length, 'attachment')} became documents of their own${d.left_out.length ? `; no room for ${d.left_out.join(', ')}` : ''}`,
  'document.failed': (d) => `Failed: ${d.error?.message ?? 'no reason was given'}`,
  'document.deleted': () => 'Deleted',
}

function progress({ done, total, unit }, page) {
  if (!total || !unit || done === 0) return ' began'
  if (unit === 'bytes') return `: ${bytes(done)} of ${bytes(total)}`
  const named = { pages: `${page}s`, chunks: 'passages' }[unit] ?? unit
  return `: ${number(done)} of ${number(total)} ${named}`
}

const say = ({ event_type: type, details }, unit) => words[type]?.(details, unit) ?? type
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

/** Every event of the upload, oldest first, with the time since the one before. What the reader has opened stays open; `unit` is what its
 * pages are called. */
export function drawTimeline(list, items, unit) {
  const opened = new Set([...list.querySelectorAll('details[open]')].map((d) => d.dataset.at))
  list.replaceChildren(
    ...grouped(items.map((item) => ({ ...item, said: say(item, unit) }))).map((group) => {
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
    element('span', { className: 'said' }, entry.said),
    element(
      'span',
      { className: 'when numbers', title: entry.event_type },
      element('time', { datetime: at.toISOString() }, first ? dateAndTime(at) : timeOfDay(at)),
      !first && element('span', {}, `+${duration(since)}`),
    ),
  )
}
