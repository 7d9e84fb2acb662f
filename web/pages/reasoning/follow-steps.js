import { apiJson } from '../../api/api.js'
import { followEvents } from '../../api/follow-events.js'

/**
 * Tells of every step of a run until it has ended; resolves with what the run gives then.
 * @param {string} path of the run
 * @param {(step: { step: string, status: string, reason?: string }) => void} onStep
 */
export const followSteps = (path, onStep) =>
  followEvents(`${path}/events`, {
    tries: 6,
    onEvent(data) {
      if (data.step) onStep(data)
    },
    async ask() {
      const run = await apiJson(path)
      return run.status === 'running' ? undefined : run
    },
  })
