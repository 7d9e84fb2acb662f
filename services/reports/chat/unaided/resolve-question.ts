import { foldWords } from '../fold-words.ts'
import type { Act, Known, Question } from './question.ts'
import { fixWords, followLead, itWords, pronounWords } from './question-words.ts'
import { readQuestion } from './read-question.ts'

/** A turn before, the oldest first. */
export interface Said {
  readonly role: string
  readonly content: string
}

/** A question that hangs on one that hangs on one … is followed back so far. */
const DEEPEST = 6
/** A piece of a question has no more words. */
const FEW_WORDS = 7
/** What a piece of a question cannot mean by itself. */
const weak: ReadonlySet<Act | undefined> = new Set([undefined, 'who'])
const aboutFindings: ReadonlySet<Act | undefined> = new Set(['explain', 'flags', 'row'])

/** A question with what the ones before it say: "and for nurses?" after "highest paid clerk", "how do I fix it?" after "explain finding 3". */
export function resolveQuestion(text: string, before: readonly Said[], known: Known, depth = 0): Question {
  const own = readQuestion(text, known)
  const last = before.findLastIndex(({ role }) => role === 'user')
  if (last < 0 || depth >= DEEPEST) return own
  const folded = foldWords(text)
  const few = folded.split(' ').length <= FEW_WORDS
  const isPiece = followLead.test(folded) || (few && own.act === undefined)
  const prior = () => resolveQuestion(before[last]!.content, before.slice(0, last), known, depth + 1)
  const isFix = few && fixWords.test(folded) && (weak.has(own.act) || own.act === 'findings') && own.strange.length === 0
  if (isFix || (few && weak.has(own.act) && own.strange.length === 0 && itWords.test(folded) && !own.measure)) {
    const of = prior()
    if (of.act === 'explain') return of
    if (aboutFindings.has(of.act)) return { ...of, act: 'flags', toFix: true }
    if (of.rule) return { ...of, act: 'meaning' }
    if (isFix) return own
  }
  const isOf = (own.act === 'who' || own.act === 'flags' || own.act === 'findings') && own.strange.length === 0
  if (isOf && pronounWords.test(folded) && own.positions.length + own.pools.length === 0) {
    const answer = before.slice(last + 1).find(({ role }) => role === 'assistant')?.content
    if (answer) return { ...own, act: own.act === 'findings' ? 'flags' : own.act, mentions: answer.split('\n')[0]!.slice(0, 2000) }
  }
  return isPiece ? merged(own, prior()) : own
}

/** A piece of a question over the one that it is a piece of. */
function merged(own: Question, of: Question): Question {
  if (of.act === undefined || (!weak.has(own.act) && !isSameKind(own, of))) return own
  const { text: _, act, positions, pools, strange, ...slots } = own
  const grouped = positions.length + pools.length > 0
  const named = grouped || strange.length > 0
  const { mentions: __, ...prior } = of
  const after = named
    ? { positions, pools, strange, text: own.text }
    : { positions: of.positions, pools: of.pools, strange: of.strange, text: of.text }
  const fits = strange.length === 0 || of.act === 'who' || of.act === 'flags' || of.act === 'explain'
  // a group that is named now is asked about in place of all groups
  const { by: ___, ...alone } = prior
  return {
    ...(grouped && own.by === undefined ? alone : prior),
    ...slots,
    ...after,
    ...(named || of.mentions === undefined ? {} : { mentions: of.mentions }),
    act: weak.has(act) ? (fits ? of.act : act) : act,
  }
}

/** Of the same rows: an average after a highest one is of the same nurses. */
const measuring: ReadonlySet<Act | undefined> = new Set(['average', 'extreme', 'ranked', 'count', 'beyond', 'totals', 'who', 'compare'])
const isSameKind = (own: Question, of: Question): boolean => measuring.has(own.act) && measuring.has(of.act)
