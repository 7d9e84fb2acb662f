import { element } from '../../parts/element.js'
import { plural } from '../../parts/format.js'

/** Of a file's way the sending is this much, the work on it the rest. */
const SENDING = 0.2

/**
 * One bar over all files that were sent together, by their size; shown from two files on.
 * `counting` hands a row on and hears what it is told; `forget` leaves one out.
 * @param {HTMLElement} root
 */
export function createBatchBar(root) {
  const fill = element('div')
  const bar = element(
    'div',
    { className: 'track', role: 'progressbar', 'aria-label': 'All files', 'aria-valuemin': 0, 'aria-valuemax': 100 },
    fill,
  )
  const words = element('p', { className: 'small soft numbers' })
  root.replaceChildren(words, bar)
  const files = new Map()

  function draw() {
    const all = [...files.values()]
    const count = (end) => all.filter((file) => file.end === end).length
    const total = all.reduce((sum, { size }) => sum + size, 0)
    const percent = Math.floor((all.reduce((sum, { size, share }) => sum + size * share, 0) / (total || 1)) * 100)
    const over = all.filter(({ end }) => end).length
    root.hidden = all.length < 2
    fill.style.setProperty('--done', `${percent}%`)
    root.style.setProperty('--well', `${Math.round(((over - count('failed')) / (over || 1)) * 100)}%`)
    bar.setAttribute('aria-valuenow', String(percent))
    root.dataset.outcome = over < all.length ? 'working' : count('failed') ? 'failed' : count('kept') ? 'kept' : 'done'
    words.textContent = [
      `${over} of ${plural(all.length, 'file')} finished`,
      count('kept') && `${count('kept')} not searchable`,
      count('failed') && `${count('failed')} failed`,
    ]
      .filter(Boolean)
      .join(' · ')
    bar.setAttribute('aria-valuetext', words.textContent)
  }

  function counting(row, { size }) {
    const of = { size: Math.max(1, size), share: 0 }
    files.set(row.node, of)
    const at = (share, end) => {
      of.share = share
      of.end = end
      draw()
    }
    const heard =
      (name, tell) =>
      (...values) => {
        row[name](...values)
        tell(...values)
      }
    draw()
    return {
      ...row,
      sending: heard('sending', (share) => at(share * SENDING)),
      accepted: heard('accepted', () => at(SENDING)),
      show: heard('show', ({ progress }) => at(SENDING + ((1 - SENDING) * progress) / 100)),
      settle: heard('settle', () => at(1, row.node.dataset.outcome)),
      gone: heard('gone', () => at(1, 'failed')),
      fail: heard('fail', () => at(1, 'failed')),
    }
  }

  return {
    counting,
    forget(node) {
      files.delete(node)
      draw()
    },
  }
}
