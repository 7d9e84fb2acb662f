import { LOG_LEVEL_META_KEY, type LoggingLevel, type ServerContext } from '@modelcontextprotocol/server'
import type { ToolReply } from './offered-tools.ts'

/** Callers whose level is known; of more the oldest is forgotten. */
const MOST_CALLERS = 1_000
const LEVELS: readonly LoggingLevel[] = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']

/**
 * What clients from before 2026-07-28 asked for by logging/setLevel, by caller, in this process: they have no session. Later ones say
 * their level with each request.
 */
const asked = new Map<string, LoggingLevel>()

export function setLevel(caller: string, level: LoggingLevel): void {
  asked.delete(caller)
  asked.set(caller, level)
  if (asked.size > MOST_CALLERS) asked.delete(asked.keys().next().value ?? '')
}

/** Tells the client how a call came out, where it asked for messages of this level. */
export async function logCall({ mcpReq }: ServerContext, caller: string, tool: string, ms: number, { isError }: ToolReply): Promise<void> {
  const level = isError ? 'warning' : 'info'
  const envelope: Readonly<Record<string, unknown>> | undefined = mcpReq.envelope
  const wanted = envelope ? envelope[LOG_LEVEL_META_KEY] : asked.get(caller)
  if (wanted === undefined || LEVELS.indexOf(level) < LEVELS.indexOf(wanted as LoggingLevel)) return
  await mcpReq.log(level, { tool, ms: Math.round(ms), outcome: isError ? 'failed' : 'ok' }, 'tools')
}
