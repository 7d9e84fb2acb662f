import { z } from 'zod'
import { priceSchema } from '../../kernel/config/models-config.ts'
import type { App } from '../../kernel/http/app/app.ts'
import { modelAliases } from '../../kernel/llm/aliases.ts'
import { ApiError } from '../../kernel/runtime/errors.ts'
import type { EdgeContext } from '../../kernel/service.ts'
import { validateModels } from './validate-models.ts'

/** Python's clients write True and False. */
const flag = z
  .preprocess((value) => (typeof value === 'string' ? value.toLowerCase() : value), z.enum(['true', 'false', '1', '0']))
  .default('false')
  .transform((value) => value === 'true' || value === '1')

const querySchema = z.object({
  validate: flag.describe('Check each model.'),
  deep: flag.describe('With validate: make a real call to each model.'),
  filter_unhealthy: flag.describe('Leave out what failed its check.'),
})

const modelSchema = z
  .object({
    alias: z.string(),
    provider: z.string(),
    model: z.string().optional(),
    deployment: z.string().optional(),
    supports_multimodal: z.boolean(),
    supports_reasoning: z.boolean(),
    is_default: z.boolean(),
    price: priceSchema.optional().describe('Of a million tokens; absent where config.yaml names none.'),
    validation: z.object({ ok: z.boolean(), checked_at: z.string(), latency_ms: z.number(), error: z.string().optional() }).optional(),
  })
  .meta({ id: 'Model', description: 'An alias under which a model can be asked for; `deployment` on Azure, `model` elsewhere.' })

const modelsSchema = z.array(modelSchema).meta({
  description: 'The aliases in the order of the configuration.',
  examples: [
    [
      {
        alias: 'default',
        provider: 'openai',
        model: 'gpt-4o-mini',
        supports_multimodal: true,
        supports_reasoning: false,
        is_default: true,
        price: { input: 0.15, output: 0.6, currency: 'USD' },
        validation: { ok: true, checked_at: '2026-03-12T09:30:00.000Z', latency_ms: 184.2 },
      },
    ],
  ],
})

/** GET /api/v2/models. */
export function modelRoutes(app: App, { ports }: EdgeContext): void {
  app.route({
    method: 'GET',
    url: '/api/v2/models',
    config: { access: 'api' },
    schema: {
      tags: ['models'],
      operationId: 'listModels',
      summary: 'List model aliases, optionally with a check of each',
      description:
        'Without `validate` nothing is called. A check asks the endpoint of the alias for its models, with `deep` the model itself; it takes at most 5 s, 20 s with `deep`, and all are made at once. `filter_unhealthy` leaves out what failed (and checks for that without `validate`, too).',
      querystring: querySchema,
      response: { 200: modelsSchema },
    },
    async handler(request, reply) {
      const { validate, deep, filter_unhealthy } = request.query
      const models = modelAliases(ports.config, ports.llm)
      // unhealthy ones cannot be left out unchecked
      if (!validate && !filter_unhealthy) return models
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort(new ApiError('unavailable', 'The client left.')))
      const validated = await validateModels(ports, models, { deep, signal: gone.signal })
      return filter_unhealthy ? validated.filter(({ validation }) => validation.ok) : validated
    },
  })
}
