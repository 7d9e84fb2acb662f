import { z } from 'zod'
import type { App } from '../../../kernel/http/app/app.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { indexNameOf } from '../../../kernel/search/index-name.ts'
import type { EdgeContext } from '../../../kernel/service.ts'

/** Tells the specification of one index, as `from-json` takes it. */
export function registerReadIndex(app: App, { ports }: EdgeContext): void {
  const params = z.object({ alias_or_name: z.string().min(1).max(128) })
  const specSchema = z.looseObject({ name: z.string(), fields: z.array(z.looseObject({ name: z.string(), type: z.string() })) }).meta({
    examples: [
      {
        name: 'contracts',
        fields: [
          { name: 'id', type: 'Edm.String', key: true },
          { name: 'text', type: 'Edm.String', searchable: true },
        ],
      },
    ],
  })
  const response = { 200: specSchema }
  app.get(
    '/api/v2/search/indexes/:alias_or_name',
    { config: { access: 'api' }, schema: { summary: 'Get the specification of an index', params, response } },
    async (request) => {
      const spec = await ports.search.getIndex(indexNameOf(ports.config, request.params.alias_or_name))
      if (!spec) throw new ApiError('not_found', `there is no index or alias named ${request.params.alias_or_name}`)
      return { ...spec, fields: [...spec.fields] }
    },
  )
}
