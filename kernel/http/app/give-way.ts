import { first } from '../../consume/answers-first.ts'
import type { App } from './app.ts'

/** Requests that are answered now go before those that bring in work, and before the work itself. */
export function addGiveWay(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    const end = (leave: () => void) => {
      reply.raw.once('close', leave)
      if (reply.raw.closed) leave()
      done()
    }
    if (!request.routeOptions.config.later) return end(first.answering())
    const entered = first.enter()
    if (entered instanceof Promise) void entered.then(end)
    else end(entered)
  })
}
