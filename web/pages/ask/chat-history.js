import { confirm } from '../../parts/confirm.js'
import { element } from '../../parts/element.js'
import { formDialog } from '../../parts/form-dialog.js'
import { timeAgo } from '../../parts/time-ago.js'
import { toast } from '../../parts/toast.js'

/** The list of conversations with what can be done with each. */
export function createHistory({ root, conversations, open, current, exported }) {
  function draw() {
    const list = conversations.list()
    root.replaceChildren(
      ...(list.length
        ? [
            element('ul', {}, ...list.map(item)),
            element('p', {}, element('button', { type: 'button', className: 'quiet compact', onclick: clear }, 'Delete all')),
          ]
        : [element('p', { className: 'soft small' }, 'What you ask is kept here, in this browser alone, until you sign out.')]),
    )
  }

  function item({ id, title, updated }) {
    const act = (label, onclick) =>
      element('button', { type: 'button', className: 'quiet compact', 'aria-label': `${label}: ${title.slice(0, 80)}`, onclick }, label)
    const here = id === current()
    return element(
      'li',
      { className: here ? 'here' : undefined },
      element(
        'button',
        { type: 'button', className: 'conversation', 'aria-current': here ? 'true' : undefined, onclick: () => open(id) },
        element('span', { className: 'title' }, title),
        element('span', { className: 'hint' }, timeAgo(new Date(updated))),
      ),
      here &&
        element(
          'div',
          { className: 'row' },
          act('Rename', () => rename(id, title)),
          act('Export', () => exported(id)),
          act('Delete', () => remove(id, title)),
        ),
    )
  }

  async function rename(id, title) {
    const named = await formDialog({
      title: 'Rename conversation',
      action: 'Rename',
      fields: [{ name: 'name', label: 'Name', value: title, maxlength: 200, required: true }],
      submit: async ({ name }) => name,
    })
    if (named) conversations.rename(id, named)
    draw()
    root.querySelector('[aria-current]')?.focus()
  }

  async function remove(id, title) {
    if (
      !(await confirm({ title: 'Delete this conversation?', text: `“${title}” is removed from this browser for good.`, action: 'Delete' }))
    )
      return
    conversations.delete(id)
    if (id === current()) open()
    draw()
    toast('The conversation was deleted.')
  }

  async function clear() {
    if (
      !(await confirm({ title: 'Delete all conversations?', text: 'They are removed from this browser for good.', action: 'Delete all' }))
    )
      return
    conversations.clear()
    open()
    draw()
    toast('All conversations were deleted.')
  }

  conversations.onChange(draw)
  return { draw }
}
