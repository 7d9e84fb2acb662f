import { confirm } from '../../parts/confirm.js'
import { element } from '../../parts/element.js'
import { formDialog } from '../../parts/form-dialog.js'
import { timeAgo } from '../../parts/time-ago.js'
import { toast, toastError } from '../../parts/toast.js'
import {
  deleteConversation,
  deleteConversations,
  listConversations,
  renameConversation,
  shareConversation,
  unshareConversation,
} from './kept-conversations.js'

/**
 * The list of conversations with what can be done with each.
 * @param {{ root: Element, open: (id?: string) => void, current: () => string, exported: (id: string) => void }} of
 */
export function createHistory({ root, open, current, exported }) {
  let items = []
  let next = null
  let keptFor = 'caller'

  /** Asks the server for the list anew. What cannot be read is told, and the list stays. */
  async function load() {
    try {
      const page = await listConversations()
      items = page.items
      next = page.next_cursor
      keptFor = page.kept_for
      draw()
    } catch (error) {
      toastError(error)
    }
  }

  function draw() {
    const more = next && element('button', { type: 'button', className: 'quiet compact', onclick: loadMore }, 'Show older ones')
    const all = element('button', { type: 'button', className: 'quiet compact', onclick: clear }, 'Delete all')
    root.replaceChildren(
      ...(items.length
        ? [
            ...byDay(items).flatMap(([day, of]) => [element('h3', {}, day), element('ul', { 'aria-label': day }, ...of.map(item))]),
            element('p', { className: 'row' }, more, all),
          ]
        : [element('p', { className: 'soft small' }, NOTHING[keptFor])]),
    )
  }

  async function loadMore() {
    const page = await tried(() => listConversations(next))
    if (!page) return
    items = [...items, ...page.items.filter(({ id }) => !items.some((known) => known.id === id))]
    next = page.next_cursor
    draw()
  }

  function item({ id, title, updated_at: updated, shared }) {
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
        element('span', { className: 'hint' }, timeAgo(new Date(updated)), shared && ' · shared by link'),
      ),
      here &&
        element(
          'div',
          { className: 'row' },
          act('Rename', () => rename(id, title)),
          act('Copy link', () => share(id)),
          shared && act('End link', () => unshare(id)),
          act('Export', () => exported(id)),
          act('Delete', () => remove(id, title)),
        ),
    )
  }

  /** Puts a conversation where its time has it: at the top. */
  function put(conversation) {
    items = [conversation, ...items.filter(({ id }) => id !== conversation.id)]
    draw()
  }
  /** As `put`, where it stands. */
  function replace(conversation) {
    items = items.map((known) => (known.id === conversation.id ? conversation : known))
    draw()
    root.querySelector('[aria-current]')?.focus()
  }

  async function rename(id, title) {
    const named = await formDialog({
      title: 'Rename conversation',
      action: 'Rename',
      fields: [{ name: 'name', label: 'Name', value: title, maxlength: 200, required: true }],
      submit: ({ name }) => renameConversation(id, name),
    })
    if (named) replace(named)
  }

  async function share(id) {
    const link = await tried(() => shareConversation(id))
    if (!link) return
    replace({ ...items.find((known) => known.id === id), shared: true })
    try {
      await navigator.clipboard.writeText(link)
      toast(`The link was copied. ${WHO_READS}`)
    } catch {
      await formDialog({
        title: 'Link',
        action: 'Close',
        fields: [{ name: 'link', label: WHO_READS, value: link }],
        submit: async () => true,
      })
    }
  }

  async function unshare(id) {
    const conversation = await tried(() => unshareConversation(id))
    if (!conversation) return
    replace(conversation)
    toast('The link opens nothing any more.')
  }

  async function remove(id, title) {
    if (!(await confirm({ title: 'Delete this conversation?', text: `“${title}” is removed for good.`, action: 'Delete' }))) return
    if (!(await tried(() => deleteConversation(id)))) return load()
    items = items.filter((known) => known.id !== id)
    if (id === current()) open()
    draw()
    toast('The conversation was deleted.')
  }

  async function clear() {
    if (!(await confirm({ title: 'Delete all conversations?', text: 'They are removed for good.', action: 'Delete all' }))) return
    if (!(await tried(deleteConversations))) return
    items = []
    next = null
    open()
    draw()
    toast('All conversations were deleted.')
  }

  return { draw, load, put }
}

const DAY = 86_400_000
/** Conversations under the words for their day, newest first as they come. */
function byDay(items) {
  const today = new Date().setHours(0, 0, 0, 0)
  const dayOf = ({ updated_at: updated }) => {
    const at = Date.parse(updated)
    if (at >= today) return 'Today'
    if (at >= today - DAY) return 'Yesterday'
    return at >= today - 7 * DAY ? 'Last seven days' : 'Earlier'
  }
  return [...Map.groupBy(items, dayOf)]
}

const NOTHING = {
  caller: 'What you ask is kept here for you alone, on every device where you sign in.',
  browser: 'What you ask is kept here, for this browser alone. To go on elsewhere, copy the link of a conversation or export it.',
}
const WHO_READS =
  'Whoever may use this server can read the conversation by it, up to the first answer that rests on a document which they may not read.'

async function tried(work) {
  try {
    return await work()
  } catch (error) {
    toastError(error)
    return undefined
  }
}
