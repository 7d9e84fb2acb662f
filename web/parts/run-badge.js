import { element } from './element.js'

const tones = { completed: 'complete', done: 'complete', ok: 'complete', failed: 'error', lost: 'error' }
const working = new Set(['running', 'planning', 'waiting', 'open', 'asked'])

/** The state of a run, a step, an item or a call, in its own word. */
export const runBadge = (status, words = status) =>
  element('span', { className: 'badge', data: { status: tones[status] ?? (working.has(status) ? 'processing' : 'none') } }, words)
