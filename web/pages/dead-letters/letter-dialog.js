import { apiJson } from '../../api/api.js'
import { actorWords } from '../../parts/actor-words.js'
import { element } from '../../parts/element.js'
import { dateAndTime } from '../../parts/format.js'
import { openDialog } from '../../parts/open-dialog.js'
import { pairsTable, recordFields } from './record-fields.js'
import { kinds, nameOf, pageWords, states } from './words.js'

const code = (text) => element('span', { className: 'mono' }, text)

/** Shows a dead letter with its record and its history. `act` gets the command that was chosen: redrive or discard. */
export async function openLetter(id, act) {
  const letter = await apiJson(`/admin/dlq/${id}`)
  const { record, history, state } = letter
  await openDialog({ title: nameOf(letter), className: 'letter' }, (heading, close) => {
    const after = (command) => () => {
      close()
      return act(command, { ids: [id], state })
    }
    return [
      heading,
      element('p', {}, letter.message),
      pairsTable('What is known of it', facts(letter)),
      element('h3', {}, 'What happened'),
      element('ul', { className: 'history' }, ...history.map((entry) => element('li', {}, historyWords(entry)))),
      ...(record ? [element('h3', {}, 'The record'), ...recordFields(record)] : []),
      element(
        'div',
        { className: 'actions' },
        element('button', { type: 'button', onclick: () => close(), autofocus: true }, 'Close'),
        state !== 'resolved' && element('button', { type: 'button', onclick: after('redrive') }, 'Send again …'),
        ['open', 'redriven'].includes(state) &&
          element('button', { type: 'button', className: 'danger', onclick: after('discard') }, 'Discard …'),
      ),
    ].filter(Boolean)
  })
}

const facts = ({
  code: error,
  kind,
  state,
  attempts,
  consumer,
  topic,
  partition,
  offset,
  key,
  request_id: request,
  trace_id: trace,
  links,
}) =>
  [
    ['Belongs to', links.length > 0 && element('span', {}, ...links.map(({ rel, page }) => element('a', { href: page }, pageWords[rel])))],
    ['State', states[state]],
    ['Error', element('span', {}, code(error), `: ${kinds[kind]}`)],
    ['Given up by', `${consumer}, after ${attempts === 1 ? '1 try' : `${attempts} tries`}`],
    ['Stands in', element('span', {}, code(topic), `, partition ${partition}, offset ${offset}`)],
    ['Key', code(key)],
    ['Request', code(request)],
    ['Trace', trace && code(trace)],
  ].filter(([, value]) => value)

const happened = { failed: 'failed', redriven: 'sent again', resolved: 'resolved', discarded: 'discarded' }

function historyWords({ what, at, actor, reason, message, attempts }) {
  const how = [`${happened[what]}${actor ? ` by ${actorWords(actor)}` : ''}`, attempts > 1 && `after ${attempts} tries`, reason ?? message]
  return `${dateAndTime(new Date(at))}: ${how.filter(Boolean).join(', ')}`
}
