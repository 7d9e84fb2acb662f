import { element } from '../../parts/element.js'
import { duration, number, plural } from '../../parts/format.js'
import { runBadge } from '../../parts/run-badge.js'
import { itemWords, stepWords } from '../../parts/run-words.js'

const between = (from, to) => duration(Date.parse(to) - Date.parse(from))

/** The steps of a run: state, items, how long, what went wrong, and a way to begin again from each. */
export function drawSteps(list, run, onRetry) {
  const focused = list.contains(document.activeElement) ? document.activeElement.getAttribute('aria-label') : undefined
  const ended = run.ended_at !== null
  list.replaceChildren(...run.steps.map((step) => rowOf(step, run, ended, onRetry)))
  if (focused) list.querySelector(`[aria-label="${focused}"]`)?.focus()
}

function rowOf(step, run, ended, onRetry) {
  const { name, status, total, done, failed, skipped, started_at: from, ended_at: to, reason, error, items } = step
  const words = stepWords(run.words, name)
  const over = done + failed + skipped
  const apart = [failed && `${number(failed)} failed`, skipped && `${number(skipped)} skipped`].filter(Boolean)
  const fill = element('div')
  const share = total ? over / total : status === 'completed' || status === 'skipped' ? 1 : 0
  fill.style.setProperty('--done', `${share * 100}%`)
  const count = total > 1 && [`${number(over)} of ${plural(total, 'item')}`, ...apart].join(', ')
  const time = from && to && between(from, to)
  const told = items.map(
    ({ item, done, total, unit }) => `${itemWords(run, name, item)}: ${number(done)} of ${number(total)}${unit ? ` ${unit}` : ''}`,
  )
  return element(
    'li',
    { data: { outcome: status === 'completed' ? 'done' : status === 'failed' ? 'failed' : 'working', step: name } },
    element('span', { className: 'name' }, words),
    runBadge(status),
    element(
      'div',
      { className: 'facts' },
      element(
        'div',
        {
          className: 'track',
          role: 'progressbar',
          'aria-label': `Progress of ${words}`,
          'aria-valuemin': 0,
          'aria-valuemax': 100,
          'aria-valuenow': Math.round(share * 100),
        },
        fill,
      ),
      element('span', {}, [count, time, reason, ...told].filter(Boolean).join(' · ')),
      error && element('span', { className: 'said' }, `${error.code}: ${error.message}`),
    ),
    ended && from
      ? element(
          'button',
          { type: 'button', className: 'compact', 'aria-label': `Retry from here: ${words}`, onclick: () => onRetry(name) },
          'Retry from here',
        )
      : element('span'),
  )
}
