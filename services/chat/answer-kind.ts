import type { AnswerKind } from '../../kernel/llm/llm.ts'
import { answerSentences, declines } from './evidence/claims.ts'
import type { Generated } from './generate.ts'

/** What a reply is: without a model as it was read, of a model `none` where it states nothing but that it found nothing. */
export function answerKindOf({ kind, texts }: Pick<Generated, 'kind' | 'texts'>): AnswerKind {
  if (kind) return kind
  const sentences = answerSentences(texts[0] ?? '')
  return sentences.some(({ words }) => declines(words)) && !sentences.some(({ claim }) => claim) ? 'none' : 'answer'
}
