import { z } from 'zod'
import type { EdgeContext } from '../../../kernel/edge-context.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import { auditRecord } from '../../../kernel/http/identity/audit-record.ts'
import { ApiError, messageOf } from '../../../kernel/runtime/errors.ts'
import { OVERTAKEN, rebuildViews } from '../../../kernel/views/rebuild-views.ts'

const bodySchema = z
  .strictObject({
    views: z.array(z.string().max(200)).min(1).max(100).optional().describe('Names of views; all of them when absent.'),
    reason: z.string().max(2000).optional().describe('Why; kept in the audit record.'),
  })
  .meta({ id: 'ViewsRebuild', description: 'Which views are folded anew.', examples: [{ views: ['uploads'] }] })

const rebuiltSchema = z
  .object({ views: z.array(z.string()), records: z.int().describe('Records of the log that were folded.'), seconds: z.number() })
  .meta({ id: 'ViewsRebuilt', description: 'What was folded anew.', examples: [{ views: ['uploads'], records: 1204, seconds: 0.8 }] })

/** Tables that are folded from the log, folded anew while they are read. */
export function registerViewRoutes(app: App, { ports, views: all, publish, log }: EdgeContext): void {
  app.post(
    '/admin/views/rebuild',
    {
      config: { access: 'operator' },
      schema: {
        operationId: 'rebuildViews',
        summary: 'Rebuild views from the log',
        description:
          'Beside the rows that are read, which are exchanged in one transaction; everything goes on. Answers when it is done. Of two at once the earlier gives up (409).',
        body: bodySchema,
        response: { 200: rebuiltSchema },
        errors: ['conflict'],
      },
    },
    async (request) => {
      const { views: names, reason } = request.body
      const unknown = names?.find((name) => !all.some((view) => view.name === name))
      if (unknown !== undefined)
        throw new ApiError('invalid_request', `views: there is no view ${unknown}; known are ${all.map(({ name }) => name).join(', ')}`)
      const views = names ? all.filter(({ name }) => names.includes(name)) : all
      const began = performance.now()
      const { broker, database, clock } = ports
      const records = await rebuildViews({ broker, database, views, log }).catch((cause: unknown) => {
        throw messageOf(cause) === OVERTAKEN ? new ApiError('conflict', OVERTAKEN, { cause }) : cause
      })
      const done = { views: views.map(({ name }) => name), records, seconds: Math.round(performance.now() - began) / 1000 }
      await publish([auditRecord(request, clock, { action: 'views.rebuilt', reason, details: done })], { requestId: request.id })
      return done
    },
  )
}
