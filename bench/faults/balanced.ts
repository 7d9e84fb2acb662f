import { setTimeout as delay } from 'node:timers/promises'

/** As load balancers do it: readiness is asked this often, and an edge that is not ready gets no further request. */
const LOOK_EVERY_MS = 250
const LOOK_MS = 1000

export interface Balancer {
  /** The next one that was ready when it was looked at; where none was, the next one. */
  url(): string
  stop(): Promise<void>
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(LOOK_MS) }).then(
    async (reply) => {
      await reply.arrayBuffer()
      return reply.ok
    },
    () => false,
  )

/** Spreads requests over the edges, by turns. */
export function balanced(edges: () => readonly string[]): Balancer {
  let ready: readonly string[] = edges()
  let turn = 0
  let stopped = false
  const looking = (async () => {
    for (; !stopped; await delay(LOOK_EVERY_MS)) {
      const known = edges()
      const answers = await Promise.all(known.map(isReady))
      const well = known.filter((_, i) => answers[i])
      ready = well.length > 0 ? well : known
    }
  })()
  return {
    url: () => ready[turn++ % ready.length] ?? '',
    async stop() {
      stopped = true
      await looking
    },
  }
}
