/** Of a rebuild's first moments no rate can be told. */
const SHORTEST_MS = 1000

interface Parts {
  readonly documents: number
  readonly chunks: number
}

interface TimeLeft {
  /** What was written since it was told last, and whether the rebuild was paused meanwhile. */
  add(written: Parts, paused?: boolean): void
  /** Documents a minute; undefined: not known yet. */
  speed(): number | undefined
  /** Seconds that this still takes; undefined: not known yet. */
  of(left: Parts): number | undefined
}

/** How long what is left takes, from what was written in the time that was not paused. `costOf`: what documents and chunks take beside each other. */
export function measureTimeLeft(costOf: (parts: Parts) => number, now: () => number = () => performance.now()): TimeLeft {
  let [documents, chunks, worked, last] = [0, 0, 0, now()]
  return {
    add(written, paused = false) {
      const at = now()
      if (!paused) worked += at - last
      last = at
      documents += written.documents
      chunks += written.chunks
    },
    speed: () => (documents > 0 && worked > 0 ? Math.max(1, Math.round((documents / worked) * 60_000)) : undefined),
    of: (left) =>
      documents > 0 && worked >= SHORTEST_MS ? Math.ceil(((costOf(left) / costOf({ documents, chunks })) * worked) / 1000) : undefined,
  }
}
