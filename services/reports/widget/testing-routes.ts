import { z } from 'zod'
import type { App } from '../../../kernel/http/app/app.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { mintToken, missingForMinting } from './mint-token.ts'

export const TESTING_TOKEN = '/api/dashboard/widget-token'
const tags = ['cost-reports']

const settingsSchema = z
  .object({ missing: z.array(z.string()).describe('Variables that minting still needs.') })
  .meta({ examples: [{ missing: [] }] })
const tokenSchema = z
  .object({ access_token: z.string(), expires_in: z.number().nullable().describe('Seconds.') })
  .meta({ examples: [{ access_token: 'eyJ…', expires_in: 3599 }] })

/** What the console's page for trying the widget asks: whether a token can be minted here, and one. Client secret, tenant and scope stay here. */
export function testingRoutes(app: App, { env }: Pick<EdgeContext, 'env'>): void {
  app.get(
    TESTING_TOKEN,
    {
      config: { access: 'api' },
      schema: {
        tags,
        operationId: 'canMintWidgetToken',
        summary: 'List the missing settings for test tokens',
        response: { 200: settingsSchema },
      },
    },
    async () => ({ missing: missingForMinting(env) }),
  )
  app.post(
    TESTING_TOKEN,
    {
      config: { access: 'admin' },
      schema: {
        tags,
        operationId: 'mintWidgetToken',
        summary: 'Issue a test token for the widget',
        description: 'By client credentials, on the server, with the WIDGET_TOKEN_ variables. 503 names those that are missing.',
        idempotent: false,
        errors: ['upstream_failed'],
        response: { 200: tokenSchema },
      },
    },
    async (_request, reply) => {
      const { token, expiresIn } = await mintToken(env)
      return reply.header('cache-control', 'no-store').send({ access_token: token, expires_in: expiresIn ?? null })
    },
  )
}
