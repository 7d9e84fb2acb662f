interface IssueDoc {
  readonly meaning: string
  readonly remedy: string
}

/** Codes in `errors` of a chat response: what limited the answer without failing the request. They appear in docs/reference/errors.md. */
export const issueCodes = {
  answer_cut: {
    meaning: 'The answer ends early, because it reached its token limit or the context of the model was full.',
    remedy: 'Raise `max_tokens`, or ask a narrower question.',
  },
  context_shortened: {
    meaning: 'The model received fewer passages, and only the latest part of the conversation, because its context is too small.',
    remedy: 'Use a model with a larger context, or lower `top_k`.',
  },
  images_not_read: {
    meaning: 'No model is connected, and the extractive answerer does not read images.',
    remedy: 'Connect a multimodal model.',
  },
  llm_failed: {
    meaning: 'The model failed. The answer quotes the closest passages instead.',
    remedy: 'Retry, or check the model in Settings.',
  },
  passages_not_read: {
    meaning: 'The passages could not be read in time. The answer shows the beginnings of the closest ones.',
    remedy: 'Retry, or lower `top_k`.',
  },
  retrieval_failed: {
    meaning: 'The search index did not respond, or the question could not be embedded.',
    remedy: 'Check the index and the embeddings server in the health report.',
  },
  variant_incomplete: {
    meaning: 'A prompt that a variant of an experiment names cannot be read.',
    remedy: 'Correct the path in `experiments`.',
  },
  vectors_not_used: {
    meaning: 'The index has no vectors of the embedding model in use, so only keywords were searched.',
    remedy: 'Re-embed the documents in Settings.',
  },
} as const satisfies Readonly<Record<string, IssueDoc>>

export type IssueCode = keyof typeof issueCodes
