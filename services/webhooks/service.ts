import { installationKey } from '../../kernel/connections/installation-key.ts'
import type { Service } from '../../kernel/service.ts'
import { keepSending } from './keep-sending.ts'
import { noteDeliveries } from './note-deliveries.ts'
import { ROOT, registerWebhookRoutes } from './routes.ts'
import { type WebhookTables, webhooksMigration } from './tables.ts'

/** Public events, sent to addresses that asked for them. */
export const webhooks: Service = {
  name: 'webhooks',
  // Addresses and what is sent there are the administrators' to see and to change: nobody's limits hold at a receiver.
  access: {
    prefixes: { [ROOT]: 'admin' },
    changes: {
      everyone: [
        `POST ${ROOT}`,
        ...['', '/test', '/rotate', '/recover'].map((what) => `${what ? 'POST' : 'PATCH'} ${ROOT}/:id${what}`),
        `DELETE ${ROOT}/:id`,
        `POST ${ROOT}/deliveries/:id/redeliver`,
      ],
    },
  },
  tag: { name: 'webhooks', description: 'Public events, signed and sent to your endpoints.' },
  pages: [{ file: 'webhooks', paths: ['/webhooks'], nav: { title: 'Webhooks', group: 'Build', key: 'y' } }],
  routes(app, ctx) {
    const key = installationKey({ blobs: ctx.ports.blobs, secret: ctx.env.SECRETS_KEY })
    registerWebhookRoutes(app, ctx, key)
    keepSending(app, ctx, key)
  },
  consumers: [noteDeliveries],
  migrations: [webhooksMigration],
  dependencies: ({ database }) => {
    let disabled: number | undefined
    return [
      {
        name: 'webhooks',
        required: false,
        async check() {
          disabled = undefined
          const rows = await database
            .tables<WebhookTables>()
            .selectFrom('webhook_endpoints')
            .select('id')
            .where('disabled', 'is not', null)
            .execute()
          disabled = rows.length
          if (disabled > 0) throw new Error(`disabled: ${rows.map(({ id }) => id).join(', ')}`)
        },
        detail: (answers) =>
          answers
            ? 'no endpoint was disabled'
            : disabled === undefined
              ? 'not known'
              : `${disabled === 1 ? 'an endpoint was' : `${disabled} endpoints were`} disabled, because nothing arrived there`,
      },
    ]
  },
}
