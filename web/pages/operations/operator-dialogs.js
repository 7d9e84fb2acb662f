import { apiJson } from '../../api/api.js'
import { formDialog } from '../../parts/form-dialog.js'
import { toast } from '../../parts/toast.js'

const PLACES = 'beginning, end, an offset, or a time such as 2026-01-15T09:00:00Z'
const REASON = { name: 'reason', label: 'Reason', hint: 'Kept in the audit record.' }
const placeOf = (text) => (text === 'beginning' || text === 'end' ? text : /^\d+$/.test(text) ? { offset: Number(text) } : { time: text })
const choiceOf = (topics) => topics.map((topic) => [topic, topic])

/** Asks where a group that rests begins again, and moves it there. */
export async function moveGroup(name, topics) {
  const moved = await formDialog(
    {
      title: `Move ${name}`,
      action: 'Move',
      danger: true,
      fields: [
        { name: 'topic', label: 'Topic', options: choiceOf(topics), value: topics[0] },
        { name: 'to', label: 'Begin at', value: 'beginning', hint: PLACES },
        REASON,
      ],
      submit: ({ topic, to, reason }) =>
        apiJson(`/admin/groups/${encodeURIComponent(name)}/offsets`, { method: 'POST', json: { topic, to: placeOf(to), reason } }),
    },
    'The group begins there when it runs again. Going back has records handled once more; going on skips records.',
  )
  if (moved) toast(`${name} begins there on ${moved.topic}.`)
}

/** Asks for a range of a topic, and begins to copy it. */
export async function startReplay(topics) {
  const today = new Date().toISOString().slice(0, 10)
  const started = await formDialog(
    {
      title: 'Replay a topic',
      action: 'Start',
      fields: [
        { name: 'topic', label: 'Topic', options: choiceOf(topics), value: 'document.processed' },
        { name: 'from', label: 'From', value: 'beginning', hint: PLACES },
        { name: 'to', label: 'To', value: 'end', hint: 'The same; this place is left out.' },
        {
          name: 'into',
          label: 'Into',
          value: `replay.${today}`,
          hint: 'A topic whose name begins with “replay.”; made where it is not there.',
        },
        { name: 'rate', label: 'Records a second', hint: 'As fast as it goes when empty.', inputmode: 'decimal' },
        REASON,
      ],
      submit: ({ topic, from, to, into, rate, reason }) =>
        apiJson('/admin/replay', {
          method: 'POST',
          json: {
            ...{ topic, from: placeOf(from), to: placeOf(to), into: { topic: into } },
            ...(rate ? { rate: Number(rate) } : {}),
            ...(reason ? { reason } : {}),
          },
        }),
    },
    'Records are copied with their keys and ids into a topic of its own, which keeps them for 7 days. Nothing that reads the first topic is touched.',
  )
  if (started) toast('The replay has begun.')
}
