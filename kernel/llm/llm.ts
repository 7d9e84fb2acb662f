/** The model port. Adapters: openai.ts (any Chat Completions endpoint, Azure too), extractive.ts (embedded, answers from the sources' own sentences), routed.ts (by alias). */
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
  /** The alias of config.yaml that the call goes through; absent: that of `default`. */
  readonly alias?: string
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
  /** The endpoint told no counts: these are counted from the texts. */
  readonly estimated?: true
}

/** What a call cost, by the price of its alias. */
export interface Cost {
  readonly amount: number
  readonly currency: string
  /** From estimated counts. */
  readonly estimated: boolean
}

export interface Completion {
  /** n texts. */
  readonly texts: readonly string[]
  readonly usage?: TokenUsage
  /** Absent where the alias has no price. */
  readonly cost?: Cost
  readonly finishReason: string
}

export type Provider = 'embedded' | 'openai' | 'azure-openai' | 'openai-compatible'

export interface Llm {
  /** Who serves the alias `default`. */
  readonly provider: Provider
  /** Who serves an alias now; absent: one provider serves all. */
  providerOf?(alias: string): Provider
  complete(request: CompletionRequest): Promise<Completion>
  /** As `complete`, and tells each token of the first completion as it comes. What `onToken` throws ends the call. */
  stream(request: CompletionRequest, onToken: (token: string) => void): Promise<Completion>
  /** Rejects when the model cannot be reached; `deep` makes a real call. Without an alias that of `default` is asked. */
  check(model: string, options: { deep: boolean; signal: AbortSignal; alias?: string }): Promise<void>
}
