import { wordsOf } from '../../text/words.ts'
import type { Question } from './question.ts'
import { isEnglish, isOfKind, kindOf } from './words/lexicon.ts'

/** How a sentence gives what is asked for: by saying so, by a word for such a thing, or by a name that may be one. */
export interface KindAsked {
  /** What no name is given to: an amount, a property, a state, a process. */
  readonly abstract: boolean
  /** Whether a text has a word for such a thing, beside the question's own. */
  readonly names: (text: string) => boolean
}

/** Words for kinds of anything say nothing of an answer. */
const ANYTHING = /^(?:things?|kinds?|types?|sorts?|ones?|ways?|parts?|names?|words?|terms?|two|three|four|five|six|seven|eight|nine|ten)$/
const NAMELESS = ['cost', 'income', 'payment', 'quantity', 'phenomenon', 'force', 'feeling', 'quality', 'magnitude', 'color']

/** "What tool loosens it?" asks for a tool; undefined where a question asks for no kind of thing, or for one that the lexicon does not know. */
export function kindAsked({ text: asked, terms }: Question): KindAsked | undefined {
  const noun = terms.findLast(({ role, word }) => role === 'category' && !ANYTHING.test(word))?.word
  const kind = noun === undefined ? undefined : kindOf(noun)
  if (noun === undefined || kind === undefined) return undefined
  const said = new Set(wordsOf(asked))
  const abstract = NAMELESS.some((above) => isOfKind(noun, kindOf(above)!, 1))
  return {
    abstract,
    names: (text) =>
      wordsOf(text).some((word) => !said.has(word) && isOfKind(word, kind)) ||
      (!abstract &&
        (text.match(/(?<=[\p{L},;:“"(] ["“]?)\p{Lu}[\p{L}\d’'-]+/gu) ?? []).some(
          (name) => !asked.includes(name) && !isEnglish(name.toLowerCase()),
        )),
  }
}
