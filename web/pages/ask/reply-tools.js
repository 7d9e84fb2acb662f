import { element, icon } from '../../parts/element.js'
import { rateAnswer } from '../../parts/rate-answer.js'
import { toast, toastError } from '../../parts/toast.js'
import { credentials } from '../../shell/session.js'
import { curlCommand } from './curl-command.js'

/**
 * What can be done with a reply: copy it, copy its call, ask again, rate it.
 * @param {{ request: { path: string, body: object }, retry: () => void, rated?: number, onRated: (rating: number) => void, turn: object }} of
 */
export function replyTools({ request, text, retry, rated, onRated, turn }) {
  const button = (label, onclick) => element('button', { type: 'button', className: 'quiet compact', onclick }, label)
  const thumbs = turn ? thumbButtons({ rated, onRated, turn }) : []
  return element(
    'div',
    { className: 'reply-tools', role: 'group', 'aria-label': 'This answer' },
    button('Copy', () => copy(text, 'The answer was copied.')),
    request && button('Copy as curl', () => copyCurl(request)),
    retry && button('Retry', retry),
    ...thumbs,
  )
}

function copyCurl({ path, body }) {
  const { key, token } = credentials()
  const hints = [key && 'MILLRACE_KEY', token && 'MILLRACE_TOKEN'].filter(Boolean)
  const plain = path.replace('flexible_chat', 'flexible-chat')
  const command = curlCommand({ url: location.origin + plain, body, key: Boolean(key), token: Boolean(token) })
  return copy(command, `The command was copied.${hints.length ? ` Set ${hints.join(' and ')} before it runs.` : ''}`)
}

async function copy(text, said) {
  try {
    await navigator.clipboard.writeText(text)
    toast(said)
  } catch {
    toastError(new Error('The browser does not let this page write to the clipboard.'))
  }
}

function thumbButtons({ rated, onRated, turn }) {
  const make = (rating, label) => {
    const node = element(
      'button',
      {
        type: 'button',
        className: `quiet compact icon thumb${rating < 0 ? ' down' : ''}`,
        'aria-label': label,
        title: label,
        'aria-pressed': rated === rating ? 'true' : 'false',
      },
      icon('thumb'),
    )
    node.addEventListener('click', async () => {
      if (node.getAttribute('aria-busy')) return
      node.setAttribute('aria-busy', 'true')
      try {
        await rateAnswer(turn, rating)
        onRated(rating)
        for (const other of buttons) other.setAttribute('aria-pressed', other === node ? 'true' : 'false')
        toast('Thank you for your feedback.')
      } catch (error) {
        toastError(error)
      } finally {
        node.removeAttribute('aria-busy')
        node.focus()
      }
    })
    return node
  }
  const buttons = [make(1, 'Good answer'), make(-1, 'Poor answer')]
  return buttons
}
