/** What a reply may cost whoever reads it to its end. */
export interface ReplyBounds {
  /** Of the body, after its decompression. */
  readonly maxBytes: number
  /** Until the last byte of the body has come, beside the caller's own signal. */
  readonly timeoutMs?: number
}

/**
 * A `fetch` whose replies end, however much the other side sends and however slowly: reading a body beyond its bounds rejects, and the
 * connection is closed. What has come by then is all that is ever held.
 */
export function boundedFetch({ maxBytes, timeoutMs }: ReplyBounds, send: typeof fetch = (...call) => fetch(...call)): typeof fetch {
  return async (input, init) => {
    const signals = [init?.signal, timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)].filter((signal) => !!signal)
    const reply = await send(input, signals.length ? { ...init, signal: AbortSignal.any(signals) } : init)
    return bounded(reply, maxBytes)
  }
}

/** The same reply, whose body rejects beyond so many bytes. */
export function bounded(reply: Response, maxBytes: number): Response {
  if (!reply.body) return reply
  let bytes = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      bytes += piece.length
      if (bytes > maxBytes) controller.error(new Error(`the reply is larger than ${maxBytes} bytes`))
      else controller.enqueue(piece)
    },
  })
  const { status, statusText, headers } = reply
  return new Response(reply.body.pipeThrough(counter), { status, statusText, headers })
}
