import { withCosts } from '../../kernel/llm/cost.ts'
import type { AnswerKind, TokenUsage } from '../../kernel/llm/llm.ts'
import { newId } from '../../kernel/runtime/ids.ts'
import type { Templates } from '../../kernel/templates/templates.ts'
import { citationsOf } from './evidence/citations.ts'
import { answerSentences, declines } from './evidence/claims.ts'
import type { Generated } from './generate.ts'
import { seconds, type Turn } from './prepare/prepare-turn.ts'
import { formatAnswer } from './prepare/templates.ts'
import type { ChatResponse } from './response.ts'
import { responseMetadata } from './response-metadata.ts'
import { sourceOf } from './retrieval/retrieve.ts'
import { withCopies } from './retrieval/with-copies.ts'
import { absentFields, unreadHere, warningsOf } from './warnings.ts'

/** The reply to a finished turn. ApiError 400 when the response template fails on the answer. */
export async function respond(templates: Templates, turn: Turn, generated: Generated, llmSeconds: number): Promise<ChatResponse> {
  const { retrieval, plan } = turn
  const orchestrated = performance.now()
  const listed = plan.listCopies ? withCopies(retrieval.hits, plan.top) : retrieval.hits
  const sources = listed.map((hit) => sourceOf(hit, plan.select))
  const answers = await Promise.all(
    generated.texts.map(async (text) => (await formatAnswer(templates, turn.responseTemplate, turn.variables, text)).text),
  )
  const citations = citationsOfTurn(turn, generated.texts[0] ?? '', answers[0] ?? '')
  const extracted = performance.now()
  const history = historyOf(turn, answers[0] ?? '', sources)
  const built = performance.now()
  const issues = [...(turn.variant?.issues ?? []), ...retrieval.issues, ...generated.issues]
  const warnings = [
    ...warningsOf(turn.request),
    ...unreadHere(turn.mode, turn.request),
    ...absentFields(turn.request.fetch_args.CloudSearchFetcher ?? {}, retrieval.hits),
  ]
  const timings = timingsOf(turn, llmSeconds, { extract: seconds(extracted - orchestrated), history: seconds(built - extracted), built })
  return {
    response_id: newId(),
    answer: answers[0] ?? '',
    ...(turn.choice.n > 1 ? { answers } : {}),
    metadata: sources,
    citations,
    history,
    ...abTesting(turn),
    ...(issues.length ? { errors: issues } : {}),
    ...(warnings.length ? { warnings } : {}),
    ...dataOf(turn),
    template_info: {
      system_prompt_source: turn.systemPrompt.source,
      response_template_source: turn.responseTemplate.source,
      template_variables_used: [...turn.usedVariables],
    },
    processing_time: seconds(performance.now() - turn.startedAt),
    ...(generated.usage ? { tokens_used: generated.usage.total } : {}),
    response_metadata: responseMetadata(turn, {
      history,
      sources,
      issues,
      timings,
      answerKind: answerKindOf(generated),
      finishReason: generated.finishReason,
      usage: usageOf(generated.usage),
      reasoning: generated.usage?.reasoning,
      cost: generated.cost && withCosts(generated.cost, turn.costs),
    }),
  }
}

/** Where nothing was to be looked up there is nothing to hold an answer against. */
function citationsOfTurn({ retrieval, plan, request, reading }: Turn, text: string, shown: string): ChatResponse['citations'] {
  return plan.skippedReason === null
    ? citationsOf(text, retrieval.hits, { question: request.question, shown, own: reading?.own === true })
    : []
}

/** The supplied turns and this one; the answer carries its sources. */
function historyOf({ request }: Turn, answer: string, sources: Record<string, unknown>[]): ChatResponse['history'] {
  return [...request.history, { role: 'user', content: request.question, sources: [] }, { role: 'assistant', content: answer, sources }]
}

function abTesting({ request: { ab_testing }, variant }: Turn): Pick<ChatResponse, 'ab_testing'> {
  if (!ab_testing || !variant) return {}
  const { experiment_name, session_id } = ab_testing
  return {
    ab_testing: {
      experiment_name: experiment_name ?? null,
      variant_name: variant.name,
      session_id: session_id ?? null,
      ...(variant.applied ? { applied: [...variant.applied] } : {}),
    },
  }
}

function dataOf({ plan, retrieval }: Turn): Pick<ChatResponse, 'data'> {
  if (plan.skippedReason !== null) return {}
  const fetched = {
    query: plan.query,
    query_source: plan.querySource,
    ...(retrieval.rerank ? { rerank: retrieval.rerank } : {}),
    ...(plan.count && retrieval.total !== undefined ? { total_count: retrieval.total } : {}),
    ...(plan.facets.length && retrieval.facets ? { facets: retrieval.facets } : {}),
  }
  return { data: { CloudSearchFetcher: fetched } }
}

function usageOf(usage: TokenUsage | undefined) {
  if (!usage) return undefined
  const { prompt, completion, total, reasoning, estimated } = usage
  return { prompt, completion, total, ...(reasoning === undefined ? {} : { detail: { reasoning } }), ...(estimated ? { estimated } : {}) }
}

function timingsOf({ timings, startedAt }: Turn, llm: number, done: { extract: number; history: number; built: number }) {
  const total = seconds(done.built - startedAt)
  return {
    orchestrator: {
      query_rewrite: timings.rewrite,
      fetch_total: timings.fetch,
      fetchers: { CloudSearchFetcher: timings.fetch },
      prompt_build: timings.prompt,
      llm_generate: llm,
      metadata_extract: done.extract,
      history_build: done.history,
    },
    orchestrator_call: total,
    build_response: seconds(performance.now() - done.built),
  }
}

/** What a reply is: without a model as it was read, of a model `none` where it states nothing but that it found nothing. */
function answerKindOf({ kind, texts }: Generated): AnswerKind {
  if (kind) return kind
  const sentences = answerSentences(texts[0] ?? '')
  return sentences.some(({ words }) => declines(words)) && !sentences.some(({ claim }) => claim) ? 'none' : 'answer'
}
