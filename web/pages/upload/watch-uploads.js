import { apiJson } from '../../api/api.js'
import { passes } from '../../api/until.js'

const LOOK_MS = 1500
const LONGEST_MS = 15_000
/** Entries of the list beyond those that were sent from here, for what others send meanwhile. */
const SPARE = 20
/** What the list gives at once at most. */
const LAST = 500
/** Uploads in one look that are asked for alone, as newer ones have pushed them off the list. */
const ALONE = 5

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const isSettled = ({ status }) => status === 'complete' || status === 'error'

/**
 * Watches many uploads with one call for all, because a browser keeps too few connections for a stream of each.
 * Gives a function that tells `onStatus` how an upload fares and resolves with its last status, or undefined where it was deleted.
 * @returns {(uploadId: string, onStatus: (status: object) => void) => Promise<object | undefined>}
 */
export function createWatch() {
  const watched = new Map()
  /** Every upload in the order of its acceptance: how far the list has to reach back. */
  const order = []
  let looking = false

  function tell(id, status) {
    const { onStatus, resolve } = watched.get(id)
    if (status && !isSettled(status)) return onStatus(status)
    watched.delete(id)
    resolve(status)
  }

  async function look() {
    const oldest = order.findIndex((id) => watched.has(id))
    order.splice(0, oldest)
    const listed = await apiJson(`/api/v2/upload/list?limit=${Math.min(LAST, order.length + SPARE)}`)
    const known = new Map(listed.map((status) => [status.upload_id, status]))
    const [here, elsewhere] = [[], []]
    for (const id of watched.keys()) (known.has(id) ? here : elsewhere).push(id)
    for (const id of here) tell(id, known.get(id))
    for (const id of elsewhere.slice(0, ALONE)) tell(id, await statusOf(id))
  }

  async function goOn() {
    if (looking) return
    looking = true
    let wait = LOOK_MS
    while (watched.size > 0) {
      try {
        await look()
        wait = LOOK_MS
      } catch (error) {
        if (passes(error)) wait = Math.max(error.retryAfterMs ?? 0, Math.min(LONGEST_MS, wait * 2))
        else {
          for (const { reject } of watched.values()) reject(error)
          watched.clear()
        }
      }
      await sleep(wait)
    }
    looking = false
  }

  return (uploadId, onStatus) =>
    new Promise((resolve, reject) => {
      watched.set(uploadId, { onStatus, resolve, reject })
      order.push(uploadId)
      goOn()
    })
}

async function statusOf(id) {
  try {
    return await apiJson(`/api/v2/upload/status/${encodeURIComponent(id)}`)
  } catch (error) {
    if (error.status === 404) return undefined
    throw error
  }
}
