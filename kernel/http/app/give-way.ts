import { first } from '../../consume/answers-first.ts'
import type { App } from './app.ts'

/**
 * Requests that are answered now go before those that bring in work, and before the work itself. What is answered within a turn of the event
 * loop, as most polls are, never waited: work that is done many at a time is not divided for it.
 */
export function addGiveWay(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    const leaveAtEnd = (leave: () => void) => {
      reply.raw.once('close', leave)
      if (reply.raw.closed) leave()
    }
    if (!request.routeOptions.config.later) {
      setImmediate(() => {
        if (!reply.raw.writableEnded) leaveAtEnd(first.answering())
      })
      return done()
    }
    const begin = (leave: () => void) => {
      leaveAtEnd(leave)
      done()
    }
    const entered = first.enter()
    if (entered instanceof Promise) void entered.then(begin)
    else begin(entered)
  })
}
