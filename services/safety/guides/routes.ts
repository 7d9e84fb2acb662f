import { z } from 'zod'
import type { App } from '../../../kernel/http/app/app.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { mayChangePlans } from '../plans/routes.ts'
import { samplePlan } from './sample/sample-plan.ts'

const SAMPLE = '/k12/sample-plan'
export const sampleCommands = [`POST ${SAMPLE}`]

const stored = z.object({ id: z.string(), name: z.string(), annexes: z.int(), roles: z.int() }).meta({
  id: 'SamplePlan',
  description: 'The plan of a school that does not exist.',
  examples: [
    { id: 'd1b7f2b0-58a7-5f0e-8d0e-6a1d3f5c2a01', name: 'Alder Creek Elementary School emergency operations plan', annexes: 16, roles: 12 },
  ],
})

/** Puts the sample plan into the store. */
export function registerGuideRoutes(app: App, ctx: EdgeContext): void {
  app.post(
    SAMPLE,
    {
      config: { access: 'api' },
      schema: {
        operationId: 'putSamplePlan',
        summary: 'Store the sample plan of an invented school',
        description: 'A plan of this id that is there already stays as it is.',
        response: { 200: stored, 201: stored },
        errors: ['conflict'],
      },
    },
    async (request, reply) => {
      mayChangePlans(ctx, request)
      const plan = samplePlan()
      const { plans } = ctx.ports
      const known = await plans.read(plan.id, { requestId: request.id })
      if (!known) await plans.put(plan)
      const { id, name, annexes, generalUserTags } = known ?? plan
      return reply.code(known ? 200 : 201).send({ id, name, annexes: annexes.length, roles: generalUserTags.length })
    },
  )
}
