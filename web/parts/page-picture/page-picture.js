import { api, apiJson } from '../../api/api.js'
import { element, icon } from '../element.js'
import { number } from '../format.js'
import { findWords } from './find-words.js'

/** So long a passage is pointed at before its page is drawn. */
const REST_MS = 200
/** A server with much to draw is asked again. */
const TRIES = 5

/**
 * The page of a PDF or a picture as it looks, beside its text, with the passage at hand marked in it. What cannot be drawn takes the whole panel
 * away: the text stands alone then.
 * @param {{ root: HTMLElement, path: string, onAbsent: () => void }} where `path` is that of the upload
 */
export function createPagePicture({ root, path, onAbsent }) {
  const image = element('img', { alt: '' })
  const marks = element('div', { className: 'page-marks', 'aria-hidden': 'true' })
  const count = element('span', { className: 'numbers', role: 'status' })
  const step = (by, name, label) =>
    element('button', { type: 'button', className: 'quiet compact icon', 'aria-label': label, onclick: () => show(page + by) }, icon(name))
  const [back, forth] = [step(-1, 'back', 'Previous page'), step(1, 'forth', 'Next page')]
  root.replaceChildren(
    element('div', { className: 'page-bar' }, back, count, forth),
    element(
      'div',
      { className: 'page-sheet', tabindex: 0, role: 'region', 'aria-label': 'Picture of the page' },
      element('div', {}, image, marks),
    ),
  )
  let pages = 0
  let page = 0
  /** What is drawn, and what is to be marked on it. */
  let wanted = { text: '' }
  let rest
  let retry
  let tries = 0
  let address
  const places = new Map()

  async function show(next, text = '') {
    if (next < 1 || next > pages) return
    clearTimeout(retry)
    const same = next === page && image.hasAttribute('src')
    page = next
    wanted = { text }
    const mine = wanted
    count.textContent = `Page ${number(page)} of ${number(pages)}`
    back.disabled = page === 1
    forth.disabled = page === pages
    if (!same) {
      marks.replaceChildren()
      image.classList.add('coming')
    }
    try {
      const [picture, words] = await Promise.all([same ? undefined : pictureOf(next), text ? wordsOf(next) : []])
      if (mine !== wanted) return
      tries = 0
      if (picture) draw(picture)
      mark(words, text)
    } catch (error) {
      if (mine !== wanted) return
      // What was never drawn at all has no pictures; a page that fails later says so and lets the others be seen.
      if (error.status === 503 && tries++ < TRIES) {
        page = 0
        retry = setTimeout(() => show(next, text), error.retryAfterMs ?? REST_MS)
        return
      }
      if (address === undefined) return onAbsent()
      count.textContent = `Page ${number(page)} cannot be shown`
      image.removeAttribute('src')
      image.alt = ''
    }
  }

  const pictureOf = async (n) => (await api(`${path}/pages/${n}.png`)).blob()
  async function wordsOf(n) {
    if (!places.has(n)) places.set(n, (await apiJson(`${path}/pages/${n}/words`)).words)
    return places.get(n)
  }

  function draw(picture) {
    if (address) URL.revokeObjectURL(address)
    address = URL.createObjectURL(picture)
    image.src = address
    image.classList.remove('coming')
    image.alt = `Page ${page} as it looks; its text stands beside it`
  }

  function mark(words, text) {
    const found = text ? findWords(words, text) : new Set()
    marks.replaceChildren(...linesOf([...found].sort((a, b) => a - b).map((i) => words[i].box)).map(boxOf))
    const first = marks.firstElementChild
    if (first) root.querySelector('.page-sheet').scrollTo({ top: Math.max(0, first.offsetTop - 120) })
  }

  return {
    /** Begins, as soon as it is known how many pages there are, with the first or another one, in which a text is marked. */
    begin(count, first = 1, text = '') {
      if (pages === 0 && count > 0) {
        pages = count
        if (page === 0) show(first, text)
      }
    },
    /** Shows where a passage stands, once it has been pointed at for a moment. */
    point(at, text) {
      clearTimeout(rest)
      if (at) rest = setTimeout(() => show(at, text), REST_MS)
    },
  }
}

/** Boxes of words that stand in one line become one. */
function linesOf(boxes) {
  const lines = []
  for (const [left, top, right, bottom] of boxes) {
    const line = lines.at(-1)
    const middle = (top + bottom) / 2
    if (line && middle > line[1] && middle < line[3] && left >= line[2] - 0.01 && left - line[2] < 0.03) {
      line[1] = Math.min(line[1], top)
      line[2] = Math.max(line[2], right)
      line[3] = Math.max(line[3], bottom)
    } else lines.push([left, top, right, bottom])
  }
  return lines
}

const percent = (part) => `${(part * 100).toFixed(3)}%`

function boxOf([left, top, right, bottom]) {
  const node = element('span')
  Object.assign(node.style, { left: percent(left), top: percent(top), width: percent(right - left), height: percent(bottom - top) })
  return node
}
