import { z } from 'zod'
import { onBehalf } from '../../../kernel/budgets/on-behalf.ts'
import { keyOf } from '../../../kernel/conversations/conversation.ts'
import { promptWindow } from '../../../kernel/conversations/prompt-window.ts'
import { listConversations, readTurns } from '../../../kernel/conversations/read-conversations.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import { callerName } from '../../../kernel/http/identity/caller-name.ts'
import { leaving } from '../../../kernel/http/sse/leaving.ts'
import { DEFAULT_ALIAS } from '../../../kernel/llm/aliases.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { conversationExample, conversationSchema, entityOf, listSchema } from './entity.ts'
import { exchangesOf, keptExchangeExample, keptExchangeSchema } from './exchange.ts'
import { config, docs, ONE, ownConversation, params, ROOT } from './own-conversation.ts'
import { whoseOf } from './whose.ts'

/** Exchanges of a page. */
const MOST = 100

const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'a whole number')
    .transform(Number)
    .pipe(z.number().min(least).max(most))

/** The caller's conversations: listed, read, and as they go with the next question. */
export function readRoutes(app: App, ctx: EdgeContext): void {
  registerReading(app, ctx)
  registerContext(app, ctx)
}

function registerReading(app: App, ctx: EdgeContext): void {
  const { ports } = ctx
  const cursor = z
    .string()
    .regex(/^\d{1,15}\.[0-9a-f-]{36}$/, 'what next_cursor said')
    .optional()
    .describe('What `next_cursor` of the page before said.')
  const listQuery = z.object({ limit: whole(1, MOST).default(50), cursor })
  app.get(
    ROOT,
    {
      config,
      schema: {
        ...docs('listConversations', 'List your conversations, latest first'),
        querystring: listQuery,
        response: { 200: listSchema },
      },
    },
    async (request) => {
      const { limit, cursor } = request.query
      const [updatedAt, key] = cursor?.split('.') ?? []
      const after = key === undefined ? undefined : { updatedAt: Number(updatedAt), key }
      const whose = whoseOf(request)
      const { conversations, next } = await listConversations(ports, whose, { limit, after })
      return {
        items: conversations.map(entityOf),
        next_cursor: next ? `${next.updatedAt}.${next.key}` : null,
        kept_for: whose.person === undefined ? ('caller' as const) : ('browser' as const),
      }
    },
  )

  const pageQuery = z.object({
    limit: whole(1, MOST).default(50),
    before: whole(1, 1_000_000_000).optional().describe('What `earlier` of the page behind it said.'),
  })
  const whole_ = conversationSchema
    .extend({
      exchanges: z.array(keptExchangeSchema).describe('The newest, oldest first.'),
      earlier: z.int().nullable().describe('For `before`, where there are exchanges before these.'),
    })
    .meta({
      id: 'ConversationWithExchanges',
      description: 'A conversation with its latest turns.',
      examples: [{ ...conversationExample, exchange_count: 1, exchanges: [keptExchangeExample], earlier: null }],
    })
  app.get(
    ONE,
    {
      config,
      schema: {
        ...docs('getConversation', 'Get a conversation with its latest turns'),
        params,
        querystring: pageQuery,
        response: { 200: whole_ },
      },
    },
    async (request) => {
      const { conversation_id: id } = request.params
      const conversation = await ownConversation(ctx, request, id)
      const { limit, before } = request.query
      const { turns, earlier } = await readTurns(ports, keyOf(whoseOf(request), id), { limit: limit * 2, before })
      // a page that begins with a reply leaves it to the page of its question
      const cut = turns[0]?.role === 'assistant' && earlier
      const first = turns[0]?.n ?? 1
      return { ...entityOf(conversation), exchanges: exchangesOf(turns), earlier: earlier ? first + (cut ? 1 : 0) : null }
    },
  )
}

const CONTEXT =
  'For a client that sends `history` with its next question: the newest turns as they were, and before them one message that sums up all that is older, where they do not fit. Where no model is configured, or it does not answer in time, that message is an excerpt and says so.'

function registerContext(app: App, ctx: EdgeContext): void {
  const querystring = z.object({ turns: whole(2, 200).default(40), tokens: whole(500, 32_000).default(8000) })
  const message = z.object({ role: z.enum(['user', 'assistant']), content: z.string() })
  const reply = z
    .object({ history: z.array(message), summarized_by: z.enum(['model', 'excerpt']).nullable().describe('null: nothing is left out.') })
    .meta({
      id: 'ConversationContext',
      description: 'The part of a conversation that is sent with its next question.',
      examples: [{ history: [{ role: 'user', content: 'When are the ropes checked?' }], summarized_by: null }],
    })
  const schema = {
    ...docs('getConversationContext', 'Get the part of a conversation that is sent with its next question', CONTEXT),
    params,
    querystring,
    response: { 200: reply },
  }
  app.get(`${ONE}/context`, { config, schema }, async (request, fastifyReply) => {
    const { conversation_id: thread } = request.params
    await ownConversation(ctx, request, thread)
    const { summary, turns } = await promptWindow({
      ports: onBehalf(ctx.ports, callerName(request.caller)),
      whose: whoseOf(request),
      thread,
      bounds: request.query,
      alias: DEFAULT_ALIAS,
      log: ctx.log,
      signal: leaving(fastifyReply),
    })
    const said = turns.flatMap(({ role, content }) => (role === 'tool' || content.trim() === '' ? [] : [{ role, content }]))
    const before = summary && [{ role: 'user' as const, content: `${HEADINGS[summary.by]}\n${summary.text}` }]
    return { history: [...(before ?? []), ...said], summarized_by: summary?.by ?? null }
  })
}

const HEADINGS = {
  model: '(Earlier in this conversation, summed up:)',
  excerpt: '(Earlier in this conversation, the first sentence of each turn:)',
}
