import type { App } from '../../kernel/http/app/app.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import { nameId } from '../../kernel/runtime/ids.ts'
import type { EdgeContext } from '../../kernel/service.ts'
import { settingsChanged } from '../../schemas/settings.ts'
import { markPublished, unpublished } from './store.ts'

/** A change that could not be published is tried again this often. */
const AGAIN_MS = 10_000

/**
 * Tells the log of every change that it does not know of yet. A change is kept first and told afterwards: its event has one id,
 * whichever edge tells it and however often.
 */
export async function publishChanges({ ports, publish, log }: EdgeContext, requestId: string): Promise<void> {
  try {
    for (const entry of await unpublished(ports.views)) {
      const event = { ...settingsChanged.make(entry), id: nameId('settings.changed', entry.version, entry.at) }
      try {
        await publish([event], { requestId })
      } catch (error) {
        log.warn({ error: messageOf(error) }, 'a change of settings holds, but its event is not on the log yet')
        return
      }
      await markPublished(ports.views, entry.version)
    }
  } catch (error) {
    log.debug({ error: messageOf(error) }, 'the database does not say now which changes of settings the log does not know of')
  }
}

/** Tells from time to time what is left over, until the app closes. */
export function keepPublishing(app: App, ctx: EdgeContext): void {
  const timer = setInterval(() => void publishChanges(ctx, 'settings'), AGAIN_MS)
  app.addHook('onReady', async () => publishChanges(ctx, 'settings'))
  app.addHook('preClose', async () => clearInterval(timer))
}
