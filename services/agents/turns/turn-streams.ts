import type { SseEvent, SseStream } from '../../../kernel/http/sse/sse.ts'

/** How long a turn goes on after its last reader has left, in case that it comes back. */
const GRACE_MS = 2_000
/** Turns whose events are kept in a process, and how long after their end. */
const MOST = 200
const KEEP_MS = 300_000

/** The events of one turn, for readers that come late or again. */
export interface TurnStream {
  readonly owner: string
  push(event: string, data: unknown): void
  end(): void
  /** Sends the events behind the n-th, and those to come; resolves at the end of the turn or of the reader. */
  follow(stream: SseStream, after: number): Promise<void>
  /** Aborted when nobody has read for a while. */
  readonly abandoned: AbortSignal
}

/** The turns that this process streams, and those that it streamed a short while ago, by run. */
export function createTurnStreams() {
  const streams = new Map<string, TurnStream>()
  return {
    find: (runId: string): TurnStream | undefined => streams.get(runId),
    open(runId: string, owner: string, abandon: AbortController): TurnStream {
      const stream = turnStream(runId, owner, abandon, () => {
        setTimeout(() => streams.delete(runId), KEEP_MS).unref()
      })
      streams.set(runId, stream)
      if (streams.size > MOST) streams.delete(streams.keys().next().value ?? '')
      return stream
    },
  }
}
export type TurnStreams = ReturnType<typeof createTurnStreams>

function turnStream(runId: string, owner: string, abandon: AbortController, onEnd: () => void): TurnStream {
  const events: SseEvent[] = []
  let over = false
  let readers = 0
  let timer: NodeJS.Timeout | undefined
  let changed = Promise.withResolvers<void>()
  const ring = () => {
    changed.resolve()
    changed = Promise.withResolvers()
  }
  return {
    owner,
    abandoned: abandon.signal,
    push(event, data) {
      events.push({ event, data, id: `${runId}/${events.length + 1}` })
      ring()
    },
    end() {
      over = true
      clearTimeout(timer)
      ring()
      onEnd()
    },
    async follow(stream, after) {
      readers++
      clearTimeout(timer)
      const gone = Promise.withResolvers<void>()
      stream.closed.addEventListener('abort', () => gone.resolve(), { once: true })
      try {
        for (let next = after; !stream.closed.aborted; ) {
          const news = changed.promise
          while (next < events.length) {
            if (!stream.send(events[next]!)) return
            next++
          }
          if (over) return
          await Promise.race([news, gone.promise])
        }
      } finally {
        readers--
        if (readers === 0 && !over) timer = setTimeout(() => abandon.abort(), GRACE_MS).unref()
      }
    },
  }
}
