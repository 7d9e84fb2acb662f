import { isTooLong } from './llm.ts'

/**
 * Asks again with less of what is longer than the model reads: servers on one's own machine often read 2,048 or 4,096 tokens. Rejects as the
 * call did where `less` has nothing to leave out.
 */
export async function askWithLess<Asked, Answer>(
  first: Asked,
  ask: (asked: Asked) => Promise<Answer>,
  less: (asked: Asked) => Asked | undefined,
): Promise<Answer> {
  for (let asked = first; ; ) {
    try {
      return await ask(asked)
    } catch (error) {
      const shorter = isTooLong(error) ? less(asked) : undefined
      if (!shorter) throw error
      asked = shorter
    }
  }
}

/** The later half of a conversation; questions go with their answers. */
export const laterHalf = <Message>(messages: readonly Message[]): Message[] => messages.slice(2 * Math.ceil(messages.length / 4))
