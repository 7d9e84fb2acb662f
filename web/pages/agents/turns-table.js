import { element } from '../../parts/element.js'
import { listTable } from '../../parts/list-table.js'
import { runBadge } from '../../parts/run-badge.js'
import { timeAgo } from '../../parts/time-ago.js'

/** The turns of an agent: each can be shown, run again and taken as an evaluation case. */
export function turnsTable(items, { open, again, keep }) {
  const rows = items.map(({ runId, title, agent, status, createdAt }) => {
    const words = title.slice(agent.length + 2)
    const button = (text, act) =>
      element('button', { type: 'button', className: 'small', 'aria-label': `${text}: ${words}`, onclick: () => act(runId) }, text)
    return [
      element('a', { href: `/runs/${runId}` }, words || runId.slice(0, 8)),
      runBadge(status, status === 'waiting' ? 'waiting for you' : status),
      timeAgo(new Date(createdAt)),
      element(
        'div',
        { className: 'row' },
        button('Show', open),
        ['completed', 'failed', 'cancelled'].includes(status) && button('Run again', again),
        status === 'completed' && button('Copy as test case', keep),
      ),
    ]
  })
  return element('div', { className: 'card' }, listTable({ label: 'Turns', head: ['Turn', 'Status', 'Asked', 'Actions'], rows }))
}
