import { BEFORE, type Moderator } from './moderator.ts'

/** A text without an end of a sentence is let through in pieces of about this many characters. */
const LONGEST = 1_000
const END = /[.!?。！？\n]["”’)\]]*(?=\s|$)|\n/g

/** Holds a text that comes in pieces back until each of its sentences has passed, together with the words before it. */
export interface SentenceGate {
  push(text: string): void
  /** Lets the rest through; resolves with whether something was flagged, after which nothing more passes. */
  end(): Promise<boolean>
  /** Whether something was flagged. */
  shut(): boolean
}

export function sentenceGate(moderate: Moderator, signal: AbortSignal, pass: (text: string) => void): SentenceGate {
  let held = ''
  let before = ''
  let shut = false
  let chain: Promise<void> = Promise.resolve()
  const send = (sentence: string) => {
    chain = chain.then(async () => {
      if (shut) return
      const read = before + sentence
      if (await moderate(read, signal)) shut = true
      else pass(sentence)
      before = read.slice(-BEFORE)
    })
    // whoever waits for the end is told
    chain.catch(() => undefined)
  }
  const release = () => {
    const ends = [...held.matchAll(END)].map((match) => match.index + match[0].length).filter((end) => end < held.length)
    const end = ends.at(-1) ?? (held.length > LONGEST ? held.lastIndexOf(' ') + 1 || held.length : 0)
    if (end === 0) return
    send(held.slice(0, end))
    held = held.slice(end)
  }
  return {
    push(text) {
      held += text
      release()
    },
    async end() {
      if (held) send(held)
      held = ''
      await chain
      return shut
    },
    shut: () => shut,
  }
}
