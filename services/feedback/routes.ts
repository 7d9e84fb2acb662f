import { Readable } from 'node:stream'
import { z } from 'zod'
import type { App } from '../../kernel/http/app/app.ts'
import { callerName, ownerOf } from '../../kernel/http/identity/caller-name.ts'
import { type Cell, csvLine } from '../../kernel/http/reply/csv.ts'
import { ApiError } from '../../kernel/runtime/errors.ts'
import type { EdgeContext } from '../../kernel/service.ts'
import { feedbackSchema } from '../../schemas/feedback.ts'
import { caseOf } from './cases.ts'
import { giveFeedback } from './give-feedback.ts'
import { allFeedback, daySchema, feedbackOf, findFeedback, ratingGroups, ratingsByDay, recentFeedback } from './read-feedback.ts'
import { type FeedbackReply, feedbackBodySchema, feedbackExample, feedbackReplySchema } from './record.ts'
import { shownTo } from './shown-to.ts'
import { countsSchema, summarize, summaryExample } from './summarize.ts'

const ROOT = '/api/v2/feedback'
const config = { access: 'api' } as const
const SAMPLE = 10

const givenSchema = z.object({ status: z.enum(['created', 'updated']), message: z.string() }).meta({
  id: 'FeedbackGiven',
  description: 'The rating is kept.',
  examples: [{ status: 'created', message: 'Thank you for your feedback.' }],
})
const whole = (most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'a whole number')
    .transform(Number)
    .pipe(z.number().max(most))

/** Ratings of answers: given, looked up, counted, exported. */
export function registerFeedbackRoutes(app: App, ctx: EdgeContext): void {
  registerGiving(app, ctx)
  registerReading(app, ctx)
  registerSummary(app, ctx)
  registerExport(app, ctx)
  registerCases(app, ctx)
}

function registerGiving(app: App, ctx: EdgeContext): void {
  const schema = {
    summary: 'Rate an answer',
    description: 'One record a response: a second rating of the same caller replaces the first; one of another caller is 403.',
    body: feedbackBodySchema,
    response: { 200: givenSchema, 201: givenSchema },
  }
  app.post(ROOT, { config, schema }, async (request, reply) => {
    const owner = ownerOf(callerName(request.caller))
    const { created } = await giveFeedback(ctx, request.body, { requestId: request.id, traceparent: request.traceparent, owner })
    reply.header('location', `${ROOT}/${encodeURIComponent(request.body.response_id)}`)
    if (created) return reply.code(201).send({ status: 'created', message: 'Thank you for your feedback.' })
    return reply.code(200).send({ status: 'updated', message: 'Your feedback was updated.' })
  })
}

function registerReading(app: App, { ports }: EdgeContext): void {
  const listQuery = z.object({ user_id: feedbackSchema.shape.user_id, limit: whole(500).default(100), offset: whole(1_000_000).default(0) })
  const list = z.array(feedbackReplySchema)
  const description =
    'Newest first. X-Total-Count tells how many there are. Who is limited reads its own ratings alone, here and on the other routes.'
  app.get(
    ROOT,
    { config, schema: { summary: 'List the ratings of a user', description, querystring: listQuery, response: { 200: list } } },
    async (request, reply) => {
      const { user_id, ...range } = request.query
      const { whose, show } = shownTo(request.caller, ports.config)
      const { records, total } = await feedbackOf(ports.database, whose, user_id, range)
      return reply.header('x-total-count', String(total)).send(records.map(show))
    },
  )

  const recentQuery = z.object({ limit: whole(100).default(20) })
  app.get(
    `${ROOT}/recent`,
    { config, schema: { summary: 'List the latest ratings', querystring: recentQuery, response: { 200: list } } },
    async (request) => {
      const { whose, show } = shownTo(request.caller, ports.config)
      return (await recentFeedback(ports.database, whose, request.query.limit)).map(show)
    },
  )

  app.get(
    `${ROOT}/:id`,
    {
      config,
      schema: {
        summary: 'Get the rating of a response',
        params: z.object({ id: z.string().min(1) }),
        response: { 200: feedbackReplySchema },
      },
    },
    async (request) => {
      const { success, data: id } = feedbackSchema.shape.response_id.safeParse(request.params.id)
      const { whose, show } = shownTo(request.caller, ports.config)
      const found = success && (await findFeedback(ports.database, whose, id))
      if (!found) throw new ApiError('not_found', 'there is no feedback for this response')
      return show(found)
    },
  )
}

function registerSummary(app: App, { ports }: EdgeContext): void {
  const recent = feedbackReplySchema.omit({ response_payload: true })
  const { response_payload: _payload, ...shown } = feedbackExample
  const schema = countsSchema.extend({ by_day: z.array(daySchema).describe('The last 90 days, UTC.'), recent: z.array(recent) }).meta({
    id: 'FeedbackSummary',
    description: 'Ratings in numbers.',
    examples: [{ ...summaryExample, by_day: [{ day: '2026-03-12', thumbs_up: 52, thumbs_down: 13, neutral: 0 }], recent: [shown] }],
  })
  app.get(`${ROOT}/summary`, { config, schema: { summary: 'Get a summary of ratings', response: { 200: schema } } }, async ({ caller }) => {
    const { database, clock, config } = ports
    const { whose, show } = shownTo(caller, config)
    const [groups, by_day, latest] = await Promise.all([
      ratingGroups(database, whose),
      ratingsByDay(database, whose, clock.now()),
      recentFeedback(database, whose, SAMPLE),
    ])
    return {
      ...summarize(groups),
      by_day,
      recent: latest.map(show).map(({ response_payload: _context, ...record }) => record),
    }
  })
}

const columns = Object.keys(feedbackReplySchema.shape) as (keyof FeedbackReply)[]

function cellOf(value: FeedbackReply[keyof FeedbackReply]): Cell {
  if (value === undefined) return null
  if (typeof value === 'object') return JSON.stringify(value)
  return typeof value === 'boolean' ? String(value) : value
}

function registerExport(app: App, { ports }: EdgeContext): void {
  const example = csvLine(columns)
  const csv = { content: { 'text/csv': { schema: z.string().meta({ examples: [example] }) } } }
  app.get(
    `${ROOT}/export.csv`,
    { config, schema: { summary: 'Export all ratings as CSV (RFC 4180)', response: { 200: csv } } },
    async (request, reply) => {
      const { whose, show } = shownTo(request.caller, ports.config)
      async function* lines() {
        yield csvLine(columns)
        for await (const records of allFeedback(ports.database, whose))
          yield records
            .map(show)
            .map((record) => csvLine(columns.map((column) => cellOf(record[column]))))
            .join('')
      }
      reply.type('text/csv; charset=utf-8; header=present').header('content-disposition', 'attachment; filename="feedback.csv"')
      return reply.send(Readable.from(lines()) as never)
    },
  )
}

const RATED = { down: -1, neutral: 0, up: 1 } as const

function registerCases(app: App, { ports }: EdgeContext): void {
  const example = `${JSON.stringify({ id: feedbackExample.response_id, question: 'How many days of leave are there?', expected_answer: 'Thirty' })}\n`
  const lines = { content: { 'application/jsonl': { schema: z.string().meta({ examples: [example] }) } } }
  const schema = {
    summary: 'Export rated questions as evaluation cases, one JSON object per line',
    description:
      'Each line is `{id, question, expected_documents?, expected_answer?, history?, filter?, note?}`, as `npm run eval -- --set` reads it. What was expected comes from `response_payload.evaluation_case` (`{expected_answer?, expected_documents?, question?, note?}`) of the record, the turns before a follow-up from `response_payload.history`. Records without a question, or without an expected answer or documents, are left out.',
    querystring: z.object({ rating: z.enum(['down', 'neutral', 'up', 'all']).default('down') }),
    response: { 200: lines },
  }
  app.get(`${ROOT}/cases.jsonl`, { config, schema }, async (request, reply) => {
    const { rating } = request.query
    const { whose, show } = shownTo(request.caller, ports.config)
    async function* cases() {
      for await (const records of allFeedback(ports.database, whose)) {
        const found = records
          .map(show)
          .filter((record) => rating === 'all' || record.rating === RATED[rating])
          .map(caseOf)
        yield found.flatMap((of) => (of ? [`${JSON.stringify(of)}\n`] : [])).join('')
      }
    }
    reply.type('application/jsonl; charset=utf-8').header('content-disposition', 'attachment; filename="cases.jsonl"')
    return reply.send(Readable.from(cases()) as never)
  })
}
