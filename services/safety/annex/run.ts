import { z } from 'zod'
import { sectionOf } from '../../../kernel/config/section.ts'
import { defineLane } from '../../../kernel/consume/lanes.ts'
import { appendTurns } from '../../../kernel/conversations/append-turns.ts'
import { promptWindow } from '../../../kernel/conversations/prompt-window.ts'
import type { ChatMessage } from '../../../kernel/llm/llm.ts'
import { defineRun, defineStep, type StepContext } from '../../../kernel/runs/define-run.ts'
import { messageOf, WorkError } from '../../../kernel/runtime/errors.ts'
import { apart } from '../apart/apart.ts'
import { applySplices, type ChangeDraft, changeSchema } from '../html/changes.ts'
import { annexSection } from './annex-section.ts'
import { editByModel, modelBehind, usageSchema } from './edit-by-model.ts'
import { ownProfile, profileNames } from './profiles.ts'
import { rolesOfPlan } from './roles.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Characters; what a longer instruction excludes takes long to find out. */
const PLAIN_INSTRUCTION = 1_000

export const annexInput = z.object({
  requestId: z.string(),
  sessionId: z.string(),
  /** The tool that was called. */
  tool: z.string(),
  profile: z.enum(profileNames),
  /** As its texts were when the edit was accepted; absent in edits of older versions. */
  spoken: z.object({ version: z.string(), system: z.string(), prompt: z.string() }).optional(),
  kind: z.enum(['plan', 'configuration', 'masterCopy']),
  id: z.string(),
  organizationId: z.string().nullable(),
  userId: z.string(),
  roleId: z.string().nullable(),
  userTagIds: z.array(z.string()),
  /** Names that the request gave; null: those of the plan. */
  roles: z.array(z.string()).nullable(),
  form: z.object({ name: z.string(), group: z.string(), field: z.string() }),
  content: z.string(),
  prompt: z.string().nullable(),
})
export type AnnexInput = z.output<typeof annexInput>

export const annexResult = z.object({
  html: z.string(),
  isEdit: z.boolean(),
  by: z.enum(['model', 'embedded']),
  changes: z.array(changeSchema),
  record: z.object({
    profile: z.enum(profileNames),
    /** Of the profile's text and of the rules for all, as `/k12/annex-profiles` tells them. */
    prompt_version: z.string(),
    alias: z.string().nullable(),
    model: z.string().nullable(),
    /** In how many parts the field was edited. */
    sections: z.int(),
    usage: usageSchema.nullable(),
  }),
})
export type AnnexResult = z.output<typeof annexResult>

type Context = StepContext<AnnexInput, 'llm' | 'config' | 'plans' | 'database' | 'clock'>

/** What of a session reaches the model, and what of it is kept. */
const WINDOW = { turns: 10, tokens: 2_000 }
const BOUNDS = { turns: 200, turnBytes: 64_000, bytes: 1_000_000, conversations: 1_000, accountBytes: 50_000_000 }
export const SCOPE = 'annex'

const edit = defineStep<AnnexInput, 'llm' | 'config' | 'plans' | 'database' | 'clock'>({
  name: 'edit',
  needs: ['llm', 'config', 'plans', 'database', 'clock'],
  lane: defineLane('annex-edit', 16),
  retry: { attempts: 3, baseMs: 500, capMs: 10_000 },
  timeoutMs: 10 * MINUTE,
  onFail: 'end',
  async handle(ctx): Promise<z.input<typeof annexResult>> {
    const { input } = ctx
    const how = { caller: ctx.run.subject, signal: ctx.signal }
    const { model: alias, max_output_tokens: maxTokens } = sectionOf(ctx.ports.config, annexSection)
    const profile = input.spoken ?? ownProfile(input.profile)
    const instruction = input.prompt?.trim() ? input.prompt : profile.prompt
    const roles = input.roles ?? (await rolesOfPlan(ctx))
    const model = modelBehind({ ctx: ctx as never, alias })
    const record = {
      profile: input.profile,
      prompt_version: profile.version,
      alias: model === undefined ? null : alias,
      model: model ?? null,
    }
    if (model === undefined) {
      if (!input.prompt?.trim() && input.profile !== 'suggest-roles')
        throw new WorkError(
          'needs_model',
          `prompt: none was given, and the one that holds then (“${oneLine(instruction)}”) needs a language model: give an instruction, or connect a model in Settings.`,
        )
      const wish = { instruction, roles, suggestsRoles: input.profile === 'suggest-roles' }
      const changes = await apart('editEmbedded', [input.content, wish], how)
      return finished(ctx, changes, instruction, { by: 'embedded', record: { ...record, sections: 1, usage: null } })
    }
    const excluded = await apart('excluded', [input.content, instruction], { ...how, always: instruction.length > PLAIN_INSTRUCTION })
    const messages = [{ role: 'system', content: profile.system } as const, ...(await earlier(ctx, alias))]
    const asking = { ctx: ctx as never, alias, maxTokens, messages, wish: wishOf(input, instruction, roles), excluded }
    const { changes, parts, usage } = await editByModel(asking, input.content)
    return finished(ctx, changes, instruction, { by: 'model', record: { ...record, sections: parts, usage } })
  },
})

/** What is said behind the field. Names and roles are material, and stand as such. */
function wishOf({ form, content, organizationId }: AnnexInput, instruction: string, roles: readonly string[]): string {
  const lines = [
    ['Form', form.name],
    ['Group', form.group],
    ['Name of the field', form.field],
    ['Organization', organizationId ?? ''],
    ['Roles', roles.join('; ')],
  ].flatMap(([what, value]) => (value ? [`${what}: ${value.replace(/\s+/g, ' ')}`] : []))
  const empty = content.trim() === '' ? 'The field is empty: write its text.\n' : ''
  return `${lines.length > 0 ? `<about>\n${lines.join('\n')}\n</about>\n\n` : ''}${empty}Instruction: ${instruction}`
}

const whose = ({ run, input }: Pick<Context, 'run' | 'input'>) => ({ scope: SCOPE, account: run.subject, person: input.userId })

/** What was asked and done in this session before; nothing where that cannot be read. */
async function earlier(ctx: Context, alias: string): Promise<readonly ChatMessage[]> {
  const { ports, log, signal, input } = ctx
  const window = await promptWindow({
    ports: ports as never,
    whose: whose(ctx),
    thread: input.sessionId,
    bounds: WINDOW,
    alias,
    log,
    signal,
  })
  const told = window.summary ? [{ role: 'user' as const, content: `Earlier in this session: ${window.summary.text}` }] : []
  return [...told, ...window.turns.map(({ role, content }) => ({ role: role === 'assistant' ? role : ('user' as const), content }))]
}

const oneLine = (text: string): string => text.slice(0, 400).replace(/\s+/g, ' ').slice(0, 200).trim().toWellFormed()

async function finished(
  ctx: Context,
  drafts: readonly ChangeDraft[],
  instruction: string,
  { by, record }: Pick<AnnexResult, 'by' | 'record'>,
): Promise<AnnexResult> {
  const { content } = ctx.input
  const asked = `As instructed: ${oneLine(instruction)}`
  const changes = drafts.map((draft, i) => {
    const reason = draft.kind === 'cleaned' ? 'It could run or load something.' : (draft.reason ?? asked)
    return { ...draft, id: `c${i + 1}`, reason }
  })
  const html = applySplices(
    content,
    changes.flatMap(({ splices }) => splices),
  )
  await remember(ctx, instruction, changes.length)
  return { html, isEdit: html !== content, by, changes, record }
}

/** The turn of this job; the same one however often it is done. What cannot be kept ends no edit. */
async function remember(ctx: Context, instruction: string, changes: number): Promise<void> {
  const { ports, run, input, log } = ctx
  const { keep_days } = sectionOf(ports.config, annexSection)
  const field = [input.form.name, input.form.group, input.form.field].filter(Boolean).join(' / ') || 'the field'
  const turns = [
    { id: `${run.id}/asked`, role: 'user' as const, content: `${field}: ${instruction}` },
    {
      id: `${run.id}/done`,
      role: 'assistant' as const,
      content: changes === 0 ? 'Nothing had to change.' : `Made ${changes} changes in ${field}.`,
    },
  ]
  const bounds = { ...BOUNDS, keepMs: keep_days * DAY }
  const appending = { whose: whose(ctx), thread: input.sessionId, turns, bounds, whenGone: 'renew' as const, replace: true }
  await appendTurns(ports, appending).catch((error) => {
    if (ctx.signal.aborted) throw error
    log.warn({ error: messageOf(error) }, 'the turn of an edit could not be kept in its session')
  })
}

/** The edit of one field: a job that is accepted once, and ends whatever dies. */
export const annexEdit = defineRun({
  kind: 'annex',
  words: { kind: 'Edit of an annex', steps: { edit: 'Edit the text' } },
  input: annexInput,
  result: annexResult,
  steps: [edit],
  deadlineMs: 15 * MINUTE,
  keepMs: 30 * DAY,
  title: ({ form, prompt }) => [form.name, form.field, prompt ?? ''].filter(Boolean).join(' · ') || 'Annex edit',
})
