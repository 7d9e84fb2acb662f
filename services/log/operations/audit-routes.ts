import { sql } from 'kysely'
import { z } from 'zod'
import type { App } from '../../../kernel/http/app/app.ts'
import { paged, pagedSchema, pageQuery, sliceOf } from '../../../kernel/http/reply/paging.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { adminActed } from '../../../schemas/admin.ts'
import { type AuditTables, auditView } from './audit-view.ts'
import { timeQuery } from './time-query.ts'

export const auditSchema = adminActed.schema.meta({
  id: 'AuditRecord',
  description: 'What an operator did.',
  examples: [
    {
      id: '6f1c2f6e-3f0e-4c8c-9a53-0b6f3c1d2e4f',
      action: 'dead-letters.redrive',
      actor: 'ada',
      caller: null,
      reason: 'the embeddings endpoint is back',
      details: { matched: 12, filter: { code: 'embedding_failed' } },
      request_id: '7b0c1f52-8a34-4a0e-a3a0-51f3d0b8f8a1',
      at: '2026-01-15T09:30:00.000Z',
    },
  ],
})

const query = pageQuery.extend({
  actor: z.string().max(256).optional().describe('Who did it.'),
  action: z.string().max(100).optional().describe('What was done: `dead-letters.redrive`.'),
  ...timeQuery.shape,
})

/** Actions of operators, newest first. */
export function registerAuditRoutes(app: App, { ports }: Pick<EdgeContext, 'ports'>): void {
  app.get(
    '/admin/audit',
    {
      config: { access: 'operator' },
      schema: {
        operationId: 'listAuditRecords',
        summary: 'List actions of operators, newest first',
        querystring: query,
        response: { 200: pagedSchema(auditSchema) },
      },
    },
    async (request) => {
      const { actor, action, since, until } = request.query
      const { skip, top } = sliceOf(request.query)
      let rows = ports.database.tables<AuditTables>().selectFrom('admin_audit')
      if (actor !== undefined) rows = rows.where('actor', '=', actor)
      if (action !== undefined) rows = rows.where('action', '=', action)
      if (since !== undefined) rows = rows.where('at', '>=', since)
      if (until !== undefined) rows = rows.where('at', '<', until)
      const [found, { total }] = await Promise.all([
        rows.select('body').orderBy('at', 'desc').orderBy('key').limit(top).offset(skip).execute(),
        rows.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
      ])
      return paged(
        request.url,
        request.query,
        found.map((row) => auditView.read(row)),
        Number(total),
      )
    },
  )
}
