import { element } from '../parts/element.js'
import { openDialog } from '../parts/open-dialog.js'

/** Where the side bar has room beside a page; below it the same navigation opens as a drawer. As in side.css. */
const WIDE = matchMedia('(min-width: 64rem)')

/** Makes the button that opens and closes the navigation do so: the side bar where there is room, remembered, else a drawer. */
export function mountNavigation() {
  const toggle = document.getElementById('side-toggle')
  const nav = document.getElementById('nav')
  const closed = () => document.documentElement.dataset.side === 'closed'
  const say = () => (WIDE.matches ? toggle.setAttribute('aria-expanded', String(!closed())) : toggle.removeAttribute('aria-expanded'))
  const show = () => {
    say()
    nav.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }
  toggle.addEventListener('click', () => (WIDE.matches ? toggleSide(show) : openDrawer(nav)))
  WIDE.addEventListener('change', say)
  show()
}

function toggleSide(show) {
  const { dataset } = document.documentElement
  if (dataset.side) delete dataset.side
  else dataset.side = 'closed'
  try {
    localStorage.setItem('millrace.side', dataset.side ?? 'open')
  } catch {
    // Storage is switched off: it holds for this page.
  }
  show()
}

/** The navigation itself moves into the drawer and back, so that what is folded is folded in both. */
async function openDrawer(nav) {
  const place = document.createComment('')
  nav.replaceWith(place)
  let leave
  const widened = () => leave()
  const closed = openDialog({ title: 'Navigation', className: 'drawer', light: true }, (title, close) => {
    leave = close
    title.className = 'unseen'
    return [title, nav, element('button', { type: 'button', className: 'quiet compact', onclick: () => close() }, 'Close')]
  })
  nav.querySelector('[aria-current]')?.focus()
  WIDE.addEventListener('change', widened, { once: true })
  await closed
  WIDE.removeEventListener('change', widened)
  place.replaceWith(nav)
}
