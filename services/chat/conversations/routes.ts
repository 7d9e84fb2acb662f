import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { onBehalf } from '../../../kernel/budgets/on-behalf.ts'
import { appendTurns } from '../../../kernel/conversations/append-turns.ts'
import {
  deleteConversation,
  deleteConversations,
  removeTurns,
  renameConversation,
  shareConversation,
  unshareConversation,
} from '../../../kernel/conversations/change-conversation.ts'
import { type Conversation, keyOf, MAX_TITLE } from '../../../kernel/conversations/conversation.ts'
import { promptWindow } from '../../../kernel/conversations/prompt-window.ts'
import { findConversation, listConversations, readTurns } from '../../../kernel/conversations/read-conversations.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import { callerName } from '../../../kernel/http/identity/caller-name.ts'
import { leaving } from '../../../kernel/http/sse/leaving.ts'
import { DEFAULT_ALIAS } from '../../../kernel/llm/aliases.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { columnText } from '../../../schemas/column-text.ts'

import { conversationSchema, entityOf, listSchema } from './entity.ts'
import { exchangeSchema, exchangesOf, keptExchangeSchema, turnIdsOf, turnsOf } from './exchange.ts'
import { boundsOf, browserHeader, SCOPE, whoseOf } from './whose.ts'

export const ROOT = '/api/v2/chat/conversations'
const one = `${ROOT}/:conversation_id`
const config = { access: 'api' } as const
const MB = 1_048_576
/** Exchanges of a page. */
const MOST = 100

const name = z.string().regex(/^[\w.-]{1,100}$/, '1 to 100 letters, digits, `-`, `_` and `.`')
const params = z.object({ conversation_id: name })
const turnParams = params.extend({ turn_id: name })
const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'a whole number')
    .transform(Number)
    .pipe(z.number().min(least).max(most))
const docs = (operationId: string, summary: string, description?: string) => ({
  ...{ tags: ['chat'], operationId, summary, headers: browserHeader },
  ...(description ? { description } : {}),
})

/** The caller's conversations: listed, read, kept exchange by exchange, named, deleted, opened to readers by a link. */
export function conversationRoutes(app: App, ctx: EdgeContext): void {
  registerReading(app, ctx)
  registerContext(app, ctx)
  registerChanges(app, ctx)
  registerSharing(app, ctx)
}

const noneSuch = (id: string): ApiError => new ApiError('not_found', `there is no conversation ${id}; it may have expired or been deleted`)

async function existing({ ports }: EdgeContext, request: FastifyRequest, id: string): Promise<Conversation> {
  const found = await findConversation(ports, whoseOf(request), id)
  if (found?.status !== 'live') throw noneSuch(id)
  return found.conversation
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
    { config, schema: { ...docs('listConversations', 'Own conversations, the latest first'), querystring: listQuery, response: { 200: listSchema } } },
    async (request) => {
      const { limit, cursor } = request.query
      const [updatedAt, key] = cursor?.split('.') ?? []
      const after = key === undefined ? undefined : { updatedAt: Number(updatedAt), key }
      const { conversations, next } = await listConversations(ports, whoseOf(request), { limit, after })
      return { items: conversations.map(entityOf), next_cursor: next ? `${next.updatedAt}.${next.key}` : null }
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
    .meta({ id: 'ConversationWithExchanges', description: 'A conversation with its newest exchanges.' })
  app.get(one, { config, schema: { ...docs('getConversation', 'A conversation with its newest exchanges'), params, querystring: pageQuery, response: { 200: whole_ } } }, async (request) => {
    const { conversation_id: id } = request.params
    const conversation = await existing(ctx, request, id)
    const { limit, before } = request.query
    const { turns, earlier } = await readTurns(ports, keyOf(whoseOf(request), id), { limit: limit * 2, before })
    // a page that begins with a reply leaves it to the page of its question
    const cut = turns[0]?.role === 'assistant' && earlier
    const first = turns[0]?.n ?? 1
    return { ...entityOf(conversation), exchanges: exchangesOf(turns), earlier: earlier ? first + (cut ? 1 : 0) : null }
  })
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
      description: 'What of a conversation goes with its next question.',
      examples: [{ history: [{ role: 'user', content: 'When are the ropes checked?' }], summarized_by: null }],
    })
  const schema = { ...docs('getConversationContext', 'What of a conversation goes with its next question', CONTEXT), params, querystring, response: { 200: reply } }
  app.get(`${one}/context`, { config, schema }, async (request, fastifyReply) => {
    const { conversation_id: thread } = request.params
    await existing(ctx, request, thread)
    const { summary, turns } = await promptWindow({
      ports: onBehalf(ctx.ports, callerName(request.caller)),
      ...{ whose: whoseOf(request), thread, bounds: request.query, alias: DEFAULT_ALIAS, log: ctx.log, signal: leaving(fastifyReply) },
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

function registerChanges(app: App, ctx: EdgeContext): void {
  const { ports } = ctx
  app.put(
    `${one}/turns/:turn_id`,
    {
      config,
      bodyLimit: MB,
      schema: {
        ...docs(
          'keepExchange',
          'Keep a question with its replies',
          'At the end of the conversation, which begins with its first exchange; an exchange with a known id is replaced in its place. What was deleted or has expired is 404 for a day, so that a late answer does not bring it back.',
        ),
        ...{ params: turnParams, body: exchangeSchema, response: { 200: conversationSchema, 201: conversationSchema } },
      },
    },
    async (request, reply) => {
      const { conversation_id: thread, turn_id } = request.params
      const { created } = await appendTurns(ports, {
        ...{ whose: whoseOf(request), thread, turns: turnsOf(turn_id, request.body), bounds: boundsOf(ports.config) },
        ...{ replace: true, whenGone: 'refuse' },
      })
      return reply.code(created ? 201 : 200).send(entityOf(await existing(ctx, request, thread)))
    },
  )
  app.delete(
    `${one}/turns/:turn_id`,
    { config, schema: { ...docs('removeExchange', 'Take an exchange out of a conversation'), params: turnParams, response: { 200: conversationSchema } } },
    async (request) => {
      const { conversation_id: thread, turn_id } = request.params
      if (!(await removeTurns(ports, whoseOf(request), thread, turnIdsOf(turn_id)))) throw noneSuch(thread)
      return entityOf(await existing(ctx, request, thread))
    },
  )

  const named = z.object({ title: columnText(MAX_TITLE).trim().min(1) }).meta({ examples: [{ title: 'Ropes and wheels' }] })
  app.patch(
    one,
    { config, schema: { ...docs('renameConversation', 'Name a conversation'), params, body: named, response: { 200: conversationSchema } } },
    async (request) => {
      const { conversation_id: thread } = request.params
      if (!(await renameConversation(ports, whoseOf(request), thread, request.body.title))) throw noneSuch(thread)
      return entityOf(await existing(ctx, request, thread))
    },
  )

  const deleted = z.object({ deleted: z.int() }).meta({ id: 'ConversationsDeleted', description: 'How many were deleted.', examples: [{ deleted: 1 }] })
  app.delete(
    one,
    { config, schema: { ...docs('deleteConversation', 'Delete a conversation for good'), params, response: { 200: deleted } } },
    async (request) => {
      const { conversation_id: thread } = request.params
      if (!(await deleteConversation(ports, whoseOf(request), thread))) throw noneSuch(thread)
      return { deleted: 1 }
    },
  )
  app.delete(
    ROOT,
    { config, schema: { ...docs('deleteConversations', 'Delete all own conversations for good'), response: { 200: deleted } } },
    async (request) => ({ deleted: await deleteConversations(ports, whoseOf(request)) }),
  )
}

function registerSharing(app: App, { ports }: EdgeContext): void {
  const link = z.object({ token: z.string(), path: z.string().describe('Of the console; behind the address of this server it is the link.') }).meta({
    id: 'ConversationLink',
    description: 'A link by which others read a conversation.',
    examples: [{ token: 'pK0vX3…', path: '/ask#shared=pK0vX3…' }],
  })
  app.post(
    `${one}/share`,
    {
      config,
      schema: {
        ...docs('shareConversation', 'Open a conversation to readers by a link', 'The link is the same until it is taken back. Readers sign in as always, and see a conversation only up to the first answer that rests on a document which they may not read.'),
        ...{ params, response: { 200: link } },
      },
    },
    async (request) => {
      const { conversation_id: thread } = request.params
      const token = await shareConversation(ports, whoseOf(request), thread)
      if (token === undefined) throw noneSuch(thread)
      return { token, path: `/ask#shared=${token}` }
    },
  )
  app.delete(
    `${one}/share`,
    { config, schema: { ...docs('unshareConversation', 'Take the link to a conversation back'), params, response: { 200: conversationSchema } } },
    async (request) => {
      const { conversation_id: thread } = request.params
      const whose = whoseOf(request)
      if (!(await unshareConversation(ports, whose, thread))) throw noneSuch(thread)
      const found = await findConversation(ports, whose, thread)
      if (found?.status !== 'live') throw noneSuch(thread)
      return entityOf(found.conversation)
    },
  )
}
