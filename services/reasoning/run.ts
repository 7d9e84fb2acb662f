import { z } from 'zod'
import { sectionOf } from '../../kernel/config/section.ts'
import { modelAliases, modelNameOf, providerOf } from '../../kernel/llm/aliases.ts'
import { defineRun, defineStep, type StepContext } from '../../kernel/runs/define-run.ts'
import { findAnyRun } from '../../kernel/runs/read-runs.ts'
import { messageOf, WorkError } from '../../kernel/runtime/errors.ts'
import type { Claim } from './analysis/words/claim.ts'
import { promptFor } from './analysis/words/explain.ts'
import { assemble, type Parts, partNames } from './assemble.ts'
import { reasoningSection } from './reasoning-section.ts'
import { keptOutputSchema } from './result.ts'
import { type AnalysisName, inputSchema, type RunInput } from './thread/job.ts'
import { analysts } from './thread/threads.ts'

const MINUTE = 60_000
const MODEL_WITHIN_MS = 60_000
const MOST_SAID = 20_000

const artifactSchema = z.record(z.string(), z.unknown())
const wordedSchema = z.object({ text: z.string() })

const once = { retry: { attempts: 2, baseMs: 100, capMs: 1000 }, timeoutMs: 5 * MINUTE, onFail: 'go-on' } as const

type Context = StepContext<RunInput>

/** What the steps before have left. */
async function before(ctx: Pick<Context, 'artifact'>, names: readonly string[]): Promise<Record<string, unknown>> {
  const found = await Promise.all(names.map(async (name) => [name, await ctx.artifact(name, artifactSchema)] as const))
  return Object.fromEntries(found.filter(([, artifact]) => artifact !== undefined))
}

/** A caller's runs go to their end in the order of their starts, so that who asks for many at once has the first answers early. */
const inThread = (ctx: Context, analysis: AnalysisName, known: Record<string, unknown> = {}) =>
  analysts.run('analyse', [{ analysis, input: ctx.input, before: known }], {
    ...{ caller: ctx.run.subject, rank: `${ctx.run.createdAt} ${ctx.run.id}`, signal: ctx.signal },
  })

const temporal = defineStep<RunInput>({
  ...once,
  name: 'temporal',
  needs: [],
  skip: ({ input }) =>
    input.items.some(({ kind, n }) => kind === 'series' && n >= 2)
      ? undefined
      : 'No series has two points or more, which a course in time needs.',
  handle: (ctx) => inThread(ctx, 'temporal'),
})

const pattern = defineStep<RunInput>({
  ...once,
  name: 'pattern',
  needs: [],
  skip: ({ input }) => (input.items.some(({ n }) => n > 0) ? undefined : 'No series and no dataset has values.'),
  handle: async (ctx) => inThread(ctx, 'pattern', await before(ctx, ['temporal'])),
})

const correlation = defineStep<RunInput>({
  ...once,
  name: 'correlation',
  needs: [],
  skip: ({ input }) => {
    const varying = input.items.filter(({ kind, n, varies }) => kind === 'series' && n >= 4 && varies !== false).length
    return varying >= 2
      ? undefined
      : `Correlation needs two series with four points or more that vary; there ${varying === 1 ? 'is one' : 'is none'}.`
  },
  handle: (ctx) => inThread(ctx, 'correlation'),
})

const domain = defineStep<RunInput>({
  ...once,
  name: 'domain',
  needs: [],
  handle: async (ctx) => inThread(ctx, 'domain', await before(ctx, ['temporal', 'correlation'])),
})

const explanation = defineStep<RunInput, 'llm' | 'config'>({
  ...once,
  name: 'explanation',
  needs: ['llm', 'config'],
  async handle(ctx) {
    const known = await before(ctx, ['temporal', 'pattern', 'correlation', 'domain'])
    const told = (await inThread(ctx as unknown as Context, 'claims', known)) as {
      claims: Claim[]
      text: string
      insights: Claim[]
      summary: string
      answered: boolean
    }
    const worded = await byModel(ctx, told.claims)
    return { ...told, text: worded.text ?? told.text, source: worded.text === undefined ? 'templates' : 'model', note: worded.note }
  },
})

/** The findings in the words of the model; a note says why not, where one was asked in vain. */
async function byModel(ctx: StepContext<RunInput, 'llm' | 'config'>, claims: readonly Claim[]): Promise<{ text?: string; note?: string }> {
  const { explain_with_model, model: name } = sectionOf(ctx.ports.config, reasoningSection)
  const { llm, config } = ctx.ports
  const alias = modelAliases(config, llm).find(({ alias }) => alias === name)
  if (!explain_with_model || claims.length === 0 || !alias || providerOf(llm, name) === 'embedded') return {}
  const { system, user } = promptFor(ctx.input.objective, claims)
  try {
    return await ctx.once('explanation', wordedSchema, async () => {
      const signal = AbortSignal.any([ctx.signal, AbortSignal.timeout(MODEL_WITHIN_MS)])
      const messages = [{ role: 'system', content: system } as const, { role: 'user', content: user } as const]
      const { texts } = await llm.complete({
        messages,
        model: modelNameOf(alias),
        alias: name,
        n: 1,
        parameters: { temperature: 0 },
        signal,
      })
      return { text: (texts[0] ?? '').slice(0, MOST_SAID) }
    })
  } catch (error) {
    if (ctx.signal.aborted) throw error
    ctx.log.warn({ error: messageOf(error) }, 'the model did not word the findings; templates do')
    return { note: 'The model did not answer; the findings stand in sentences of their own.' }
  }
}

const validation = defineStep<RunInput>({
  ...once,
  name: 'validation',
  needs: [],
  skip: async (ctx) => ((await ctx.artifact('explanation', artifactSchema)) ? undefined : 'There is no explanation to be validated.'),
  handle: async (ctx) => inThread(ctx, 'validation', await before(ctx, ['temporal', 'pattern', 'correlation', 'domain', 'explanation'])),
})

const result = defineStep<RunInput, 'database'>({
  ...once,
  name: 'result',
  needs: ['database'],
  onFail: 'end',
  async handle(ctx) {
    const parts = (await before(ctx, partNames)) as Parts
    const { state } = (await findAnyRun(ctx.ports, ctx.run.id))!
    const output = assemble(ctx.input, parts, state, ctx.now())
    if (output.executedSteps.some((s) => s.status === 'failed') && !parts.temporal && !parts.pattern && !parts.correlation)
      throw new WorkError('analysis_failed', 'No analysis of these data could be finished.')
    return output
  },
})

/** Series, numbers and a question in; findings, each with its number and test, out. A step that fails takes no other with it. */
export const reasoningRun = defineRun({
  kind: 'reasoning',
  words: {
    kind: 'Analysis of series',
    steps: {
      temporal: 'Trends, seasons and changes',
      pattern: 'Unusual values and shapes',
      correlation: 'What goes together',
      domain: 'Rules of the field',
      explanation: 'Explain the findings',
      validation: 'Check the explanation',
      result: 'Put it together',
    },
  },
  input: inputSchema,
  result: keptOutputSchema,
  steps: [temporal, pattern, correlation, domain, explanation, validation, result],
  deadlineMs: 30 * MINUTE,
  keepMs: 30 * 24 * 60 * MINUTE,
  title: ({ objective }) => objective,
})
