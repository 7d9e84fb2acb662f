import { z } from 'zod'
import type { Conversation } from '../../../kernel/conversations/conversation.ts'

/** A conversation, for the API's document. */
export const conversationExample = {
  id: '0b7e3c52-91f4-4d0e-8f5b-6f2f3a1c7d90',
  title: 'How long before the season must the ropes be checked?',
  exchange_count: 3,
  shared: false,
  created_at: '2026-03-12T09:30:00.000Z',
  updated_at: '2026-03-12T09:41:07.000Z',
  expires_at: '2026-06-10T09:41:07.000Z',
}

export const conversationSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    exchange_count: z.int(),
    shared: z.boolean().describe('Whether a link opens it to readers.'),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'Conversation', description: 'A conversation with the documents.', examples: [conversationExample] })

export const listSchema = z
  .object({
    items: z.array(conversationSchema),
    next_cursor: z.string().nullable(),
    kept_for: z.enum(['caller', 'browser']).describe('browser: this server asks for no credentials, X-Browser-Id says whose they are.'),
  })
  .meta({
    id: 'Conversations',
    description: 'A page of conversations, the latest first.',
    examples: [{ items: [conversationExample], next_cursor: null, kept_for: 'caller' }],
  })

const time = (ms: number): string => new Date(ms).toISOString()

export const entityOf = ({
  thread,
  title,
  turns,
  shared,
  createdAt,
  updatedAt,
  expiresAt,
}: Conversation): z.output<typeof conversationSchema> => ({
  id: thread,
  title,
  exchange_count: Math.ceil(turns / 2),
  shared,
  created_at: time(createdAt),
  updated_at: time(updatedAt),
  expires_at: time(expiresAt),
})
