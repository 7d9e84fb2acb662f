import { element } from '../../parts/element.js'
import { toast, toastError } from '../../parts/toast.js'
import { person } from '../../shell/session.js'
import { whileBusy } from '../../shell/shell.js'
import { createTurn, saidIn } from './chat-turn.js'
import { keepExchange, readConversation, readShared, removeExchange } from './kept-conversations.js'

const fresh = () => ({ id: crypto.randomUUID(), turns: [], earlier: null })

/**
 * The conversation on the page.
 * @param {{ root: Element, begin: Function, announce: (words: string) => void, kept: (conversation: object) => void, changed: () => void }} of
 */
export function createTalk({ root, begin, announce, kept, changed }) {
  let conversation = fresh()
  let views = []

  function show(next) {
    conversation = next
    views = []
    root.replaceChildren()
    const more = element('button', { type: 'button', className: 'compact', onclick: showEarlier }, 'Show what was asked before')
    if (conversation.earlier) root.append(more)
    for (const turn of conversation.turns) add(turn).show()
    changed()
  }

  function add(turn) {
    const of = conversation
    const view = createTurn({
      ...{ turn, session: of.id, announce, readOnly: of.readOnly },
      said: () => of.turns.slice(0, of.turns.indexOf(turn)).map(saidIn).filter(Boolean),
      changed: () => of.turns.includes(turn) && keep(of, turn),
    })
    view.follow(begin)
    views.push(view)
    root.append(view.node)
    return view
  }

  async function keep(of, turn) {
    if (of.readOnly || of.gone) return
    // an answer that was under way when its person left
    of.whose ??= person()
    if (of.whose !== person()) return
    try {
      // in the order of the page, with what could not be kept before
      for (const one of of.turns.filter((other) => other === turn || other.unkept)) {
        one.unkept = true
        const conversation = await keepExchange(of.id, one)
        one.unkept = false
        of.known = true
        kept(conversation)
      }
    } catch (error) {
      of.gone = error.status === 404
      if (of.gone) toast('This conversation was deleted or has expired: what you ask here is not kept any more.')
      else toastError(error)
    }
  }

  async function showEarlier() {
    const of = conversation
    const page = await whileBusy(readConversation(of.id, of.earlier))
    if (of !== conversation) return
    show({ ...of, earlier: page.earlier, turns: [...page.exchanges, ...of.turns] })
  }

  return {
    get id() {
      return conversation.id
    },
    get turns() {
      return conversation.turns
    },
    get readOnly() {
      return Boolean(conversation.readOnly)
    },
    /** What stands in the page's address: the id of one that is kept, or the token of one that is shared. */
    get address() {
      return { id: conversation.known ? conversation.id : undefined, token: conversation.token }
    },
    /** Shows a new conversation, or one that was kept; a new one where that is not to be had. */
    async open(id) {
      if (!id) return show(fresh())
      try {
        const { exchanges, earlier } = await whileBusy(readConversation(id))
        show({ id, turns: exchanges, earlier, known: true })
      } catch (error) {
        if (error.status === 404) toast('This conversation is not here: it was deleted, has expired, or is somebody else’s.')
        else toastError(error)
        show(fresh())
      }
    },
    /** Shows what somebody shared, to be read alone. */
    async openShared(token) {
      try {
        const { title, exchanges, withheld } = await whileBusy(readShared(token))
        show({ ...fresh(), turns: exchanges, readOnly: true, token })
        root.prepend(
          element(
            'p',
            { className: 'notice' },
            element('strong', {}, title),
            'Somebody shared this conversation with you: you can read it, and what you ask begins one of your own.',
          ),
        )
        if (withheld) root.append(element('p', { className: 'notice warning' }, 'The rest of it rests on documents that you may not read.'))
      } catch (error) {
        toastError(error)
        show(fresh())
      }
    },
    ask(question, images, settings) {
      if (conversation.readOnly) show(fresh())
      const turn = { id: crypto.randomUUID(), question, images, replies: settings.map((set) => ({ settings: { ...set } })) }
      conversation.turns.push(turn)
      const view = add(turn)
      view.node.scrollIntoView({ block: 'start' })
      changed()
      return view.follow(begin)()
    },
    /** Takes the last question back, from the server too. */
    dropLast() {
      const turn = conversation.turns.pop()
      views.pop()?.node.remove()
      // one that was never kept is not there either
      if (turn) removeExchange(conversation.id, turn.id).catch((error) => error.status !== 404 && toastError(error))
    },
  }
}
