import { element } from '../parts/element.js'
import { dateAndTime } from '../parts/format.js'
import { failure } from './failure.js'
import { passes } from './until.js'

const LONGEST_MS = 15_000

/**
 * Reads and draws again and again while the page is to be seen; of several looks the last one counts. While the server is away, what was
 * drawn stays below a notice that says of when it is, and the next answer takes the notice away.
 * @template Found
 * @param {object} what
 * @param {() => Promise<Found>} what.read
 * @param {(found: Found) => void} what.draw
 * @param {HTMLElement} what.problem where the notice stands
 * @param {number} what.everyMs
 * @returns {() => Promise<void>} looks now
 */
export function keepLooking({ read, draw, problem, everyMs }) {
  let timer
  let turn = 0
  let failed = 0
  let drawnAt

  async function look() {
    clearTimeout(timer)
    turn += 1
    const mine = turn
    let wait = everyMs
    try {
      const found = await read()
      if (mine !== turn) return
      draw(found)
      drawnAt = new Date()
      failed = 0
      problem.replaceChildren()
    } catch (error) {
      if (mine !== turn) return
      const mayPass = passes(error)
      tell(error, mayPass)
      if (!mayPass) return
      failed += 1
      wait = error.retryAfterMs ?? Math.min(LONGEST_MS, everyMs * 2 ** failed)
    }
    timer = setTimeout(() => document.hidden || look(), wait)
  }

  /** The same trouble is not said aloud at each look. */
  function tell(error, mayPass) {
    if (problem.dataset.told === error.message && problem.hasChildNodes()) return
    problem.dataset.told = error.message
    const notice = failure(error, look)
    const since = drawnAt && `What stands below is of ${dateAndTime(drawnAt)}. `
    const next = mayPass && 'It is asked again by itself.'
    if (since || next) notice.lastElementChild.before(element('span', {}, since, next))
    problem.replaceChildren(notice)
  }

  document.addEventListener('visibilitychange', () => document.hidden || look())
  look()
  return look
}
