// npm run api -- [file]: writes the OpenAPI document of the server with every service.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RouteAccess } from '../../kernel/http/app/family.ts'
import type { OpenApiDocument } from '../../kernel/http/openapi/document.ts'
import { parseEnv } from '../../kernel/runtime/env.ts'
import { createLogger } from '../../kernel/runtime/log.ts'
import type { Service } from '../../kernel/service.ts'
import { services } from '../../services/catalog.ts'
import { createEdge } from '../../services/edge/create-edge.ts'
import { openPorts } from '../../services/open-ports.ts'

/** A route as it was registered. */
export interface RegisteredRoute {
  readonly method: string
  readonly url: string
  readonly hidden: boolean
  readonly access: RouteAccess
}

/** The document of an edge with every service, on embedded ports in a folder of its own, and the routes of the services. */
export async function apiDocument(): Promise<{ document: OpenApiDocument; routes: readonly RegisteredRoute[] }> {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-api-'))
  const stops: (() => Promise<void> | void)[] = [() => rm(dir, { recursive: true, force: true })]
  const routes: RegisteredRoute[] = []
  try {
    const log = createLogger('CRITICAL')
    const env = parseEnv({ DATA_DIR: dir })
    const lifecycle = {
      onStop: (_name: string, stop: () => Promise<void> | void) => void stops.push(stop),
      watch() {},
      stopping: () => false,
      async stop() {},
    }
    const ports = await openPorts(env, log, lifecycle)
    await ports.database.migrate(services.flatMap((service) => service.migrations ?? []))
    const app = await createEdge({
      env,
      ports,
      log,
      services: [listener(routes), ...services],
      publish: async () => [],
      projected: async () => true,
    })
    stops.push(() => app.close())
    return { document: app.swagger() as unknown as OpenApiDocument, routes }
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

/** Hears of every route that is registered after it. */
const listener = (routes: RegisteredRoute[]): Service => ({
  name: 'listener',
  routes: (app) => {
    app.addHook('onRoute', ({ method, url, schema, config }) => {
      const rule = config?.access ?? 'open'
      const about = {
        url,
        hidden: schema?.hide === true || url.includes('*'),
        access: typeof rule === 'function' ? ('by-request' as const) : rule,
      }
      for (const one of [method].flat()) routes.push({ method: one, ...about })
    })
  },
})

if (import.meta.main) {
  const { document } = await apiDocument()
  const text = `${JSON.stringify(document, null, 2)}\n`
  const file = process.argv[2]
  if (file) await writeFile(file, text)
  else process.stdout.write(text)
}
