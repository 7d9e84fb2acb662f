import { z } from 'zod'
import { sectionOf } from '../../../kernel/config/section.ts'
import { defineLane } from '../../../kernel/consume/lanes.ts'
import { type ModelAlias, modelAlias, modelNameOf, providerOf } from '../../../kernel/llm/aliases.ts'
import { defineRun, defineStep, type StepContext } from '../../../kernel/runs/define-run.ts'
import { WorkError } from '../../../kernel/runtime/errors.ts'
import { apart } from '../apart/apart.ts'
import { draftOnce } from './draft-cache.ts'
import { type Draft, guideSchema } from './guide.ts'
import type { GuideWish } from './guide-of-annex.ts'
import { guidesSection } from './guides-section.ts'
import type { GuideFacts } from './make-guide.ts'
import { PROMPT_VERSION, readReply, replyFormat } from './prompt.ts'

const MINUTE = 60_000
/** How often a model is asked for one annex before its answers are given up. */
const MOST_ASKED = 2

const role = z.object({ id: z.string(), name: z.string() })
const inputSchema = z.object({
  planId: z.string(),
  planName: z.string(),
  organizationId: z.string(),
  /** Of the plan as it was when the guides were asked for. */
  annexes: z.array(z.object({ id: z.string(), name: z.string(), type: z.enum(['FUNCTIONAL', 'HAZARD']), html: z.string() })),
  roles: z.array(role),
  /** Ids of the roles that were asked for; absent: all. */
  selected: z.array(z.string()).optional(),
})
export type GuidesInput = z.output<typeof inputSchema>
type Needs = 'llm' | 'config' | 'database' | 'clock'
type Context = StepContext<GuidesInput, Needs>

export const GENERATE = 'generate'

const generate = defineStep<GuidesInput, Needs>({
  name: GENERATE,
  needs: ['llm', 'config', 'database', 'clock'],
  retry: { attempts: 3, baseMs: 500, capMs: 20_000 },
  timeoutMs: 5 * MINUTE,
  onFail: 'go-on',
  counts: (input) => input.annexes.length,
  callLane: defineLane('guides-model', 16),
  async handle(ctx, item) {
    const { organizationId, roles: allRoles, selected, annexes } = ctx.input
    const { alias, embedded } = writerOf(ctx)
    const wish: GuideWish = {
      ...{ organizationId, annex: annexes[item]!, place: item, allRoles, selected },
      writer: embedded ? 'embedded' : 'model',
    }
    const how = { caller: ctx.run.subject, signal: ctx.signal }
    if (embedded) return apart('embeddedGuide', [wish], how)
    const facts = await apart('factsOf', [wish], how)
    return apart('draftedGuide', [facts, await draftByModel(ctx, facts, alias)], how)
  },
})

const result = defineStep<GuidesInput>({
  name: 'result',
  needs: [],
  retry: { attempts: 2, baseMs: 100, capMs: 1000 },
  timeoutMs: MINUTE,
  onFail: 'end',
  async handle(ctx) {
    const root = (await Array.fromAsync(ctx.artifacts(GENERATE, guideSchema))).map(({ artifact }) => artifact)
    if (root.length > 0) return { root }
    throw ctx.input.annexes.length === 0
      ? new WorkError('no_guides', 'The plan has no annexes; add one, then ask for guides again.')
      : new WorkError('no_guides', 'No guide could be made of any annex; `errors` says why for each of them.')
  },
})

/** A plan in, one quick reference guide an annex out; an annex that fails takes no other with it. */
export const guidesRun = defineRun({
  kind: 'qrg',
  words: { kind: 'Quick reference guides', steps: { [GENERATE]: 'Write the guides', result: 'Put them together' } },
  input: inputSchema,
  result: z.object({ root: z.array(guideSchema) }),
  steps: [generate, result],
  deadlineMs: 60 * MINUTE,
  keepMs: 30 * 24 * 60 * MINUTE,
  title: ({ planName }) => `Guides: ${planName}`,
})

function writerOf({ ports: { llm, config } }: Context): { alias: ModelAlias; embedded: boolean } {
  const name = sectionOf(config, guidesSection).model
  return { alias: modelAlias(config, llm, name), embedded: providerOf(llm, name) === 'embedded' }
}

/** What the model writes, once for each content of an annex. WorkError draft_refused where its answers are of no use. */
function draftByModel(ctx: Context, facts: GuideFacts, alias: ModelAlias): Promise<Draft> {
  const { llm, config } = ctx.ports
  const { keep_drafts_days } = sectionOf(config, guidesSection)
  const origin = { annex: facts.annex, roles: facts.roles, promptVersion: PROMPT_VERSION, model: `${alias.alias}/${modelNameOf(alias)}` }
  return draftOnce(ctx.ports, origin, keep_drafts_days, async () => {
    let refused: string | undefined
    for (let asked = 0; asked < MOST_ASKED; asked++) {
      const messages = await apart('messagesOf', [facts, refused], { caller: ctx.run.subject, signal: ctx.signal })
      const { texts, finishReason } = await llm.complete({
        messages,
        responseFormat: replyFormat,
        model: modelNameOf(alias),
        alias: alias.alias,
        n: 1,
        parameters: { temperature: 0 },
        signal: ctx.signal,
      })
      if (finishReason === 'content_filter' || finishReason === 'refusal')
        throw new WorkError('draft_refused', 'The model refused to write about this annex.')
      const read = finishReason === 'length' ? { refused: 'it was cut off; write fewer and shorter steps.' } : readReply(texts[0] ?? '')
      if ('draft' in read) return read.draft
      refused = read.refused
    }
    throw new WorkError('draft_refused', `The model gave no guide when it was asked ${MOST_ASKED} times: ${refused}`)
  })
}
