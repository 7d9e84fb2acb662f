import { sentencesOf } from '../../kernel/text/sentences.ts'
import type { EvalAnswer } from './ask-case.ts'

/** What one side answered to one case, as far as it is measured. */
export interface Outcome {
  readonly answer: string
  /** File names of the sources in order. */
  readonly sources: readonly (string | undefined)[]
  /** Citations that a source supports. */
  readonly cited: number
  /** Sentences of the answer that state something, and how many of them no cited passage supports. */
  readonly sentences: number
  readonly unsupported: number
  readonly tokens: number | undefined
  readonly cost: { readonly amount: number; readonly currency: string } | undefined
  readonly seconds: number
}

export const NOTHING_CITED = 0

const unsure = (kind: string | undefined): boolean => kind !== undefined && kind !== 'answer'

const MARKERS = /\[\d{1,3}(?:\s*[,;]\s*\d{1,3})*\]/g

/**
 * Reads a reply. The server marks sentences that no passage supports; the others are supported. An answer that cites nothing and has
 * nothing marked states nothing that could be checked (it says that nothing was found), so that it has no sentences here.
 */
export function outcomeOf(reply: EvalAnswer): Outcome {
  const { answer, citations, metadata, tokens_used, processing_time, response_metadata } = reply
  const unsupported = new Set(citations.filter((c) => !c.supported).map((c) => c.sentence)).size
  const words = sentencesOf(answer.replace(MARKERS, ' ')).filter(({ start, end }) =>
    /[\p{L}\p{N}]/u.test(answer.replace(MARKERS, ' ').slice(start, end)),
  )
  return {
    answer,
    sources: metadata.map(({ filename }) => filename ?? undefined),
    // passages that are shown with the doubt said are no answer
    cited: unsure(response_metadata.answer_kind) ? NOTHING_CITED : citations.filter((c) => c.supported && c.marker !== '').length,
    sentences: citations.length === 0 ? 0 : Math.max(words.length, unsupported),
    unsupported,
    tokens: tokens_used ?? undefined,
    cost: response_metadata.cost,
    seconds: processing_time,
  }
}
