import type { JsonObject } from '../../schemas/json-schema.ts'
import { ApiError } from '../runtime/errors.ts'

/** The model port. Adapters: openai.ts (any Chat Completions endpoint, Azure too), extractive.ts (embedded, answers from the sources' own sentences), routed.ts (by alias). */
export type ContentPart =
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: { url: string; detail?: 'low' | 'high' | 'auto' } }

/** A call of a tool, as the model wrote it. */
export interface ToolCall {
  /** Unique within its turn; the tool's reply names it. */
  readonly id: string
  readonly name: string
  /** JSON, if the model kept to it: whoever runs the tool parses it by the tool's schema. */
  readonly arguments: string
}

export type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly content: string | readonly ContentPart[] }
  | { readonly role: 'assistant'; readonly content: string | readonly ContentPart[]; readonly toolCalls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly toolCallId: string; readonly content: string }

/** A function that the model may ask for. */
export interface Tool {
  readonly name: string
  readonly description: string
  /** JSON Schema of the arguments, an object. */
  readonly parameters: JsonObject
}

/** `required`: some tool; a name: that one. */
export type ToolChoice = 'auto' | 'none' | 'required' | { readonly name: string }

/** A JSON Schema that the answer has to fit. */
export interface ResponseFormat {
  readonly name: string
  readonly schema: JsonObject
  /** true by default: every property is required and no others are allowed, as OpenAI's strict mode wants it. */
  readonly strict?: boolean
}

export interface Origin {
  readonly id?: string
  readonly model?: string
}

/** `passages`: nothing fits surely enough, and the closest places are shown. `none`: there is nothing close either. */
export type AnswerKind = 'answer' | 'passages' | 'none'

/** What passages say to a question. */
export interface Reading {
  readonly kind: AnswerKind
  /** As many as were asked for, the best first; their markers [k] name passages. */
  readonly texts: readonly string[]
  /** Put together by rules and said to be (a list of the documents, what a table gives): no passage has to say it in words. */
  readonly own?: boolean
  /** Why the passages could not be read to their end: what is said is how they begin. */
  readonly unread?: string
}

/** What a model may lean on, in the order of their markers [1], [2], … */
export interface Passage {
  readonly id: string
  readonly text: string
  readonly title?: string
  /** Of which document it is a part; passages of one document that follow each other hold parts of one table. */
  readonly document?: string
  /** Its place among the passages of its document. */
  readonly order?: number
  /** Of a document whose tables are longer than what is read of them: nothing can be counted or compared over all of it. */
  readonly partly?: true
}

/** How a call stands among others. */
export interface CallContext {
  /** Whose turn it takes in the budget of its alias (callerName). */
  readonly caller?: string | undefined
  /** What it is for, for the counts of tokens and cost: one of a few words. */
  readonly step?: string | undefined
  /** Of a handler: its deadline stands still while the call waits for a place, and the wait has no other end. */
  readonly uncounted?: (<T>(wait: Promise<T>) => Promise<T>) | undefined
  /** Told when the provider asks for patience. */
  readonly onBusy?: ((retryAfterMs: number) => void) | undefined
}

export interface CompletionRequest extends CallContext {
  readonly messages: readonly ChatMessage[]
  /** The user's question alone and the retrieved passages: all that the extractive answerer reads, and nobody else. */
  readonly extractive?: {
    readonly question: string
    readonly passages: readonly Passage[]
    /** What was read from them already. */
    readonly reading?: Reading
  }
  readonly tools?: readonly Tool[]
  /** `auto` where there are tools. */
  readonly toolChoice?: ToolChoice
  readonly responseFormat?: ResponseFormat
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

/**
 * Why a completion ended: it was done, at the limit of tokens, to have tools called, at the provider's filter, because the model refused
 * (its text says so), or nobody knows.
 */
export const finishReasons = ['stop', 'length', 'tool_calls', 'content_filter', 'refusal', 'unknown'] as const
export type FinishReason = (typeof finishReasons)[number]

export interface Completion {
  /** n texts; empty ones beside tool calls. */
  readonly texts: readonly string[]
  /** Of the first completion; absent where it asks for no tool. */
  readonly toolCalls?: readonly ToolCall[]
  readonly usage?: TokenUsage
  /** Absent where the alias has no price. */
  readonly cost?: Cost
  /** Of the first completion. */
  readonly finishReason: FinishReason
  /** Told by the embedded answerer alone. */
  readonly answerKind?: AnswerKind
  /** What the endpoint calls this completion and the model that made it, where it says so. */
  readonly origin?: Origin
}

/** `details.reason` of the failure of a call that had more in it than the model reads: with less of it there may be an answer. */
export const TOO_LONG = 'too_long'
export const isTooLong = (error: unknown): boolean => error instanceof ApiError && error.details.reason === TOO_LONG
/** That of a call with images to a model that reads none. */
export const NO_IMAGES = 'no_images'
/** That of a call whose limit of time ended it. */
export const TOO_SLOW = 'too_slow'

export type Provider = 'embedded' | 'openai' | 'azure-openai' | 'openai-compatible'

export interface Llm {
  /** Who serves the alias `default`. */
  readonly provider: Provider
  /** Who serves an alias now; absent: one provider serves all. */
  providerOf?(alias: string): Provider
  /** What the model of an alias is called where not config.yaml says so. */
  modelOf?(alias: string): string | undefined
  /** ApiError `model_incapable` where the model cannot do what is asked (tools, a schema), `upstream_failed` where it fails. */
  complete(request: CompletionRequest): Promise<Completion>
  /** As `complete`, and tells each token of the first completion as it comes. What `onToken` throws ends the call. */
  stream(request: CompletionRequest, onToken: (token: string) => void): Promise<Completion>
  /** Why the latest call of an alias' model failed; undefined while calls succeed or none was made. */
  troubleOf?(alias: string): string | undefined
  /** Rejects when the model cannot be reached; `deep` makes a real call. Without an alias that of `default` is asked. */
  check(model: string, options: { deep: boolean; signal: AbortSignal; alias?: string }): Promise<void>
}
