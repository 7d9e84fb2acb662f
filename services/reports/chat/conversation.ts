import { z } from 'zod'
import type { Config } from '../../../kernel/config/config.ts'
import { sectionOf } from '../../../kernel/config/section.ts'
import { type Appending, appendTurns } from '../../../kernel/conversations/append-turns.ts'
import type { Bounds, TurnDraft, Whose } from '../../../kernel/conversations/conversation.ts'
import { type PromptWindow, promptWindow } from '../../../kernel/conversations/prompt-window.ts'
import { findConversation } from '../../../kernel/conversations/read-conversations.ts'
import { DEFAULT_ALIAS } from '../../../kernel/llm/aliases.ts'
import type { Ports } from '../../../kernel/ports.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { newId } from '../../../kernel/runtime/ids.ts'
import type { Logger } from '../../../kernel/runtime/log.ts'
import { sdacSection } from '../sdac-section.ts'

const MINUTE = 60_000
const KB = 1024
/** What of it reaches the model. */
const WINDOW = { turns: 20, tokens: 6_000 }

/** Which conversation a question belongs to, as the stream's first event tells it. */
export interface Place {
  readonly conversationId: string
  readonly turnNumber: number
  readonly isNewConversation: boolean
  readonly conversationExpired: boolean
}

export const accountOf = (subject: string) => ({ scope: 'sdac', account: subject })
export const whoseOf = (subject: string, userId: string): Whose => ({ ...accountOf(subject), person: userId })

function boundsOf(config: Config): Bounds {
  const { ttl_minutes } = sectionOf(config, sdacSection).conversations
  return {
    turns: 400,
    turnBytes: 64 * KB,
    bytes: 1024 * KB,
    conversations: 200,
    accountBytes: 200 * 1024 * KB,
    keepMs: ttl_minutes * MINUTE,
  }
}

/** The reports that a conversation was about, so that it goes with any of them (`forgetAbout`). */
const aboutSchema = z.object({ reports: z.array(z.string()) }).catch({ reports: [] })
const MOST_REPORTS = 400
const withReport = (id: string) => (known: unknown) => {
  const { reports } = aboutSchema.parse(known)
  return { reports: [...reports.filter((one) => one !== id), id].slice(-MOST_REPORTS) }
}

/** Goes on with the conversation that is named, or begins one; what has ended, or was never this person's, begins anew under another id. */
export async function placeOf(ports: Pick<Ports, 'database' | 'clock'>, whose: Whose, named: string | undefined): Promise<Place> {
  const begun = { conversationId: newId(), turnNumber: 1, isNewConversation: true }
  if (named === undefined) return { ...begun, conversationExpired: false }
  const found = await findConversation(ports, whose, named)
  if (found?.status !== 'live') return { ...begun, conversationExpired: true }
  // a question without an answer counts as well
  const turnNumber = Math.ceil(found.conversation.last / 2) + 1
  return { conversationId: named, turnNumber, isNewConversation: false, conversationExpired: false }
}

/** The turns before a question. */
export function turnsBefore(
  ports: Pick<Ports, 'database' | 'clock' | 'llm' | 'config'>,
  whose: Whose,
  { conversationId, isNewConversation }: Place,
  { log, signal }: { log: Logger; signal: AbortSignal },
): Promise<PromptWindow> {
  if (isNewConversation) return Promise.resolve({ turns: [] })
  return promptWindow({ ports, whose, thread: conversationId, bounds: WINDOW, alias: DEFAULT_ALIAS, log, signal })
}

/** Keeps the question; the conversation lasts from now on. Gives the id of the exchange. */
export async function keepQuestion(
  ports: Pick<Ports, 'database' | 'clock' | 'config'>,
  whose: Whose,
  place: Place,
  { content, reportId }: { content: string; reportId: string },
): Promise<string> {
  const id = newId()
  await append(ports, whose, place, { id, role: 'user', content, documents: [] }, { whenGone: 'renew', nowAbout: withReport(reportId) })
  return id
}

/** Keeps what was answered, nothing where it failed. A conversation that ended meanwhile does not come back. */
export async function keepAnswer(
  ports: Pick<Ports, 'database' | 'clock' | 'config'>,
  whose: Whose,
  place: Place,
  { id, content }: { id: string; content: string },
): Promise<void> {
  try {
    await append(ports, whose, place, { id: `${id}:reply`, role: 'assistant', content, documents: [] }, { whenGone: 'refuse' })
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error
  }
}

async function append(
  ports: Pick<Ports, 'database' | 'clock' | 'config'>,
  whose: Whose,
  { conversationId }: Place,
  turn: TurnDraft,
  how: Pick<Appending, 'whenGone' | 'nowAbout'>,
): Promise<void> {
  await appendTurns(ports, { whose, thread: conversationId, turns: [turn], bounds: boundsOf(ports.config), ...how })
}
