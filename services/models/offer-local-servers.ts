import { sectionOf } from '../../kernel/config/section.ts'
import type { App } from '../../kernel/http/app/app.ts'
import type { EdgeContext } from '../../kernel/service.ts'
import { type Candidate, findLocalServers, type LocalServer } from './local-servers.ts'
import { localModelsSection } from './models-section.ts'

/**
 * Once the server listens, and where no model is connected: one look at the usual ports of this machine. What is found is said on the
 * terminal and kept, to be offered; nothing of it is used. Nothing waits for the look.
 */
export function offerLocalServers(
  app: App,
  { ports, env, log }: EdgeContext,
  candidates?: readonly Candidate[],
): () => readonly LocalServer[] {
  let found: readonly LocalServer[] = []
  app.addHook('onListen', async () => {
    if (!env.LOOK_FOR_MODELS || !sectionOf(ports.config, localModelsSection).look_at_start || ports.llm.provider !== 'embedded') return
    const address = app.server.address()
    const own = typeof address === 'object' ? address?.port : undefined
    void findLocalServers(candidates, own).then((servers) => {
      found = servers
      for (const { server, base_url, models } of servers) {
        log.debug({ server, base_url, models: models.length }, 'a model server was found on this machine')
        process.stdout.write(
          `${server} seems to run at ${base_url} (${models.slice(0, 3).join(', ') || 'no models yet'}). Settings can connect it.\n`,
        )
      }
    })
  })
  return () => found
}
