import { element } from '../parts/element.js'
import { adviceFor } from './advice.js'
import { requestId } from './request-id.js'

/** A notice of a call that failed: what, what to do, the request id, and a button to try again. */
export const failure = (error, again) =>
  element(
    'div',
    { className: 'notice error failure', role: 'alert' },
    element('span', {}, error.message, ' ', adviceFor(error)),
    requestId(error.requestId),
    again && element('div', {}, element('button', { type: 'button', className: 'compact', onclick: again }, 'Try again')),
  )
