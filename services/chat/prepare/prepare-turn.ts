import { embedderOf } from '../../../kernel/embed/embedder-of.ts'
import { modelNameOf } from '../../../kernel/llm/aliases.ts'
import { laterHalf } from '../../../kernel/llm/ask-with-less.ts'
import type { ChatMessage, CompletionRequest, ContentPart, Cost, Passage, Reading } from '../../../kernel/llm/llm.ts'
import { meteredLlm } from '../../../kernel/llm/metered.ts'
import type { Ports } from '../../../kernel/ports.ts'
import type { PromptSource } from '../../../kernel/prompts/prompt-source.ts'
import { messageOf } from '../../../kernel/runtime/errors.ts'
import type { Logger } from '../../../kernel/runtime/log.ts'
import type { ChatRequest, Mode } from '../request.ts'
import type { Issue } from '../response.ts'
import { indexAsked, planRetrieval, type RetrievalPlan } from '../retrieval/plan-retrieval.ts'
import { type Retrieval, type RetrievalPorts, retrieve } from '../retrieval/retrieve.ts'
import { rewriteQuery } from '../retrieval/rewrite-query.ts'
import { answerUnaided } from '../unaided/answer-unaided.ts'
import { chooseModel, type ModelChoice } from './choose-model.ts'
import { imageParts, requireMultimodal, requirePublicHosts } from './images.ts'
import { messagesOf, passagesOf } from './prompt.ts'
import { formatAnswer, type LoadedTemplate, loadTemplate, variablesOf } from './templates.ts'
import { type TurnVariant, variantOf } from './variant.ts'

/** What a turn needs of the platform. */
export interface ChatDeps {
  readonly ports: Pick<Ports, 'templates'> & RetrievalPorts
  readonly prompts: PromptSource
  readonly log: Logger
  /** In whose turn what takes long is done (callerName). */
  readonly caller?: string | undefined
  /** What the caller may read of a failure; absent: its message. */
  readonly tell?: (error: unknown) => string
}

/** A turn up to the call of the model: everything that the caller could have got wrong has been checked. */
export interface Turn {
  readonly request: ChatRequest
  readonly mode: Mode
  readonly caller: string | undefined
  readonly tell: NonNullable<ChatDeps['tell']>
  /** Absent without `ab_testing`. */
  readonly variant?: TurnVariant
  readonly choice: ModelChoice
  readonly plan: RetrievalPlan
  readonly retrieval: Retrieval
  readonly passages: readonly Passage[]
  /** What rules made of the documents; present where no model is to be asked. */
  readonly reading?: Reading
  readonly messages: readonly ChatMessage[]
  readonly images: readonly ContentPart[]
  readonly systemPrompt: LoadedTemplate & { readonly rendered: string }
  readonly responseTemplate: LoadedTemplate
  readonly variables: Record<string, unknown>
  readonly usedVariables: readonly string[]
  /** Of the model calls so far: rewording the question, putting passages into order. */
  readonly costs: readonly Cost[]
  /** Seconds. */
  readonly timings: { readonly rewrite: number; readonly fetch: number; readonly prompt: number }
  /** performance.now() at the start of the turn. */
  readonly startedAt: number
}

/** Checks, retrieves and builds the prompt. ApiError 400, 404 or 413 for what the caller got wrong. */
export async function prepareTurn(deps: ChatDeps, request: ChatRequest, mode: Mode, signal: AbortSignal): Promise<Turn> {
  const startedAt = performance.now()
  const { log, caller } = deps
  const { llm, costs } = meteredLlm(deps.ports.llm)
  const ports = { ...deps.ports, llm }
  const { config } = ports
  const variant = await variantOf(config, request, deps.prompts, log)
  const asked = variant?.request ?? request
  const choice = chooseModel(config, llm, request.override_config, variant?.entry)
  if (choice.ignored.length) log.info({ keys: choice.ignored }, 'override_config keys that nothing reads')
  const images = mode.multimodal ? imageParts(request.metadata) : []
  if (mode.multimodal) requireMultimodal(choice.alias, config, llm)
  await requirePublicHosts(images)
  const planned = planRetrieval(asked, mode, config, await embedderOf(ports.embedder, indexAsked(asked, config)))
  const prompts = await preparePrompts(deps, asked)
  const promptDone = performance.now()
  const plan = mode.kind === 'chat' ? await rewriteQuery(ports, request, planned, choice.alias.alias, log, signal) : planned
  const rewritten = performance.now()
  const embedded = choice.alias.provider === 'embedded'
  const unaided =
    embedded && !plan.skippedReason ? await answerUnaided(ports, request, mode, plan, choice.n, log, { caller, signal }) : undefined
  const reading = unaided?.reading ?? (embedded ? notSearched(choice.n) : undefined)
  const retrieval = unaided?.retrieval ?? (await retrieve(ports, plan, log, signal))
  const fetchDone = performance.now()
  const messages = messagesOf(prompts.systemPrompt.rendered, request, retrieval.hits, images)
  const unseen = images.length > 0 && embedded
  return {
    request,
    mode,
    caller,
    tell: deps.tell ?? messageOf,
    choice,
    variant,
    plan: unaided?.plan ?? plan,
    ...(reading ? { reading } : {}),
    messages,
    images,
    costs,
    startedAt,
    ...prompts,
    retrieval: unseen ? { ...retrieval, issues: [...retrieval.issues, IMAGES_UNSEEN] } : retrieval,
    passages: passagesOf(retrieval.hits),
    timings: {
      rewrite: seconds(rewritten - promptDone),
      fetch: seconds(fetchDone - rewritten),
      prompt: seconds(promptDone - startedAt + performance.now() - fetchDone),
    },
  }
}

/** The turn with the better half of its passages and the later half of its conversation; undefined where there is nothing to leave out. */
export function shortened(turn: Turn): Turn | undefined {
  const { request, retrieval, systemPrompt, images } = turn
  const hits = retrieval.hits.slice(0, Math.ceil(retrieval.hits.length / 2))
  const history = laterHalf(request.history)
  if (hits.length === retrieval.hits.length && history.length === request.history.length) return undefined
  return {
    ...turn,
    messages: messagesOf(systemPrompt.rendered, { ...request, history }, hits, images),
    retrieval: { ...retrieval, hits },
    passages: passagesOf(hits),
  }
}

/** Without documents and without a model nothing can be answered, and nothing was looked for. */
const notSearched = (n: number): Reading => ({
  kind: 'none',
  texts: Array.from(
    { length: n },
    () => 'The documents were not searched, as the request asks, and no language model is connected that could answer without them.',
  ),
})

const IMAGES_UNSEEN: Issue = {
  code: 'images_not_read',
  message: 'No model endpoint is configured, and the embedded answerer does not read images.',
}

/** Renders the system prompt, and the response template once without an answer, so that its mistakes are told before the model is asked. */
async function preparePrompts({ ports, prompts }: ChatDeps, request: ChatRequest) {
  const variables = variablesOf(request)
  const [system, responseTemplate] = await Promise.all([
    loadTemplate('system', request, prompts),
    loadTemplate('response', request, prompts),
  ])
  const rendered = await ports.templates.render(system.text, variables, { everyones: system.source === 'default' })
  const trial = await formatAnswer(ports.templates, responseTemplate, variables, '')
  return {
    systemPrompt: { ...system, rendered: rendered.text },
    responseTemplate,
    variables,
    usedVariables: [...new Set([...rendered.used, ...trial.used])].filter((name) => name !== 'answer').sort(),
  }
}

/** What the model is asked. */
export function completionRequest({ choice, messages, request, passages, reading }: Turn, signal: AbortSignal): CompletionRequest {
  return {
    messages,
    extractive: { question: request.question, passages, ...(reading ? { reading } : {}) },
    model: modelNameOf(choice.alias),
    alias: choice.alias.alias,
    step: 'chat',
    n: choice.n,
    parameters: choice.sent,
    ...(choice.reasoning.sent_effort ? { reasoningEffort: choice.reasoning.sent_effort } : {}),
    signal,
  }
}

/** Milliseconds as seconds, to the microsecond. */
export const seconds = (ms: number): number => Math.round(ms * 1000) / 1_000_000
