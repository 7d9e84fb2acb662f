import { element } from '../../parts/element.js'
import { richText } from '../../parts/text/rich-text.js'

const WORDS = { changed: 'Changed', added: 'Added', removed: 'Removed', moved: 'Moved', cleaned: 'Taken out for safety' }

/**
 * Changes side by side, each with a box that accepts it, and the buttons that write those into the plan.
 * @param {{ id: string, kind: string, before: string, after: string, reason: string }[]} changes
 * @param {(ids: string[]) => void} accept
 */
export function changeList(changes, accept) {
  if (changes.length === 0) return { list: [], buttons: [] }
  const boxes = new Map(changes.map(({ id, kind }) => [id, box(id, kind)]))
  const chosen = () => [...boxes].filter(([, { checked }]) => checked).map(([id]) => id)
  const some = element('button', { type: 'button', className: 'primary', onclick: () => accept(chosen()) })
  const count = () => {
    const left = chosen().length
    some.textContent = left === changes.length ? 'Accept all' : `Accept ${left} of ${changes.length}`
    some.disabled = left === 0
  }
  for (const one of boxes.values()) one.addEventListener('change', count)
  count()
  const none = element(
    'button',
    {
      type: 'button',
      onclick: () => {
        for (const one of boxes.values()) if (!one.disabled) one.checked = false
        count()
      },
    },
    'Reject all',
  )
  return { list: changes.map((change) => changeOf(change, boxes.get(change.id))), buttons: [some, none] }
}

function box(id, kind) {
  const node = element('input', { type: 'checkbox', id: `change-${id}`, disabled: kind === 'cleaned' })
  node.checked = true
  return node
}

const changeOf = ({ id, kind, before, after, reason }, input) =>
  element(
    'li',
    { className: 'card change' },
    element(
      'div',
      { className: 'choice' },
      input,
      element('label', { for: `change-${id}` }, element('strong', {}, WORDS[kind]), `: ${reason}`),
    ),
    element('div', { className: 'versions' }, side('before', 'Before', before), side('after', 'After', after)),
  )

const side = (name, words, html) =>
  element(
    'div',
    { className: `version ${name}` },
    element('span', {}, words),
    html.trim() ? richText(html, 4) : element('p', { className: 'soft' }, 'Nothing'),
  )
