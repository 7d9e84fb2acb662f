import type { InstallationKey } from '../../kernel/connections/installation-key.ts'
import type { App } from '../../kernel/http/app/app.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import type { EdgeContext } from '../../kernel/service.ts'
import { createDelivery } from './deliver.ts'
import { WEBHOOKS } from './note-deliveries.ts'
import { post } from './post.ts'
import { openSecrets, signatureHeaders } from './secrets.ts'
import type { WebhookTables } from './tables.ts'

/** What is due by time alone is found so late at most. */
const LOOK_EVERY_MS = 500
const SWEEP_EVERY_MS = 60 * 60 * 1000
/** What arrived or was given up is shown, and can be sent again, for so long. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000

/** Sends what is due for as long as the app is open: at once where it is told, else at the next look. */
export function keepSending(app: App, ctx: EdgeContext, key: InstallationKey): void {
  const { ports, env, log } = ctx
  const { database, clock } = ports
  const closing = new AbortController()
  const delivery = createDelivery(ports, async (endpoint, { id, body }) => {
    try {
      const headers = signatureHeaders(await openSecrets(key, endpoint.id, endpoint.secrets), { id, body, now: clock.now() })
      return await post(endpoint.url, { body, headers, allowPrivate: env.WEBHOOK_ALLOW_PRIVATE, signal: closing.signal })
    } catch (error) {
      log.warn({ endpoint: endpoint.id, delivery: id, error: messageOf(error) }, 'a webhook could not be signed')
      return { status: null, error: 'it could not be signed: rotate the secret of the endpoint' }
    }
  })
  let looking: Promise<void> | undefined
  let again = false
  const look = (): void => {
    if (looking) {
      again = true
      return
    }
    looking = delivery
      .begin()
      .catch((error) => log.debug({ error: messageOf(error) }, 'webhooks that are due could not be looked for'))
      .finally(() => {
        looking = undefined
        if (again && !closing.signal.aborted) {
          again = false
          look()
        }
      })
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  const sweeping = setInterval(
    () => void sweep().catch((error) => log.debug({ error: messageOf(error) }, 'sweep of webhooks')),
    SWEEP_EVERY_MS,
  )
  const sweep = () =>
    database
      .tables<WebhookTables>()
      .deleteFrom('webhook_deliveries')
      .where('state', '<>', 'waiting')
      .where('created', '<', clock.now() - KEPT_MS)
      .execute()
  const deaf = database.onAnnounced(WEBHOOKS, look)
  app.addHook('preClose', async () => {
    clearInterval(timer)
    clearInterval(sweeping)
    deaf()
    // An attempt that is broken off is made again after its lease.
    closing.abort()
    await looking
    await delivery.settled()
  })
}
