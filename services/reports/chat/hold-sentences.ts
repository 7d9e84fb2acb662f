import { sentencesOf } from '../../../kernel/text/sentences.ts'

/** A sentence longer than this is looked at as it stands; nothing waits for its end. */
const LONGEST = 2_000
/** What may end a sentence. */
const END = /[.!?。！？…:;\n]/

export interface HeldSentences {
  /** Takes what the model says next; whole sentences that pass are let out at once. */
  take(token: string): void
  /** Lets out, or holds back, what is left. */
  end(): void
  /** Whether a sentence was held back. */
  readonly held: boolean
}

/** Lets a text out sentence by sentence: each is looked at whole before any of it leaves, and one that does not pass is left out. */
export function holdSentences(passes: (sentence: string) => boolean, letOut: (text: string) => void): HeldSentences {
  let waiting = ''
  let held = false
  const release = (text: string): void => {
    if (text === '') return
    if (passes(text)) letOut(text)
    else held = true
  }
  const releaseWhole = (): void => {
    const spans = sentencesOf(waiting)
    let from = 0
    // the last one may go on with the next token
    for (const { end } of spans.slice(0, -1)) {
      release(waiting.slice(from, end))
      from = end
    }
    waiting = waiting.slice(from)
    if (waiting.length <= LONGEST) return
    const blank = waiting.lastIndexOf(' ')
    // a figure is not cut in two
    const cut = blank > 0 ? blank : waiting.length
    release(waiting.slice(0, cut))
    waiting = waiting.slice(cut)
  }
  return {
    take(token) {
      waiting += token
      if (waiting.length > LONGEST || END.test(waiting.slice(0, -1))) releaseWhole()
    },
    end() {
      let from = 0
      for (const { end } of sentencesOf(waiting)) {
        release(waiting.slice(from, end))
        from = end
      }
      waiting = ''
    },
    get held() {
      return held
    },
  }
}
