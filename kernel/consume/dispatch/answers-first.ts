/** How work gives way to whoever waits for an answer. */
export interface GiveWay {
  /** Works that are let in at a time while someone waits. */
  readonly places: number
  /** Milliseconds after which a work does not count any more: it waits for something else than this process. */
  readonly heldMs: number
  /** The same of a request: for a model, or for its own document. */
  readonly countedMs: number
  /** Who got an answer may ask the next thing: what stands in line is not let in all at once right behind it. */
  readonly behindMs: number
}

const GIVE_WAY: GiveWay = { places: 2, heldMs: 100, countedMs: 1000, behindMs: 20 }

export interface AnswersFirst {
  /** Someone waits for an answer, until what it gives is called. */
  answering(): () => void
  /**
   * Gives, when work may begin that nobody waits for, what is called at its end: at once while nobody waits for an answer, else in line; `next`
   * is the head of it.
   */
  enter(where?: 'line' | 'next'): (() => void) | Promise<() => void>
}

const freely = () => undefined

/** Whoever waits for an answer goes before work in the background, which goes on all the same, a little at a time. */
export function answersFirst({ places, heldMs, countedMs, behindMs } = GIVE_WAY): AnswersFirst {
  const line: ((leave: () => void) => void)[] = []
  let answers = 0
  let held = 0

  const letIn = () => {
    while (line.length > 0 && (answers === 0 || held < places)) line.shift()?.(place())
  }
  const leavePlace = () => {
    held--
    letIn()
  }
  const answered = () => {
    answers--
    letIn()
  }
  const place = () => {
    held++
    return onceWithin(heldMs, leavePlace)
  }
  return {
    answering() {
      answers++
      return onceWithin(countedMs, () => (behindMs > 0 ? void setTimeout(answered, behindMs).unref() : answered()))
    },
    enter(where = 'line') {
      if (line.length === 0 && answers === 0) return freely
      if (line.length === 0 && held < places) return place()
      return new Promise((resolve) => (where === 'next' ? line.unshift(resolve) : line.push(resolve)))
    },
  }
}

/** Calls `end` once: when it is called, or after so many milliseconds. */
function onceWithin(ms: number, end: () => void): () => void {
  let ended = false
  const endOnce = () => {
    if (ended) return
    ended = true
    clearTimeout(timer)
    end()
  }
  const timer = setTimeout(endOnce, ms)
  timer.unref()
  return endOnce
}

/** Of this process: its edge says who waits, whatever works beside it gives way. */
export const first = answersFirst()
