import type { Service } from '../../kernel/service.ts'
import { connectionRoutes } from './connection-routes.ts'
import { localModelsSection } from './models-section.ts'
import { offerLocalServers } from './offer-local-servers.ts'
import { modelRoutes } from './routes.ts'

const CONNECTIONS = '/api/v2/models/connections'

/** Which models may be asked for, whether they answer, and connections to their servers. */
export const models: Service = {
  name: 'models',
  access: {
    prefixes: { '/api/v2/models': 'api' },
    exceptions: [
      {
        why: 'tells addresses within the network, or changes who answers',
        access: 'admin',
        routes: [`GET ${CONNECTIONS}`, `POST ${CONNECTIONS}/test`, `PUT ${CONNECTIONS}/:name`, `DELETE ${CONNECTIONS}/:name`],
      },
    ],
    // A test changes nothing, but calls addresses of the network from here: it asks for the same right.
    changes: { everyone: [`POST ${CONNECTIONS}/test`, `PUT ${CONNECTIONS}/:name`, `DELETE ${CONNECTIONS}/:name`] },
  },
  tag: { name: 'models', description: 'Model aliases, their checks, and connections to model servers.' },
  config: [localModelsSection],
  routes(app, ctx) {
    modelRoutes(app, ctx)
    connectionRoutes(app, ctx, offerLocalServers(app, ctx))
  },
}
