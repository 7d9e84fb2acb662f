/** What waits for a turn, each thing for a caller (`callerName`; undefined is one caller too). */
export interface FairQueue<T> {
  /** Of a subject's things those of a lower rank go first, in the order of text; those of one rank, or of none, in the order in which they came. */
  add(caller: string | undefined, item: T, rank?: string): void
  /**
   * The thing whose turn it is, taken out: of the key that has used least, of that key's subject that has used least, the first that
   * `may` lets through, where `mayCaller` lets its caller through. It counts as one turn.
   */
  take(may?: (item: T) => boolean, mayCaller?: (caller: string | undefined) => boolean): T | undefined
  /** Takes one out before its turn; false where it does not wait. */
  remove(item: T): boolean
  /** What a turn cost beyond that, in turns. */
  charge(caller: string | undefined, turns: number): void
  size(): number
  /** How much of it is this caller's. */
  waitingOf(caller: string | undefined): number
}

/** What a key, or a subject of it, has used, and what it waits for. */
interface Share<T> {
  readonly name: string
  used: number
  /** How much had been used by the one of its parts that was served last. */
  reached: number
  readonly items: Set<T>
  readonly parts: Map<string, Share<T>>
  /** Items in it and in its parts. */
  waiting: number
}

/** Parts of which nothing waits and whose use is remembered all the same. */
const REMEMBERED = 1000

const newShare = <T>(name: string, used: number): Share<T> => ({ name, used, reached: 0, items: new Set(), parts: new Map(), waiting: 0 })

/** A key is one share, in which its subjects have theirs; a caller without a key has a share of its own. */
const namesOf = (caller: string): readonly [string, string] => [/^key:[^ ]+/.exec(caller)?.[0] ?? caller, caller]

/** Who comes anew begins where the others are, not with what was left unused. */
function partOf<T>(share: Share<T>, name: string): Share<T> {
  const known = share.parts.get(name)
  if (known) {
    if (known.waiting === 0) known.used = Math.max(known.used, share.reached)
    return known
  }
  if (share.parts.size >= REMEMBERED) for (const [old, part] of share.parts) if (part.waiting === 0) share.parts.delete(old)
  const part = newShare<T>(name, share.reached)
  share.parts.set(name, part)
  return part
}

const inTurn = <T>({ parts }: Share<T>): Share<T>[] => [...parts.values()].filter((p) => p.waiting > 0).sort((a, b) => a.used - b.used)

/**
 * Turns by caller, so that neither many things of one caller nor costly ones keep another's waiting. Start-time fair queueing (Goyal, Vin
 * and Cheng, 1996) over keys, and within a key over its subjects.
 */
export function createFairQueue<T>(): FairQueue<T> {
  const all = newShare<T>('', 0)
  const sharesOf = new Map<T, readonly Share<T>[]>()
  const rankOf = new Map<T, string>()

  function drop(item: T, shares: readonly Share<T>[]): void {
    sharesOf.delete(item)
    rankOf.delete(item)
    for (const share of shares) {
      share.waiting--
      share.items.delete(item)
    }
  }

  return {
    add(caller = '', item, rank = '') {
      const [keyName, subjectName] = namesOf(caller)
      const key = partOf(all, keyName)
      const subject = partOf(key, subjectName)
      const later = rank === '' ? [] : [...subject.items].filter((other) => (rankOf.get(other) ?? '') > rank)
      for (const other of later) subject.items.delete(other)
      for (const one of [item, ...later]) subject.items.add(one)
      if (rank !== '') rankOf.set(item, rank)
      const shares = [all, key, subject]
      for (const share of shares) share.waiting++
      sharesOf.set(item, shares)
    },
    take(may = () => true, mayCaller = () => true) {
      for (const key of inTurn(all))
        for (const subject of inTurn(key)) {
          if (!mayCaller(subject.name || undefined)) continue
          for (const item of subject.items) {
            if (!may(item)) continue
            drop(item, sharesOf.get(item) ?? [])
            all.reached = key.used++
            key.reached = subject.used++
            return item
          }
        }
      return undefined
    },
    remove(item) {
      const shares = sharesOf.get(item)
      if (shares) drop(item, shares)
      return shares !== undefined
    },
    charge(caller = '', turns) {
      const [keyName, subjectName] = namesOf(caller)
      const key = all.parts.get(keyName)
      const subject = key?.parts.get(subjectName)
      if (key) key.used += turns
      if (subject) subject.used += turns
    },
    size: () => all.waiting,
    waitingOf(caller = '') {
      const [keyName, subjectName] = namesOf(caller)
      return all.parts.get(keyName)?.parts.get(subjectName)?.waiting ?? 0
    },
  }
}
