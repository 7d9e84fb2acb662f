import { placeOfHash } from '../../api/document-path.js'
import { failure } from '../../api/failure.js'
import { pageUnit } from '../../parts/documents/page-unit.js'
import { element, icon } from '../../parts/element.js'
import { number } from '../../parts/format.js'
import { createTextWindow } from './text-window.js'

/**
 * The text of the document with its passages, loaded as the reader comes to it, and a bar that tells of the passage at hand; `onPassage`
 * hears of its page and its words, or those that are quoted of it.
 */
export function createDocumentText({ root, path, onPassage }) {
  const body = element('div', { className: 'document-text' })
  const earlier = element('button', { type: 'button', className: 'compact', onclick: showEarlier }, 'Show earlier text')
  const later = element('button', { type: 'button', className: 'compact', onclick: showLater }, 'Show more text')
  const input = element('input', {
    id: 'jump',
    inputmode: 'numeric',
    autocomplete: 'off',
    placeholder: '1',
    pattern: '[0-9]*',
    'aria-describedby': 'passage-place',
  })
  const count = element('span', { className: 'numbers' })
  const place = element('span', { id: 'passage-place', className: 'place-words', 'aria-live': 'polite' })
  const step = (by, name, label) =>
    element('button', { type: 'button', className: 'quiet compact icon', 'aria-label': label, onclick: () => go(current + by) }, icon(name))
  const bar = element(
    'form',
    { className: 'passage-bar', onsubmit: submit },
    step(-1, 'back', 'Previous passage'),
    element('label', { for: 'jump' }, 'Passage'),
    input,
    count,
    step(1, 'forth', 'Next passage'),
    place,
  )
  const shell = element(
    'div',
    { className: 'card' },
    bar,
    element('p', { className: 'more' }, earlier),
    body,
    element('p', { className: 'more' }, later),
  )
  const view = createTextWindow(path, body)
  let total = 0
  let current = -1
  let opened
  let loading = false
  let unit = 'page'

  function submit(event) {
    event.preventDefault()
    const n = Number(input.value)
    if (Number.isInteger(n) && n >= 1 && n <= total) go(n - 1)
    else place.textContent = `There are the passages 1 to ${number(total)}.`
  }

  function go(index) {
    if (index < 0 || index >= total) return
    const hash = `#chunk-${index + 1}`
    if (location.hash === hash) jump({ index })
    else location.hash = hash
  }

  /** Shows a passage, or the words in it that something quotes. */
  async function jump({ index, quote }) {
    const changed = view.mark(quote)
    await guarded(async () => {
      if (changed || !view.has(index)) await view.open(index)
    })
    if (!view.has(index)) return
    const words = quote && body.querySelector('.quoted')
    const target = words ?? body.querySelector(`#chunk-${index + 1}`)
    if (words) words.tabIndex = -1
    target.scrollIntoView({ block: 'center' })
    target.focus({ preventScroll: true })
    tell(index, quote)
  }

  /** Shows which passage is at hand, in the bar and in the text. */
  function tell(index, quote) {
    if (index === current && !quote) return
    current = index
    for (const node of body.querySelectorAll('.at-hand')) node.classList.remove('at-hand')
    for (const node of body.querySelectorAll(`[data-chunks~="${index + 1}"]`)) node.classList.add('at-hand')
    const chunk = view.known(index)
    if (chunk)
      onPassage(chunk.page_number, quote ? chunk.text.slice(quote.from - chunk.char_start, quote.to - chunk.char_start) : chunk.text)
    if (document.activeElement !== input) input.value = String(index + 1)
    place.textContent = chunk
      ? [
          chunk.page_number && `${unit} ${chunk.page_number}`,
          chunk.section,
          `characters ${number(chunk.char_start)}–${number(chunk.char_end)}`,
        ]
          .filter(Boolean)
          .join(' · ')
      : ''
    place.title = place.textContent
  }

  async function guarded(work) {
    if (loading) return
    loading = true
    try {
      await work()
    } catch (error) {
      if (error.status === 404 || error.status === 409) absent(error.message)
      else shell.before(failure(error, () => location.reload()))
    } finally {
      loading = false
      earlier.parentElement.hidden = view.low === 0
      later.parentElement.hidden = !view.more
    }
  }

  function showLater() {
    return guarded(view.append)
  }
  async function showEarlier() {
    const before = document.documentElement.scrollHeight
    await guarded(view.prepend)
    scrollBy({ top: document.documentElement.scrollHeight - before, behavior: 'instant' })
    earlier.focus({ preventScroll: true })
  }

  const absent = (words) => root.replaceChildren(element('p', { className: 'card empty' }, words))

  let pointer = ''
  const point = ({ type, target, clientX, clientY }) => {
    // Text that scrolls under a resting pointer is not pointed at.
    if (type === 'pointerover' && pointer === `${clientX} ${clientY}`) return
    if (type === 'pointerover') pointer = `${clientX} ${clientY}`
    const chunks = target.closest?.('[data-chunks]')?.dataset.chunks
    if (chunks) tell(Number(chunks.split(' ').at(-1)) - 1)
  }
  body.addEventListener('pointerover', point)
  body.addEventListener('focusin', point)
  addEventListener('hashchange', () => {
    const place = placeOfHash(location.hash)
    if (place && opened) jump(place)
  })
  new IntersectionObserver((entries) => entries.some((e) => e.isIntersecting) && showLater(), { rootMargin: '800px' }).observe(later)

  return {
    /** Opens the text as soon as the document has been read, and again when its passages are known. */
    async show({ filename, pages, chunks, status, processing_stage: stage, attempt }) {
      unit = view.unit = pageUnit(filename)
      const ended = status === 'complete' || status === 'error'
      const read = pages !== null || (status === 'complete' && stage !== 'stored')
      total = chunks ?? 0
      bar.hidden = total === 0
      count.textContent = `of ${number(total)}`
      if (!read) {
        if (!opened) absent(ended ? nothing(status) : 'The text appears here as soon as it has been read.')
        return
      }
      const version = `${attempt}/${chunks !== null}`
      if (opened === version) return
      opened = version
      root.replaceChildren(shell)
      const place = placeOfHash(location.hash)
      if (place && total > 0) await jump(place)
      else await guarded(() => view.open())
    },
  }
}

const nothing = (status) =>
  status === 'error' ? 'No text could be read from this file.' : 'This file is kept as it is; no text was read from it.'
