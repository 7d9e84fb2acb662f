import type { LogRecord } from '../../kernel/broker/broker.ts'
import type { Boundary } from '../../kernel/consume/handle-record.ts'

/** One point of one document's way at which the test holds the pass. */
export interface Hold {
  readonly consumer: string
  readonly boundary: Boundary
  readonly documentId: string
  /** The record's topic: a stage reads the event in front of it, and retries. */
  readonly topic: string
}

export interface Held {
  /** Resolves when the pass stands at the gate. */
  readonly reached: Promise<void>
  /** Lets it through, and all that follow. */
  release(): void
}

export interface Gates {
  hold(point: Hold): Held
  /** The hook of a consumer's runner. */
  hookOf(consumer: string): (boundary: Boundary, record: LogRecord) => Promise<void>
  /** What stands at a gate fails, as if its process had died, and every gate is gone. */
  killHeld(): void
}

interface Gate {
  readonly reached: PromiseWithResolvers<void>
  readonly open: PromiseWithResolvers<void>
}

const keyOf = ({ consumer, boundary, documentId, topic }: Hold) => [consumer, boundary, documentId, topic].join('/')

/** Gates at the boundaries of every consumer; a point without a gate is passed at once. */
export function createGates(): Gates {
  const gates = new Map<string, Gate>()
  return {
    hold(point) {
      const gate: Gate = { reached: Promise.withResolvers(), open: Promise.withResolvers() }
      gate.open.promise.catch(() => undefined)
      gates.set(keyOf(point), gate)
      return {
        reached: gate.reached.promise,
        release() {
          gates.delete(keyOf(point))
          gate.open.resolve()
        },
      }
    },
    hookOf:
      (consumer) =>
      async (boundary, { key, topic }) => {
        const gate = gates.get(keyOf({ consumer, boundary, documentId: key, topic }))
        gate?.reached.resolve()
        await gate?.open.promise
      },
    killHeld() {
      for (const gate of gates.values()) gate.open.reject(new Error('the process died here'))
      gates.clear()
    },
  }
}
