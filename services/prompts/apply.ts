import type { FastifyRequest } from 'fastify'
import { callerName } from '../../kernel/http/identity/caller-name.ts'
import { newId } from '../../kernel/runtime/ids.ts'
import type { EdgeContext } from '../../kernel/service.ts'
import { promptChanged } from '../../schemas/prompt.ts'
import { type Change, change, type PromptCommand } from './change.ts'
import type { PromptStore } from './store.ts'

/** What the prompt routes work on. */
export interface PromptDeps {
  readonly ctx: EdgeContext
  readonly store: PromptStore
}

const CHANGES = { save: 'saved', update: 'updated', rename: 'renamed', delete: 'deleted', promote: 'default_set' } as const

/**
 * Carries out a command and tells of it. A template is parsed before anything is kept: ApiError invalid_request with its line and
 * column. The manifest carries the event, so that there is no change without it.
 */
export async function applyCommand({ ctx, store }: PromptDeps, command: PromptCommand, request: FastifyRequest): Promise<Change> {
  if (command.kind === 'save') await ctx.ports.templates.check(command.text, { caller: callerName(request.caller) })
  const { actor } = request.caller
  const circumstances = { id: newId(), at: new Date(ctx.ports.clock.now()).toISOString(), actor }
  const cause = { requestId: request.id, traceparent: request.traceparent }
  const done = await store.change({ source: 'edge', cause, now: ctx.ports.clock.now() }, (present, taken) =>
    saying(command, change(present, command, { ...circumstances, taken }), circumstances),
  )
  const { entry, manifest } = done
  const facts = { type: entry.type, promptId: entry.id, name: entry.name, change: CHANGES[command.kind], manifestVersion: manifest.version }
  ctx.log.info({ ...facts, actor, requestId: request.id }, 'prompt changed')
  return done
}

/** The change with a manifest that says what was done. */
function saying({ kind }: PromptCommand, done: Change, { actor, at }: { actor: string; at: string }): Change {
  const { entry, manifest } = done
  const { payload } = promptChanged.make({
    prompt_type: entry.type,
    prompt_id: entry.id,
    name: entry.name,
    change: CHANGES[kind],
    current_id: manifest.current_id[entry.type],
    manifest_version: manifest.version,
    actor,
    at,
  })
  return { ...done, manifest: { ...manifest, last_change: payload } }
}
