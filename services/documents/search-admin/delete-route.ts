import { z } from 'zod'
import { platformLimits } from '../../../kernel/access/limits.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { indexNameOf } from '../../../kernel/search/index-name.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { countFiles } from '../knowledge/read-files.ts'
import { deleteAndTell } from './clearing.ts'

const replySchema = z
  .object({
    status: z.enum(['deleted', 'would_delete']),
    name: z.string(),
    documents: z.int().describe('Documents that could be found in it.'),
    chunks: z.int(),
  })
  .meta({
    id: 'IndexDeleted',
    description: 'The index is gone, or what would go with it.',
    examples: [{ status: 'deleted', name: 'contracts', documents: 12, chunks: 840 }],
  })

/** Chunks of an index, whoever may read them. */
export const chunksOf = async ({ ports }: EdgeContext, name: string): Promise<number> =>
  (await ports.search.listIndexes()).find(({ spec }) => spec.name === name)?.documents ?? 0

/** DELETE /search/indexes/{name}. */
export function registerDelete(app: App, ctx: EdgeContext): void {
  const { search, builds, config, database } = ctx.ports
  app.delete(
    '/api/v2/search/indexes/:alias_or_name',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'deleteIndex',
        summary: 'Delete an index with all its documents',
        description:
          'Its documents are told as removed; their files and uploads stay. `dry_run=true` tells what would go. The index of a configured alias is 409, because it would be made again: clear it, or take its alias out of config.yaml first. So is an index of which a rebuild stands open.',
        errors: ['conflict', 'not_found'],
        params: z.object({ alias_or_name: z.string().min(1).max(128).describe('Name or alias of an index.') }),
        querystring: z.object({ dry_run: z.enum(['true', 'false']).default('false') }),
        response: { 200: replySchema },
      },
    },
    async (request) => {
      const name = indexNameOf(config, request.params.alias_or_name)
      if (!(await search.getIndex(name))) throw new ApiError('not_found', `there is no index or alias named ${name}`)
      const alias = Object.entries(config.indexes.aliases).find(([, target]) => target === name)?.[0]
      if (alias !== undefined)
        throw new ApiError(
          'conflict',
          `${name} is the index of the alias ${alias} and would be made again: clear it, or take the alias out of config.yaml`,
        )
      if ((await builds?.of(name))?.other)
        throw new ApiError(
          'conflict',
          `a rebuild of ${name} stands open: cancel or discard it first (POST /admin/rebuilds/{runId}/discard)`,
        )
      const documents = await countFiles(database, platformLimits, name)
      if (request.query.dry_run === 'true') return { status: 'would_delete' as const, name, documents, chunks: await chunksOf(ctx, name) }
      const chunks = await deleteAndTell(ctx, name, { requestId: request.id, traceparent: request.traceparent })
      ctx.log.info({ index: name, documents, chunks, actor: request.caller.actor, requestId: request.id }, 'index deleted')
      return { status: 'deleted' as const, name, documents, chunks }
    },
  )
}
