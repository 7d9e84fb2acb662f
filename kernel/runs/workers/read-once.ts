/** Runs that a process keeps read, and characters of all of them together; the newest stays whatever its size. */
const MOST = { runs: 50, characters: 32_000_000 }
/** How long one is kept behind the last item that asked for it: a run that is over asks no more. */
const IDLE_MS = 5_000

interface Held<Read> {
  readonly read: Promise<Read>
  length: number
  asked: number
}

/** What many items of a run ask for, read once for as long as they do. */
export function readOnce<Read extends { readonly length: number }>(read: (id: string) => Promise<Read>): (id: string) => Promise<Read> {
  const all = new Map<string, Held<Read>>()
  let watched = false

  const dropIdle = () => {
    for (const [id, { asked }] of all) if (performance.now() - asked >= IDLE_MS) all.delete(id)
    watched = false
    if (all.size > 0) watch()
  }
  const watch = () => {
    if (!watched) setTimeout(dropIdle, IDLE_MS).unref()
    watched = true
  }
  const dropOldest = (newest: string) => {
    let characters = all.values().reduce((sum, { length }) => sum + length, 0)
    for (const [id, { length }] of all) {
      if (all.size <= MOST.runs && characters <= MOST.characters) return
      if (id === newest) continue
      all.delete(id)
      characters -= length
    }
  }
  return (id) => {
    watch()
    const known = all.get(id)
    if (known) {
      known.asked = performance.now()
      return known.read
    }
    const held: Held<Read> = { read: read(id), length: 0, asked: performance.now() }
    all.set(id, held)
    held.read.then(
      ({ length }) => {
        held.length = length
        dropOldest(id)
      },
      () => all.delete(id),
    )
    return held.read
  }
}
