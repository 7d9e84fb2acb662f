import { hash } from 'node:crypto'
import { z } from 'zod'
import { nameId } from '../runtime/ids.ts'
import type { ConversationTables } from './tables.ts'

/**
 * Whose conversations: the account that the credentials name (`ownerOf`), and the person that the caller names beside it where several
 * share an account. The name alone opens nothing of another account.
 */
export interface Whose {
  /** The family: `chat`, `agents`, … */
  readonly scope: string
  readonly account: string
  readonly person?: string
}

/** What a family keeps at most. The oldest gives way: turns of a conversation, conversations of a person and of an account. */
export interface Bounds {
  readonly turns: number
  /** Bytes of one turn, and of all turns of one conversation. */
  readonly turnBytes: number
  readonly bytes: number
  /** Conversations of a person. */
  readonly conversations: number
  readonly accountBytes: number
  /** From the last turn on. */
  readonly keepMs: number
}

const turnRoles = ['user', 'assistant', 'tool'] as const

/** A document that a turn rests on. */
export const documentRefSchema = z.object({ index: z.string(), document_id: z.string() })
export type DocumentRef = z.output<typeof documentRefSchema>

export const turnBodySchema = z.object({
  role: z.enum(turnRoles),
  content: z.string(),
  /** Tool calls, citations, settings: whatever the family keeps with it. */
  parts: z.json().optional(),
  /** What it rests on; absent: nobody knows, and whoever is limited does not see it. Empty: nothing. */
  documents: z.array(documentRefSchema).optional(),
})
export type TurnBody = z.output<typeof turnBodySchema>

/** A turn to be kept. The same id with the same body is kept once. */
export interface TurnDraft extends TurnBody {
  readonly id: string
}

export interface Turn extends TurnBody {
  readonly id: string
  /** From 1, in the one order of the conversation. */
  readonly n: number
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** A conversation without its turns. Times in ms since the epoch. */
export interface Conversation {
  readonly thread: string
  readonly title: string
  readonly about: unknown
  readonly turns: number
  readonly last: number
  readonly shared: boolean
  readonly createdAt: number
  readonly updatedAt: number
  readonly expiresAt: number
}

/** `gone`: it was deleted or has expired, a short while ago. */
export type Found = { readonly status: 'live'; readonly conversation: Conversation } | { readonly status: 'gone' } | undefined

/** Who asks for another's thread computes another key: there is nothing to be found under it. */
export const keyOf = ({ scope, account, person = '' }: Whose, thread: string): string =>
  nameId('conversation', scope, account, person, thread)

/** Stands in the table in the person's place: a name that a browser alone knows stays known to it alone. */
export const personOf = ({ person }: Whose): string => (person === undefined ? '' : hash('sha256', person, 'hex'))

export const conversationOf = (row: ConversationTables['conversations']): Conversation => ({
  thread: row.thread,
  title: row.title,
  turns: row.turns,
  last: row.last,
  about: row.about === null ? undefined : JSON.parse(row.about),
  shared: row.share !== null,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  expiresAt: row.expires_at,
})

export const turnOf = ({ id, n, at, body }: ConversationTables['conversation_turns']): Turn => ({
  ...turnBodySchema.parse(JSON.parse(body)),
  id,
  n,
  at,
})

/** What a row costs beside its text. */
export const ROW_BYTES = 200

/** Characters of a title at most. */
export const MAX_TITLE = 200

/** The first words of a text as a title: one line, nothing in it that a column does not take. */
export const titleOf = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 120)
    .toWellFormed()
