/** Of a rebuild's first moments no rate can be told. */
const SHORTEST_MS = 1000
/** Nothing is written for so long: what is worked on takes longer than others did, and nobody knows how long. */
const LONG_MS = 10_000

interface Parts {
  readonly documents: number
  readonly chunks: number
}

interface TimeLeft {
  /** What was written since it was told last, and whether the rebuild was paused meanwhile. */
  add(written: Parts, paused?: boolean): void
  /** A document is worked on, until this is disposed of. */
  begin(name: string): Disposable
  /** The document that was begun first of those that are worked on, where nothing was written for long; undefined: none. */
  waitsFor(): string | undefined
  /** Documents a minute; undefined: not known yet. */
  speed(): number | undefined
  /** Seconds that this still takes; undefined: not known yet, or it waits for a document that takes long. */
  of(left: Parts): number | undefined
}

/** How long what is left takes, from what was written in the time that was not paused. `costOf`: what documents and chunks take beside each other. */
export function measureTimeLeft(costOf: (parts: Parts) => number, now: () => number = () => performance.now()): TimeLeft {
  let [documents, chunks, worked, last] = [0, 0, 0, now()]
  /** Of the time that was not paused. */
  let writtenAt = 0
  const underWay = new Set<{ readonly name: string; readonly since: number }>()
  const waitsFor = () => {
    const [oldest] = underWay
    return oldest && worked - Math.max(writtenAt, oldest.since) >= LONG_MS ? oldest.name : undefined
  }
  return {
    begin(name) {
      const document = { name, since: worked }
      underWay.add(document)
      return { [Symbol.dispose]: () => void underWay.delete(document) }
    },
    waitsFor,
    add(written, paused = false) {
      const at = now()
      if (!paused) worked += at - last
      last = at
      if (written.documents + written.chunks > 0) writtenAt = worked
      documents += written.documents
      chunks += written.chunks
    },
    speed: () => (documents > 0 && worked > 0 ? Math.max(1, Math.round((documents / worked) * 60_000)) : undefined),
    of(left) {
      // what a document took that is still worked on is known once it is written: until then the time stands rather than grows
      const measured = underWay.size > 0 ? writtenAt : worked
      if (documents === 0 || measured < SHORTEST_MS || waitsFor() !== undefined) return undefined
      return Math.ceil(((costOf(left) / costOf({ documents, chunks })) * measured) / 1000)
    },
  }
}
