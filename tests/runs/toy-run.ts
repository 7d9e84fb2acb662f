import { z } from 'zod'
import { defineLane } from '../../kernel/consume/lanes.ts'
import { defineRun, defineStep, type Run } from '../../kernel/runs/define-run.ts'

const inputSchema = z.object({ sections: z.int(), about: z.string().default('mills'), fail: z.array(z.int()).default([]) })
type Input = z.output<typeof inputSchema>
const sectionSchema = z.object({ text: z.string() })
const retry = { attempts: 2, baseMs: 5, capMs: 20 }
const MINUTE = 60_000

/** What the toy's steps do outside of the run. */
export interface ToyWorld {
  /** A paid call; gives its text. */
  call(runId: string, name: string, signal: AbortSignal): Promise<string>
  /** An effect outside, which a step may only have once: it is told with each beginning. */
  begun?(runId: string, step: string, item: number): void
}

/** For tests: a run of three steps, one of them with many items, each of which pays for a call of a model. */
export function toyRun(world: ToyWorld, more: Partial<Pick<Run, 'deadlineMs' | 'keepMs' | 'whenBusy' | 'show'>> & { busy?: boolean } = {}) {
  const { busy, ...rest } = more
  const model = defineLane('toy-model', 8)
  const outline = defineStep<Input, 'clock'>({
    name: 'outline',
    needs: ['clock'],
    retry,
    timeoutMs: MINUTE,
    onFail: 'end',
    async handle(ctx) {
      world.begun?.(ctx.run.id, 'outline', 0)
      const text = await ctx.once('outline', z.string(), () => world.call(ctx.run.id, 'outline', ctx.signal))
      return { titles: Array.from({ length: ctx.input.sections }, (_, i) => `${text} ${i}`) }
    },
  })
  const write = defineStep<Input>({
    name: 'write',
    needs: [],
    retry,
    timeoutMs: MINUTE,
    onFail: 'go-on',
    lane: model,
    items: async (ctx) => (await ctx.artifact('outline', z.object({ titles: z.array(z.string()) })))?.titles.length ?? 0,
    async handle(ctx, item) {
      world.begun?.(ctx.run.id, 'write', item)
      return ctx.once(`section/${item}`, sectionSchema, async () => ({ text: await world.call(ctx.run.id, `section-${item}`, ctx.signal) }))
    },
  })
  const join = defineStep<Input>({
    name: 'join',
    needs: [],
    retry,
    timeoutMs: MINUTE,
    onFail: 'end',
    async handle(ctx) {
      world.begun?.(ctx.run.id, 'join', 0)
      const texts: string[] = []
      for await (const { artifact } of ctx.artifacts('write', sectionSchema)) texts.push(artifact.text)
      return { texts }
    },
  })
  return defineRun({
    kind: 'toy',
    input: inputSchema,
    result: z.object({ texts: z.array(z.string()) }),
    steps: [outline, write, join],
    deadlineMs: 10 * MINUTE,
    keepMs: 60 * MINUTE,
    ...rest,
    ...(busy ? { subject: (input: Input) => input.about } : {}),
  })
}
