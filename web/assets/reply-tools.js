import { curlCommand } from './curl-command.js'
import { element } from './element.js'
import { rateAnswer } from './rate-answer.js'
import { credentials } from './session.js'
import { toast, toastError } from './toast.js'

const THUMB = 'M7 11v9H4v-9h3Zm3 9h7.2a2 2 0 0 0 2-1.6l1.2-6A2 2 0 0 0 18.4 10H14V6a2 2 0 0 0-2-2l-3 7v7a2 2 0 0 0 1 2Z'

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
      thumb(),
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

function thumb() {
  const holder = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  for (const [name, value] of Object.entries({
    viewBox: '0 0 24 24',
    width: '20',
    height: '20',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '1.7',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
  }))
    holder.setAttribute(name, value)
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  path.setAttribute('d', THUMB)
  holder.append(path)
  return holder
}
