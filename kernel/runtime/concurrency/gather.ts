import { setTimeout as delay } from 'node:timers/promises'

/**
 * Questions that come one by one, answered many at once: what is asked while an answer is under way, or within `restMs` after it, is asked
 * together then. `answer` gives the answers in the order of the questions; where it rejects, all who asked are told so.
 */
export function gather<Question, Answer>(
  answer: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  { restMs = 0 }: { restMs?: number } = {},
): (question: Question) => Promise<Answer> {
  let waiting: { question: Question; resolve: (answer: Answer) => void; reject: (error: unknown) => void }[] = []
  let asking = false
  const askAll = async () => {
    asking = true
    while (waiting.length > 0) {
      const some = waiting
      waiting = []
      try {
        const answers = await answer(some.map(({ question }) => question))
        for (const [i, { resolve }] of some.entries()) resolve(answers[i] as Answer)
      } catch (error) {
        for (const { reject } of some) reject(error)
      }
      if (restMs > 0) await delay(restMs)
    }
    asking = false
  }
  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (!asking) void askAll()
    })
}
