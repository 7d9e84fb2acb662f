import type { ServerResponse } from 'node:http'
import { first } from '../../consume/dispatch/answers-first.ts'
import type { App } from './app.ts'

/**
 * Requests that are answered now go before those that bring in work, and before the work itself. What is answered within a turn of the event
 * loop, as most polls are, never waited: work that is done many at a time is not divided for it.
 */
export function addGiveWay(app: App): void {
  const begun: ServerResponse[] = []
  const countWhoWait = () => {
    for (const reply of begun.splice(0)) if (!reply.writableEnded) leaveAtEnd(reply, first.answering())
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.config.later) {
      // one look at the turn's end for all that began in it
      if (begun.push(reply.raw) === 1) setImmediate(countWhoWait)
      return done()
    }
    const begin = (leave: () => void) => {
      leaveAtEnd(reply.raw, leave)
      done()
    }
    const entered = first.enter()
    if (entered instanceof Promise) void entered.then(begin)
    else begin(entered)
  })
}

function leaveAtEnd(reply: ServerResponse, leave: () => void): void {
  reply.once('close', leave)
  if (reply.closed) leave()
}
