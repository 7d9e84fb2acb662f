import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { onBehalf } from '../../../kernel/budgets/on-behalf.ts'
import { sectionOf } from '../../../kernel/config/section.ts'
import { deleteConversation } from '../../../kernel/conversations/change-conversation.ts'
import type { PromptWindow } from '../../../kernel/conversations/prompt-window.ts'
import { callerName, ownerOf } from '../../../kernel/http/identity/caller-name.ts'
import { openSse, type SseStream } from '../../../kernel/http/sse/sse.ts'
import { DEFAULT_ALIAS, providerOf } from '../../../kernel/llm/aliases.ts'
import { countTokens } from '../../../kernel/llm/count-tokens.ts'
import type { ChatMessage } from '../../../kernel/llm/llm.ts'
import type { EdgePorts } from '../../../kernel/ports.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { Logger } from '../../../kernel/runtime/log.ts'
import { sdacSection } from '../sdac-section.ts'
import { findSession } from '../sessions/keep-session.ts'
import { noSession } from '../sessions/routes.ts'
import { languageIn } from '../stored/language.ts'
import { findReport } from '../stored/read-reports.ts'
import type { Report } from '../stored/report.ts'
import { answerUnaided } from './answer-unaided.ts'
import { type AnswerEvents, type Answered, answerWithModel } from './answer-with-model.ts'
import { keepAnswer, keepQuestion, placeOf, turnsBefore, whoseOf } from './conversation.ts'
import { countUses } from './count-uses.ts'
import { knownFigures } from './known-figures.ts'
import { languageOf, phrasesOf } from './phrases.ts'
import type { ReviewRequest } from './request.ts'

/**
 * Answers a question about a report as a stream. What is wrong with the question is thrown before the stream begins; what fails later is
 * told in it.
 */
export async function reviewChat(ports: EdgePorts, request: FastifyRequest, reply: FastifyReply, body: ReviewRequest): Promise<never> {
  const name = callerName(request.caller)
  const subject = ownerOf(name)
  const [session, report] = await Promise.all([findSession(ports, subject, body.sessionId), findReport(ports, subject, body.reportId)])
  if (!session) throw noSession(body.sessionId)
  if (!report) throw noReport(body.reportId)
  const { limits } = sectionOf(ports.config, sdacSection)
  await countUses(ports, [
    { name: `questions session ${session.id}`, most: limits.questions_per_session, what: 'questions in one session' },
    { name: `questions ${subject}`, most: limits.questions_per_day, what: 'questions' },
  ])
  const whose = whoseOf(subject, body.userId)
  const place = await placeOf(ports, whose, body.conversationId)
  const stream = await openSse(request, reply)
  const log = request.log as Logger
  try {
    stream.send({ event: 'metadata', data: place })
    // Of many who ask at once each hears that it is heard before any is answered.
    await nextTurn()
    const acting = onBehalf(ports, name)
    const before = await turnsBefore(acting, whose, place, { log, signal: stream.closed })
    const id = await keepQuestion(ports, whose, place, { content: body.message, reportId: report.id })
    // deleted while it was asked about: nothing of it comes back
    if (!(await findReport(ports, subject, report.id))) {
      await deleteConversation(ports, whose, place.conversationId)
      throw noReport(report.id)
    }
    const spoken = { text: '' }
    try {
      const usage = await answer({ ports: acting, before, report, body, log, stream, spoken })
      stream.send({ event: 'usage', data: usage })
    } finally {
      await keepAnswer(ports, whose, place, { id, content: spoken.text.trim() })
    }
    stream.send({ event: 'done', data: { success: true } })
  } catch (error) {
    if (!stream.closed.aborted) {
      log.warn({ err: error }, 'a question about a cost report was not answered')
      stream.send({ event: 'error', data: { message: messageFor(request, error, body) } })
      stream.send({ event: 'done', data: { success: false } })
    }
  } finally {
    stream.close()
  }
  // the reply is the stream; a route's type knows its body alone
  return reply as never
}

/** What failed, for whoever asks. Whoever looks at somebody's page is not told which model server stands behind it, and where. */
function messageFor({ routeOptions }: FastifyRequest, error: unknown, body: ReviewRequest): string {
  if (!(error instanceof ApiError)) return 'The answer could not be finished.'
  const isGuest = routeOptions.config.access === 'frame'
  return isGuest && error.code === 'upstream_failed' ? phrasesFor(body).away : error.message
}

const phrasesFor = ({ message, lang }: ReviewRequest) => phrasesOf(languageOf(message, languageIn(lang)))

const noReport = (id: string) => new ApiError('not_found', `there is no report ${id}`)

interface Answering {
  readonly ports: EdgePorts
  readonly before: PromptWindow
  readonly report: Report
  readonly body: ReviewRequest
  readonly log: Logger
  readonly stream: SseStream
  /** Grows with what has left. */
  readonly spoken: { text: string }
}

async function answer({ ports, before, report, body, log, stream, spoken }: Answering): Promise<Omit<Answered, 'held'>> {
  const events: AnswerEvents = {
    toolStart: (data) => void stream.send({ event: 'tool-start', data }),
    toolResult: (data) => void stream.send({ event: 'tool-result', data }),
    delta: (content) => {
      spoken.text += content
      stream.send({ event: 'delta', data: { content } })
    },
  }
  if (providerOf(ports.llm, DEFAULT_ALIAS) === 'embedded')
    return usageOf(await answerUnaided(ports, report, unaidedOf(body, before), events))
  // what failed before has no words
  const said = before.turns.filter(({ content }) => content !== '')
  const known = knownFigures()
  // what was answered before had been held against what was looked up then
  for (const { content } of said) known.addText(content)
  known.addText(body.message)
  const messages: ChatMessage[] = [
    ...(before.summary ? [{ role: 'system' as const, content: `Earlier in this conversation: ${before.summary.text}` }] : []),
    ...said.map(({ role, content }) => ({ role: role as 'user' | 'assistant', content })),
    { role: 'user', content: body.message },
  ]
  const answered = await answerWithModel({ ports, report, messages, known, events, log, signal: stream.closed })
  const phrases = phrasesFor(body)
  if (!spoken.text.trim()) events.delta(phrases.nothing)
  else if (answered.held) events.delta(`\n\n${phrases.held}`)
  if (answered.promptTokens > 0 && answered.completionTokens > 0) return usageOf(answered)
  // an endpoint that counts nothing
  const promptTokens = messages.reduce((sum, { content }) => sum + countTokens(String(content)), 0)
  return { promptTokens: Math.max(1, promptTokens), completionTokens: Math.max(1, countTokens(spoken.text)) }
}

const unaidedOf = ({ message, lang }: ReviewRequest, { turns }: PromptWindow) => ({
  question: message,
  before: turns.filter(({ content }) => content !== ''),
  language: languageIn(lang),
})

const usageOf = ({ promptTokens, completionTokens }: Answered) => ({ promptTokens, completionTokens })
