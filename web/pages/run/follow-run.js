import { followEvents } from '../../api/follow-events.js'

export const hasEnded = ({ status }) => status === 'completed' || status === 'failed' || status === 'cancelled'

/**
 * Tells of every change of a run from now on until it has ended. Rejects where the run is gone or may not be seen any more.
 * @param {string} path of the run
 * @param {string | undefined} after id of the last entry of the timeline that is known
 * @param {(run: object, entry: string | undefined) => void} onRun with the id of the entry that tells of it
 */
export const followRun = (path, after, onRun) =>
  followEvents(`${path}/events`, {
    after,
    onEvent(run, entry) {
      onRun(run, entry)
      return hasEnded(run) ? run : undefined
    },
  })
