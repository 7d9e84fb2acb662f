/** The model port. Adapters: openai.ts (any Chat Completions endpoint), extractive.ts (embedded, answers from the sources' own sentences). */
export type ContentPart =
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: { url: string; detail?: 'low' | 'high' | 'auto' } }

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string | readonly ContentPart[]
}

/** What a model may lean on, in the order of their markers [1], [2], … */
export interface Passage {
  readonly id: string
  readonly text: string
  readonly title?: string
}

export interface CompletionRequest {
  readonly messages: readonly ChatMessage[]
  /** The user's question alone and the retrieved passages: all that the extractive answerer reads. */
  readonly question: string
  readonly passages: readonly Passage[]
  readonly model: string
  readonly n: number
  readonly parameters: Readonly<Record<string, unknown>>
  readonly reasoningEffort?: string
  readonly signal: AbortSignal
}

export interface TokenUsage {
  readonly prompt: number
  readonly completion: number
  readonly total: number
  readonly reasoning?: number
}

export interface Completion {
  /** n texts. */
  readonly texts: readonly string[]
  readonly usage?: TokenUsage
  readonly finishReason: string
}

export type CompletionEvent = { type: 'token'; token: string } | { type: 'end'; completion: Completion }

export interface Llm {
  readonly provider: 'embedded' | 'openai' | 'azure-openai'
  complete(request: CompletionRequest): Promise<Completion>
  /** Tokens of the first completion as they come, then exactly one `end`. */
  stream(request: CompletionRequest): AsyncIterable<CompletionEvent>
  /** Rejects when the model cannot be reached; `deep` makes a real call. */
  check(model: string, options: { deep: boolean; signal: AbortSignal }): Promise<void>
}
